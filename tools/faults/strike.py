"""Lets people play, and does to the servers what a form says."""

import asyncio
import random
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tools.faults.disk import Disk
from tools.faults.fleet import Fleet
from tools.faults.forms import Form, Trouble
from tools.faults.network import Network
from tools.faults.pairs import Pair
from tools.faults.told import Told
from tools.postgres_server import PostgresServer

PLAY = (0.5, 0.9)  # seconds between two faults, from when all servers are ready
LEAST_PLAYED = 10  # actions, however slow the machine is
LAST_MOMENT = 0.1  # seconds
_LONGEST = 120.0  # until somebody can play, or a fault is felt
_LAST_SECONDS = 1.0
_LOOK = 0.02


@dataclass(frozen=True)
class Place:
    """What can be harmed."""

    fleet: Fleet
    server: PostgresServer | None = None
    network: Network | None = None
    disk: Disk | None = None


class Strike:
    def __init__(self, place: Place, told: Told) -> None:
        self.done: Counter[Trouble] = Counter()
        self._place, self._told = place, told
        self._troubles: dict[Trouble, Callable[[], Awaitable[None]]] = {
            "kill": self._kill,
            "restart": self._restart,
            "cut": self._cut,
            "fill": self._fill,
        }

    async def run(self, form: Form, games: int, seconds: float) -> int:
        """Goes through the form, or as far as there is time for; the number of finished games."""
        end = time.monotonic() + seconds
        await self._place.fleet.until_ready()
        pairs = [Pair(self._place.fleet, self._told, random.Random(n)) for n in range(games)]
        playing = [asyncio.create_task(pair.play()) for pair in pairs]
        try:
            for trouble in form.troubles:
                await self._let_play()
                if time.monotonic() > end:
                    break
                await self._troubles[trouble]()
                self.done[trouble] += 1
                await self._place.fleet.until_ready()
            await self._let_play()
            await asyncio.sleep(_LAST_SECONDS)
        finally:
            await _end(playing)
        return sum(pair.finished for pair in pairs)

    async def _let_play(self) -> None:
        enough = len(self._told.acknowledged) + LEAST_PLAYED
        end = time.monotonic() + random.uniform(*PLAY)
        await _until(lambda: len(self._told.acknowledged) >= enough, "nobody can play on")
        # At a random moment, not just after an answer.
        await asyncio.sleep(max(end - time.monotonic(), random.uniform(0.0, LAST_MOMENT)))

    async def _kill(self) -> None:
        await asyncio.to_thread(self._place.fleet.kill_one)

    async def _restart(self) -> None:
        """PostgreSQL crashes, and is started again."""
        assert self._place.server is not None
        await asyncio.to_thread(self._place.server.stop, signal.SIGQUIT)
        await asyncio.to_thread(self._place.server.start)

    async def _cut(self) -> None:
        """The answer to a COMMIT is lost on its way."""
        network = self._place.network
        assert network is not None
        before = network.num_cuts
        network.cut()
        await _until(lambda: network.num_cuts > before, "nothing is committed")

    async def _fill(self) -> None:
        """The disk is full until somebody has felt it; then there is room again."""
        disk, before = self._place.disk, self._told.unsure
        assert disk is not None
        try:
            async with asyncio.timeout(_LONGEST):
                while self._told.unsure == before:
                    await asyncio.to_thread(disk.fill)
                    await asyncio.sleep(10 * _LOOK)
        finally:
            disk.free()
        server = self._place.server
        if server is not None and not server.is_running:  # it ends where it can't write its log
            await asyncio.to_thread(server.start)


async def _until(condition: Callable[[], bool], otherwise: str) -> None:
    try:
        async with asyncio.timeout(_LONGEST):
            while not condition():
                await asyncio.sleep(_LOOK)
    except TimeoutError:
        raise TimeoutError(otherwise) from None


async def _end(playing: list[asyncio.Task[None]]) -> None:
    for task in playing:
        task.cancel()
    for outcome in await asyncio.gather(*playing, return_exceptions=True):
        if not isinstance(outcome, asyncio.CancelledError):
            raise RuntimeError("somebody could not play on") from outcome
