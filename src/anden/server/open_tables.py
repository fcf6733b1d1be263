"""All tables of a server, and what they share."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from functools import partial
from secrets import randbits
from time import monotonic, time
from typing import TypeVar

from sqlalchemy import Connection

from anden.kernel import RULESET
from anden.kernel.ids import Seat

from . import tasks
from .accounts import Accounts
from .action_writer import ActionWriter
from .board_files import (
    NAME,
    adopt_boards,
    board_path,
    check_board,
    fetch_board,
    find_board,
    use_folder,
)
from .bodies import NewGame
from .bot_pool import BotPool
from .bot_work import BOT_JOB, BotWork
from .bots import Thinker
from .branches import branch_lobby, without_branch
from .budgets import Budgets
from .correspondence import Correspondence
from .crowd import Crowd
from .errors import RefusedError
from .fair_threads import FairThreads
from .fair_turns import Payer
from .identity import is_game_id, new_code, new_game_id, tidy_code
from .jobs import Crew, Jobs, Workers
from .limits import Bucket, Buckets
from .lobby import add_seat, has_part, is_open
from .logs import tell_of_game
from .neighbours import Neighbours
from .notices.delivery import NoticeWork
from .notices.desk import NoticeDesk
from .notices.herald import NOTICE_JOB, Herald
from .notices.looking import Looking
from .notices.push_keys import PushKeys
from .one_thread import OneThread
from .places import counted_address
from .review_desk import ReviewDesk
from .review_work import REVIEW_JOB, ReviewWork
from .settings import ServerSettings
from .storage import GameRow, Lobby, Quota, StorageError, Store
from .storage.boards import BoardShelf
from .storage.ratings import games_cut_short
from .storage.rows import LOBBY
from .table import Table, Tools

Result = TypeVar("Result")

log = logging.getLogger("anden.server")

_DAY = 24 * 3600
_MAX_LISTED = 100
_THREADS = 2
_ALL = 100_000
_SWEEP_SECONDS = 60.0
_PROBE_SECONDS = 1.0
_ENDS_SECONDS = 3600.0  # between two looks at rated games that may be over
_CUT_SECONDS = 600.0  # before the last action of all: then a server ended
_MOST_CUT = 1000
_PAUSE_SECONDS = 0.05
_COUNT_SECONDS = 15.0  # that a count of all games is good for


class OpenTables:
    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        use_folder(settings.boards)
        key = settings.key_for_seeds
        self.store = OneThread(lambda: Store(settings.database_url, key), "store")
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
        self._tables: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Task[Table | None]] = {}
        self._chores: list[asyncio.Task[None]] = []
        self._games: dict[str, int] = {}  # by status
        self._counted_at = float("-inf")
        self._probe: asyncio.Future[bool] | None = None
        self._probed_at = float("-inf")

    async def open(self) -> None:
        """Games that were being played are brought back when somebody comes for them."""
        if self.settings.bot_processes:
            self.pool.warm_up()
        self.jobs.on_posted = self.workers.wake
        await self.neighbours.open()
        await self.store.run(
            partial(adopt_boards, folder=self.settings.boards, most=self.settings.max_boards)
        )
        self.workers.start()
        self._chores = [
            tasks.begin(self._forget_old(), "forgetting old games"),
            tasks.begin(self._look_at_ends(), "looking at the ends of rated games"),
            tasks.begin(self._put_away_idle(), "putting tables away"),
            tasks.begin(self.correspondence.run(), "looking after correspondence"),
            tasks.begin(self.looking.run(), "noting who looks on"),
        ]

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
            await tasks.end(*self._chores)

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
        game_id = await self._ask_store(lambda store: store.find_code(code))
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
        await self._ask_store(lambda store: store.create(lobby, self.quota(device)))
        tell_of_game("game created", lobby)
        return await self._seat(lobby)

    async def bring_board(self, text: str, payer: Payer) -> str:
        """Takes in a board file; the name that its board has from now on, at every process."""
        name = await self.threads.run(payer, partial(check_board, text))
        put = partial(BoardShelf.put, name=name, text=text, most=self.settings.max_boards)
        if not await self._ask_store(lambda store: put(store.boards)):
            raise RefusedError("boards/full", n=self.settings.max_boards)
        await self.fetch_board(name)
        return name

    async def fetch_board(self, name: str) -> None:
        """Makes sure that a board which somebody has brought, anywhere, can be found here."""
        if NAME.fullmatch(name) is not None and board_path(name) is None:
            await self._ask_store(partial(fetch_board, folder=self.settings.boards, name=name))

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
        rows = await self._ask_store(lambda store: store.actions(table.id))
        if move > len(rows) or rows[move - 1].seat != seat:
            raise RefusedError("branch/not-your-move")
        lobby = branch_lobby(table.lobby, device, seat, move, is_new=is_new)
        played = [(lobby.row, replace(row, request=None)) for row in rows[: move - 1]]
        await self._ask_store(lambda store: store.create(lobby, self.quota(device)))
        for problem in await self._ask_store(lambda store: store.append(played)):
            if problem is not None:
                raise RefusedError("storage/failed")
        tell_of_game("game branched", lobby)
        return await self._seat(lobby)

    async def branches(self, game_id: str, device: str) -> Sequence[Lobby]:
        """The games of a device that went on from a game, the oldest first."""
        return await self._ask_store(lambda store: store.branches(game_id, device))

    async def delete(self, table: Table) -> None:
        await table.bots.stop()
        await self._ask_store(lambda store: store.delete(table.id))
        self._tables.pop(table.id, None)
        tell_of_game("game deleted", table.lobby)
        table.tell_gone()

    async def games_of(self, device: str, payer: Payer) -> Sequence[tuple[Lobby, Table | None]]:
        """The device's games, with their tables where these are open."""
        store = self.store.tool
        job = partial(store.games_of, device, _MAX_LISTED)
        lobbies = await self._stored(self.threads.run(payer, job))
        return [(lobby, self._tables.get(lobby.row.id)) for lobby in lobbies]

    async def is_well(self) -> bool:
        """Whether the store takes what is written; found out once for all who ask at the time."""
        if self._probe is None or monotonic() - self._probed_at > _PROBE_SECONDS:
            self._probed_at = monotonic()
            self._probe = asyncio.ensure_future(self.store.run(lambda store: store.is_well()))
        return await asyncio.shield(self._probe)

    async def read(self, job: Callable[[Connection], Result]) -> Result:
        """What is kept beside the games."""
        return await self._ask_store(lambda store: store.read(job))

    async def write(self, job: Callable[[Connection], Result]) -> Result:
        """Changes what is kept beside the games, in one transaction."""
        return await self._ask_store(lambda store: store.write(job))

    async def all_games_of(self, device: str) -> Sequence[Lobby]:
        return await self._ask_store(lambda store: store.games_of(device, _ALL))

    async def change_all(self, device: str, change: Callable[[Lobby], Lobby]) -> None:
        """Changes every game that a device has a part in."""
        for lobby in await self.all_games_of(device):
            game_id = lobby.row.id
            table = await self.find(game_id) if is_open(lobby) else self._tables.get(game_id)
            if table is not None:
                await table.change(change)
            else:  # nobody looks at it, and nothing in it moves any more
                await self._ask_store(partial(Store.save, lobby=change(lobby), before=lobby))

    async def readiness(self) -> str:
        """`ok`, or what is missing: `store`, or `schema` if another version has changed it."""
        if not await self.is_well():
            return "store"
        return "ok" if await self._ask_store(lambda store: store.is_current()) else "schema"

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

    async def count_games(self) -> dict[str, int]:
        """Stored games by status, as they were a moment ago."""
        if monotonic() - self._counted_at > _COUNT_SECONDS:
            self._counted_at = monotonic()
            self._games = await self._ask_store(lambda store: store.count_games())
        return self._games

    async def _bring_back(self, game_id: str) -> Table | None:
        try:
            lobby = await self._ask_store(lambda store: store.load(game_id))
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

    async def _ask_store(self, job: Callable[[Store], Result]) -> Result:
        return await self._stored(self.store.run(job))

    async def _stored(self, job: Awaitable[Result]) -> Result:
        try:
            return await job
        except StorageError as error:
            log.error("the store failed: %s", error)
            raise RefusedError("storage/failed") from None

    async def _forget_old(self) -> None:
        oldest = time() - self.settings.lobby_days * _DAY
        with suppress(RefusedError):
            await self._ask_store(lambda store: store.delete_lobbies(oldest))

    async def _look_at_ends(self) -> None:
        """Opens rated games that may have ended just when a server did: their end is noted then."""
        while True:
            with suppress(RefusedError):
                cut = partial(games_cut_short, seconds=_CUT_SECONDS, limit=_MOST_CUT)
                for game_id in await self.read(cut):
                    if game_id not in self._tables:
                        await self.find(game_id)
                        await asyncio.sleep(_PAUSE_SECONDS)
            await asyncio.sleep(_ENDS_SECONDS)

    async def _put_away_idle(self) -> None:
        """Frees the memory of tables where nothing happens; the store has them."""
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            self.put_away_idle()

    def put_away_idle(self) -> None:
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
        is_rated=new.is_rated,
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
        without_branch(lobby.row),
        id=new_game_id(),
        seed=f"{randbits(128):032x}",
        status=LOBBY,
        invite=new_code(),
        watch=new_code(),
        host=device,
        created=time(),
        rematch=None,
        version=0,
        undos=0,
        chance=None,
    )
    seats = tuple(replace(seat, token=None) for seat in lobby.seats)
    return replace(lobby, row=row, seats=seats)
