"""All tables of a server, and what they share."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection

from anden.kernel.ids import Seat

from .accounts import Accounts
from .action_writer import ActionWriter
from .board_files import (
    NAME,
    adopt_boards,
    board_path,
    check_board,
    fetch_board,
    use_folder,
)
from .bodies import NewGame
from .bot_pool import BotPool
from .bot_work import BOT_JOB, BotWork
from .bots import Thinker
from .branches import branch_lobby
from .budgets import Budgets
from .chores import Chores
from .correspondence import Correspondence
from .crowd import Crowd
from .errors import RefusedError
from .fair_threads import FairThreads
from .fair_turns import Payer
from .health import Health
from .identity import is_game_id, tidy_code
from .jobs import Crew, Jobs, Workers
from .limits import Bucket, Buckets
from .lobby import has_part, is_open
from .logs import tell_of_game
from .neighbours import Neighbours
from .new_games import new_lobby, next_lobby
from .notices.delivery import NoticeWork
from .notices.desk import NoticeDesk
from .notices.herald import NOTICE_JOB, Herald
from .notices.looking import Looking
from .notices.push_keys import PushKeys
from .one_thread import OneThread
from .opening import open_store
from .places import counted_address
from .review_desk import ReviewDesk
from .review_work import REVIEW_JOB, ReviewWork
from .settings import ServerSettings
from .storage import Lobby, Quota, StorageError, Store
from .storage.boards import BoardShelf
from .table import Table, Tools
from .whose_turn import WhoseTurn

Result = TypeVar("Result")

log = logging.getLogger("anden.server")

_MAX_LISTED = 100
_THREADS = 2
_ALL = 100_000


class OpenTables:
    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        use_folder(settings.boards)
        self.store = OneThread(lambda: open_store(settings), "store")
        self.pool = BotPool(settings.bot_processes, settings.bot_timeout, dict(settings.bots))
        self.jobs = Jobs(self.store)
        self.reviews = ReviewDesk(self.store, self.jobs)
        self._review_work = ReviewWork(self.store, settings)
        keys = PushKeys(self.store, settings)
        notices = NoticeWork(self.store, settings, keys)
        herald = Herald(self.store.tool.jobs, settings, lambda: self.jobs.on_posted())
        bots = BotWork(self.store, self.pool, settings.boards)
        self.workers = Workers(
            self.store,
            self.jobs,
            Crew({BOT_JOB: bots.do}, settings.workers),
            Crew({REVIEW_JOB: self._review_work.do}, settings.review_workers),
            Crew({NOTICE_JOB: notices.do}, settings.notice_workers),
        )
        self.neighbours = Neighbours(self.store, self)
        self._tools = Tools(
            store=self.store,
            writer=ActionWriter(self.store),
            thinker=Thinker(self.pool, self.jobs, self.neighbours.is_shared),
            settings=settings,
            is_shared=self.neighbours.is_shared,
            announce=self.neighbours.announce,
            herald=herald,
        )
        self.threads = FairThreads(_THREADS, "readers")
        self.budgets = Budgets(settings)
        self.crowd = Crowd(settings)
        self.guesses = Buckets(settings.guess_burst, settings.guesses_per_second)
        self.correspondence = Correspondence(self)
        self.accounts = Accounts(self)
        self.notices = NoticeDesk(self, keys, notices.outbound, herald)
        self.looking = Looking(self)
        self.health = Health(self)
        self.whose_turn = WhoseTurn(self)
        self.chores = Chores(self)
        self._tables: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Task[Table | None]] = {}

    async def open(self) -> None:
        """Games that were being played are brought back when somebody comes for them."""
        if self.settings.bot_processes:
            self.pool.warm_up()
        self.jobs.on_posted = self.workers.wake
        await self.write(self.store.tool.secrets.close_anew)
        await self.neighbours.open()
        await self.store.run(
            partial(adopt_boards, folder=self.settings.boards, most=self.settings.max_boards)
        )
        self.workers.start()
        self.chores.begin()

    async def close(self) -> None:
        """Whatever goes wrong with one of them, the others are closed, the store at last."""
        async with AsyncExitStack() as closing:
            closing.callback(self.store.close, lambda store: store.close())
            for thing in (self.threads, self._review_work, self.pool):
                closing.callback(thing.close)
            closing.push_async_callback(self.neighbours.close)
            closing.push_async_callback(self.workers.stop)
            for table in self._tables.values():
                closing.push_async_callback(table.bots.stop)
            await self.chores.end()

    async def table(self, game_id: str, device: str | None) -> Table:
        """The table of a game that the device has a part in."""
        table = await self.find(game_id)
        if table is None or not has_part(table.lobby, device):
            raise RefusedError("game/not-found")
        return table

    async def find(self, game_id: str) -> Table | None:
        """The table of a game; brought back, once for all who ask at the same time."""
        table = self._tables.get(game_id)
        if table is None and is_game_id(game_id):
            if game_id not in self._opening:
                self._opening[game_id] = asyncio.create_task(self._bring_back(game_id))
            table = await asyncio.shield(self._opening[game_id])
        if table is not None and self.neighbours.is_shared:
            with suppress(RefusedError):
                await table.refresh()
        if table is not None and table.is_gone:
            self._tables.pop(game_id, None)
            return None
        return table

    def known(self, game_id: str) -> Table | None:
        """The table of a game, if it is open."""
        return self._tables.get(game_id)

    def open_games(self) -> list[Table]:
        return list(self._tables.values())

    async def find_code(self, text: str, address: str) -> Table:
        """The table with this code. An address that guesses has to slow down."""
        guess = self.guess(address)
        code = tidy_code(text)
        game_id = await self.ask_store(lambda store: store.find_code(code))
        table = None if game_id is None else await self.find(game_id)
        if table is None:
            raise RefusedError("join/no-such-code")
        guess.give_back()
        return table

    def guess(self, address: str) -> Bucket:
        """Counts a guess before it is looked at: many at once are many. A right one is given back.

        An address that has guessed too often is refused.
        """
        guesses = self.guesses.of(counted_address(address) or address)
        if not guesses.take():
            raise RefusedError("rate/limited")
        return guesses

    def quota(self, device: str, *, bots_only: bool = False) -> Quota:
        """How many unfinished games, and bots in them, one person may have: more are refused."""
        max_games, max_bots = self.settings.max_games, self.settings.max_bot_seats

        def check(games: int, bots: int) -> None:
            if games > max_games and not bots_only:
                raise RefusedError("games/too-many", n=max_games)
            if bots > max_bots:
                raise RefusedError("bots/too-many", n=max_bots)

        return Quota(device, check)

    async def create(self, new: NewGame, device: str, language: str) -> Table:
        await self.fetch_board(new.board)
        lobby = new_lobby(new, device, language)
        await self.ask_store(lambda store: store.create(lobby, self.quota(device)))
        tell_of_game("game created", lobby)
        return await self._seat(lobby)

    async def bring_board(self, text: str, payer: Payer) -> str:
        """Takes in a board file; the name that its board has from now on, at every process."""
        name = await self.threads.run(payer, partial(check_board, text))
        put = partial(BoardShelf.put, name=name, text=text, most=self.settings.max_boards)
        if not await self.ask_store(lambda store: put(store.boards)):
            raise RefusedError("boards/full", n=self.settings.max_boards)
        await self.fetch_board(name)
        return name

    async def fetch_board(self, name: str) -> None:
        """Makes sure that a board which somebody has brought, anywhere, can be found here."""
        if NAME.fullmatch(name) is not None and board_path(name) is None:
            await self.ask_store(partial(fetch_board, folder=self.settings.boards, name=name))

    async def rematch(self, table: Table, device: str) -> Table:
        quota = self.quota(device)
        game_id = await table.follow(lambda lobby: next_lobby(lobby, device), quota)
        following = await self.find(game_id)
        if following is None:
            raise RefusedError("game/not-found")
        return following

    async def branch(
        self, table: Table, device: str, seat: Seat, move: int, *, is_new: bool
    ) -> Table:
        """Another game that begins as this one did, up to before a move of the seat."""
        rows = await self.ask_store(lambda store: store.actions(table.id))
        if move > len(rows) or rows[move - 1].seat != seat:
            raise RefusedError("branch/not-your-move")
        lobby = branch_lobby(table.lobby, device, seat, move, is_new=is_new)
        played = [(lobby.row, replace(row, request=None)) for row in rows[: move - 1]]
        await self.ask_store(lambda store: store.create(lobby, self.quota(device)))
        for problem in await self.ask_store(lambda store: store.append(played)):
            if problem is not None:
                raise RefusedError("storage/failed")
        tell_of_game("game branched", lobby)
        return await self._seat(lobby)

    async def branches(self, game_id: str, device: str) -> Sequence[Lobby]:
        """The games of a device that went on from a game, the oldest first."""
        return await self.ask_store(lambda store: store.branches(game_id, device))

    async def delete(self, table: Table) -> None:
        await table.bots.stop()
        await self.ask_store(lambda store: store.delete(table.id))
        self._tables.pop(table.id, None)
        tell_of_game("game deleted", table.lobby)
        table.tell_gone()

    async def games_of(self, device: str, payer: Payer) -> Sequence[tuple[Lobby, Table | None]]:
        """The device's games, with their tables where these are open."""
        store = self.store.tool
        job = partial(store.games_of, device, _MAX_LISTED)
        lobbies = await self._stored(self.threads.run(payer, job))
        return [(lobby, self._tables.get(lobby.row.id)) for lobby in lobbies]

    async def read(self, job: Callable[[Connection], Result]) -> Result:
        """What is kept beside the games."""
        return await self.ask_store(lambda store: store.read(job))

    async def write(self, job: Callable[[Connection], Result]) -> Result:
        """Changes what is kept beside the games, in one transaction."""
        return await self.ask_store(lambda store: store.write(job))

    async def all_games_of(self, device: str) -> Sequence[Lobby]:
        return await self.ask_store(lambda store: store.games_of(device, _ALL))

    async def change_all(self, device: str, change: Callable[[Lobby], Lobby]) -> None:
        """Changes every game that a device has a part in."""
        for lobby in await self.all_games_of(device):
            game_id = lobby.row.id
            table = await self.find(game_id) if is_open(lobby) else self._tables.get(game_id)
            if table is not None:
                await table.change(change)
            else:  # nobody looks at it, and nothing in it moves any more
                await self.ask_store(partial(Store.save, lobby=change(lobby), before=lobby))

    @property
    def num_open(self) -> int:
        return len(self._tables)

    def count_sockets(self) -> dict[str, int]:
        """Connections of those who hold a seat, and of those who watch."""
        here = [
            (v.device, table) for table in self._tables.values() for v in table.audience.visitors
        ]
        num_players = sum(device in table.lobby.held for device, table in here)
        return {"player": num_players, "spectator": len(here) - num_players}

    async def _bring_back(self, game_id: str) -> Table | None:
        try:
            lobby = await self.ask_store(lambda store: store.load(game_id))
            if lobby is None:
                return None
            await self.fetch_board(lobby.row.board)
            return await self._seat(lobby)
        except StorageError as error:
            log.error("game %s could not be brought back: %s", game_id, error)
            raise RefusedError("storage/failed") from None
        finally:
            del self._opening[game_id]

    async def _seat(self, lobby: Lobby) -> Table:
        table = Table(lobby, self._tools)
        await table.open()
        self._tables[lobby.row.id] = table
        return table

    async def ask_store(self, job: Callable[[Store], Result]) -> Result:
        return await self._stored(self.store.run(job))

    async def _stored(self, job: Awaitable[Result]) -> Result:
        try:
            return await job
        except StorageError as error:
            log.error("the store failed: %s", error)
            raise RefusedError("storage/failed") from None

    def put_away_idle(self) -> None:
        for game_id, table in list(self._tables.items()):
            if table.is_idle(self.settings.table_idle_seconds):
                del self._tables[game_id]
