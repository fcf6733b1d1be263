"""All tables of a server, and what they share."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from secrets import randbits
from time import time
from typing import TypeVar

from anden.kernel import RULESET

from .board_files import find_board, use_folder
from .bodies import NewGame
from .bot_pool import BotPool
from .errors import RefusedError
from .identity import new_code, new_game_id, tidy_code
from .limits import Buckets
from .lobby import add_seat, has_part
from .one_thread import OneThread
from .settings import ServerSettings
from .storage import GameRow, Lobby, StorageError, Store
from .storage.rows import LOBBY
from .table import Table

Result = TypeVar("Result")

log = logging.getLogger("anden.server")

_DAY = 24 * 3600
_MAX_LISTED = 100
_SWEEP_SECONDS = 60.0


class OpenTables:
    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        use_folder(settings.boards)
        self.store = OneThread(lambda: Store(settings.database_url), "store")
        self.pool = BotPool(settings.bot_processes, settings.bot_timeout, dict(settings.bots))
        self.requests = Buckets(settings.request_burst, settings.requests_per_second)
        self.guesses = Buckets(settings.guess_burst, settings.guesses_per_second)
        self._tables: dict[str, Table] = {}
        self._opening = asyncio.Lock()
        self._chores: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Resumes the games that were being played."""
        if self.settings.bot_processes:
            self.pool.warm_up()
        self._chores = [
            asyncio.create_task(self._resume()),
            asyncio.create_task(self._put_away_idle()),
        ]

    async def close(self) -> None:
        for chore in self._chores:
            chore.cancel()
            with suppress(asyncio.CancelledError):
                await chore
        for table in self._tables.values():
            await table.bots.stop()
        self.pool.close()
        self.store.close(lambda store: store.close())

    async def table(self, game_id: str, device: str | None) -> Table:
        """The table of a game that the device has a part in."""
        table = await self.find(game_id)
        if table is None or not has_part(table.lobby, device):
            raise RefusedError("game/not-found")
        return table

    async def find(self, game_id: str) -> Table | None:
        if game_id in self._tables:
            return self._tables[game_id]
        async with self._opening:
            if game_id not in self._tables:
                lobby = await self._ask_store(lambda store: store.load(game_id))
                if lobby is None:
                    return None
                await self._seat(lobby)
            return self._tables[game_id]

    async def find_code(self, text: str, address: str) -> Table:
        """The table with this code. An address that guesses has to slow down."""
        guesses = self.guesses.of(address)
        if not guesses.has_any():
            raise RefusedError("rate/limited")
        code = tidy_code(text)
        game_id = await self._ask_store(lambda store: store.find_code(code))
        table = None if game_id is None else await self.find(game_id)
        if table is None:
            guesses.take()
            raise RefusedError("join/no-such-code")
        return table

    async def create(self, new: NewGame, device: str, language: str) -> Table:
        lobby = new_lobby(new, device, language)
        await self._ask_store(lambda store: store.create(lobby))
        async with self._opening:
            return await self._seat(lobby)

    async def rematch(self, table: Table, device: str) -> Table:
        game_id = await table.follow(lambda lobby: next_lobby(lobby, device))
        following = await self.find(game_id)
        if following is None:
            raise RefusedError("game/not-found")
        return following

    async def delete(self, table: Table) -> None:
        await table.bots.stop()
        await self._ask_store(lambda store: store.delete(table.id))
        self._tables.pop(table.id, None)
        table.tell_gone()

    async def games_of(self, device: str) -> Sequence[tuple[Lobby, Table | None]]:
        """The device's games, with their tables where these are open."""
        lobbies = await self._ask_store(lambda store: store.games_of(device, _MAX_LISTED))
        return [(lobby, self._tables.get(lobby.row.id)) for lobby in lobbies]

    async def is_well(self) -> bool:
        return await self.store.run(lambda store: store.is_well())

    async def _seat(self, lobby: Lobby) -> Table:
        table = Table(lobby, self.store, self.pool, self.settings)
        await table.open()
        self._tables[lobby.row.id] = table
        return table

    async def _ask_store(self, job: Callable[[Store], Result]) -> Result:
        try:
            return await self.store.run(job)
        except StorageError as error:
            log.error("the store failed: %s", error)
            raise RefusedError("storage/failed") from None

    async def _resume(self) -> None:
        oldest = time() - self.settings.lobby_days * _DAY
        with suppress(RefusedError):
            await self._ask_store(lambda store: store.delete_lobbies(oldest))
            for game_id in await self._ask_store(lambda store: store.playing()):
                await self.find(game_id)

    async def _put_away_idle(self) -> None:
        """Frees the memory of tables where nothing happens; the store has them."""
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            for game_id, table in list(self._tables.items()):
                if table.is_idle(self.settings.table_idle_seconds):
                    del self._tables[game_id]


def new_lobby(new: NewGame, device: str, language: str) -> Lobby:
    board = find_board(new.board)
    row = GameRow(
        id=new_game_id(),
        board=new.board,
        board_sha256=board.sha256,
        ruleset=RULESET,
        seed=f"{randbits(128):032x}",
        status=LOBBY,
        pace=new.pace,
        clock=new.clock,
        invite=new_code(),
        watch=new_code(),
        host=device,
        created=time(),
    )
    lobby = Lobby(row, ())
    wanted = {text for seat in new.seats for text in (seat.name, seat.colour) if text}
    for seat in new.seats:
        lobby = add_seat(lobby, seat, device, language, wanted)
    if len(lobby.seats) < board.players.min:
        raise RefusedError("seats/too-few", n=board.players.min)
    return lobby


def next_lobby(lobby: Lobby, device: str) -> Lobby:
    """Another game for the same people, with new chance and new codes."""
    row = replace(
        lobby.row,
        id=new_game_id(),
        seed=f"{randbits(128):032x}",
        status=LOBBY,
        invite=new_code(),
        watch=new_code(),
        host=device,
        created=time(),
        rematch=None,
    )
    seats = tuple(replace(seat, token=None) for seat in lobby.seats)
    return replace(lobby, row=row, seats=seats)
