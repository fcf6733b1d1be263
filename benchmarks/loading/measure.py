"""Lets so many games be played, and measures."""

import asyncio
import gc
import os
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from anden.core.warm_up import warm_up_review
from anden.server.settings import ServerSettings
from anden.server.storage import Store
from benchmarks.loading.beside import Beside, beside
from benchmarks.loading.database import OwnDatabase, own_database
from benchmarks.loading.players import PATIENCE, CountedConnection, Player, Watcher
from benchmarks.loading.servers import Kind, Server, servers
from benchmarks.loading.tables import Table
from benchmarks.loading.tally import Tally, around, percentile, percentiles
from benchmarks.reviewer import GAMES
from tools.faults.told import judge
from tools.positions import store_game

OPENING = 40  # games that are opened at the same time
WARMING = 10.0  # seconds of play that do not count, at most
BESIDE = ("aggressor.py", "bystander.py")
REVIEWER = ("reviewer.py",)


@dataclass(frozen=True)
class Load:
    """What is measured."""

    seconds: float = 60.0
    processes: int = 1
    database: str = ""  # a URL; empty: SQLite in a new folder
    is_on_own_postgresql: bool = False
    is_restarted: bool = False  # that PostgreSQL, at half time
    is_packed: bool = False  # messages, as browsers ask for it
    is_in_one_place: bool = False  # both people of a game at the same process
    watchers: int = 0
    has_aggressor: bool = False
    has_reviews: bool = False


@dataclass(frozen=True)
class Usage:
    """What has been used until a moment, in CPU seconds."""

    servers: float
    generator: float
    database: float
    commits: int

    @classmethod
    def now(cls, running: Sequence[Server], database: OwnDatabase | None) -> "Usage":
        return cls(
            servers=sum(server.cpu_seconds() for server in running),
            generator=time.process_time(),
            database=0.0 if database is None else database.cpu_seconds(),
            commits=0 if database is None else database.num_commits(),
        )


def measure(games: int, load: Load) -> dict[str, Any]:
    Player.is_packing, tally = load.is_packed, Tally()
    with (
        tempfile.TemporaryDirectory() as folder,
        own_database(load.is_on_own_postgresql) as database,
    ):
        url = load.database if database is None else database.url
        if load.has_reviews:
            _store_games(ServerSettings(data=Path(folder), database=url))
        facts = asyncio.run(_Measurement(load, tally, database).run(games, Path(folder), url))
        settings = ServerSettings(data=Path(folder), database=url)
        store = Store(settings.database_url, is_serving=False)
        found = judge(store, tally.told, is_replayed=False)
        store.close()
    return facts | {
        "acknowledged": found.acknowledged,
        "resent": tally.told.resent,
        "lost": found.lost,
        "doubled": found.doubled,
        "load_average": round(os.getloadavg()[0], 1),
    }


def _store_games(settings: ServerSettings) -> None:
    """Finished games, for the reviewer."""
    warm_up_review()
    for point in GAMES:
        store_game(settings, point)


class _Measurement:
    def __init__(self, load: Load, tally: Tally, database: OwnDatabase | None) -> None:
        self._load, self._tally, self._database = load, tally, database
        self._facts: dict[str, Any] = {}

    async def run(self, games: int, folder: Path, url: str) -> dict[str, Any]:
        load = self._load
        kind = Kind(url, load.has_aggressor, has_reviews=load.has_reviews)
        self._facts = {"games": games, "processes": load.processes}
        async with AsyncExitStack() as stack:
            running = await stack.enter_async_context(servers(folder, load.processes, kind))
            client = await stack.enter_async_context(httpx.AsyncClient(timeout=PATIENCE))
            tables = await self._open(games, running, client)
            await stack.enter_async_context(self._watched(tables[0], running, client))
            programs = (BESIDE if load.has_aggressor else ()) + (
                REVIEWER if load.has_reviews else ()
            )
            others = await stack.enter_async_context(beside(programs, running[0].address))
            await self._play(tables, running, client)
            self._facts["megabytes"] = round(sum(server.megabytes() for server in running))
            await self._ask(others)
            for table in tables:
                await table.close()
        return self._facts

    async def _open(
        self, games: int, running: list[Server], client: httpx.AsyncClient
    ) -> list[Table]:
        tables = [Table(n, self._places(n, running), self._tally) for n in range(games)]
        opening = asyncio.Semaphore(OPENING)

        async def open_one(table: Table) -> None:
            async with opening:
                await table.open(client)

        await asyncio.gather(*map(open_one, tables))
        return tables

    def _places(self, number: int, running: list[Server]) -> list[Server]:
        """Where the two people of a game are: at different processes, if nobody keeps them."""
        step = 0 if self._load.is_in_one_place else 1
        return [running[(number + seat * step) % len(running)] for seat in (0, 1)]

    @asynccontextmanager
    async def _watched(
        self, table: Table, running: list[Server], client: httpx.AsyncClient
    ) -> AsyncIterator[None]:
        watchers = self._load.watchers
        if not watchers:
            yield
            return
        before = Usage.now(running, None)
        crowd = [
            Watcher(running[n % len(running)], self._tally, table.began) for n in range(watchers)
        ]
        for watcher in crowd:
            await watcher.come(client, table.watch, table.game)
        joining = Usage.now(running, None).servers - before.servers
        yield
        for watcher in crowd:
            await watcher.stand_up()
        self._facts |= {
            "watchers": watchers,
            "joining_cpu_ms": round(1000 * joining / watchers, 2),
            "watched_p99_ms": percentile(self._tally.seen, 99),
        }

    async def _play(
        self, tables: list[Table], running: list[Server], client: httpx.AsyncClient
    ) -> None:
        gc.disable()  # the generator's own pauses are not the server's
        load, tally = self._load, self._tally
        warming = min(WARMING, load.seconds / 4)
        end = time.monotonic() + warming + load.seconds
        playing = asyncio.gather(*(table.play(client, end) for table in tables))
        await asyncio.sleep(warming)
        tally.is_counting, tally.bytes, CountedConnection.num_bytes = True, 0, 0
        before = Usage.now(running, self._database)
        away = await self._restart()
        await playing
        self._note_usage(before, Usage.now(running, self._database))
        if away is not None:
            since, until = away
            self._facts["away_seconds"] = round(until - since, 2)
            self._facts |= around(tally.acts, since, until)

    async def _restart(self) -> tuple[float, float] | None:
        if not self._load.is_restarted or self._database is None:
            return None
        await asyncio.sleep(self._load.seconds / 2)
        return await self._database.restart()

    def _note_usage(self, before: Usage, after: Usage) -> None:
        load, tally, actions = self._load, self._tally, len(self._tally.acts)

        def per_action(number: float, digits: int = 3) -> float:
            return round(number / max(1, actions), digits)

        self._facts |= {
            "actions": actions,
            "actions_per_second": round(actions / load.seconds, 1),
            **percentiles(tally.acts),
            "server_cpu_ms_per_action": per_action(1000 * (after.servers - before.servers)),
            "generator_cpu_ms_per_action": per_action(1000 * (after.generator - before.generator)),
            "compression": load.is_packed,
            "kilobytes_per_action": per_action(tally.bytes / 1000, 1),
            "wire_kilobytes_per_action": per_action(CountedConnection.num_bytes / 1000, 1),
            "games_finished": tally.finished,
            "late": tally.late,
        }
        if self._database is not None and not load.is_restarted:
            self._facts |= {
                "database_cpu_ms_per_action": per_action(1000 * (after.database - before.database)),
                "commits_per_action": per_action(after.commits - before.commits, 2),
            }

    async def _ask(self, others: list[Beside]) -> None:
        for other in others:
            self._facts |= await other.end()
