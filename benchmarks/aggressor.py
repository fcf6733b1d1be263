"""A guest who takes all that is given: beside a load, by `python benchmarks/load.py --aggressor`.

One address, all at the same time: games of five `expert` bots that are watched, sockets that ask
for the state ten times a second, and readers of the longest list that there is. Each part does as
much as the server lets it. The others' latencies are what is measured; so it takes, of a machine
that it shares with the server, what others leave.

By itself: python benchmarks/aggressor.py 127.0.0.1:8000, until its input ends.
"""

import asyncio
import json
import os
import secrets
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from anden.server.settings import PROTOCOL

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.loading.beside import run_until_asked

ADDRESS = {"x-forwarded-for": "203.0.113.66"}
BOT_GAMES, SOCKETS, READERS, LISTED = 30, 64, 60, 100
SHOWS_PER_SECOND = 10
PAUSE = 0.05  # after a refusal: a client that waits is let in again as soon as possible
NICE = 10


class Aggressor:
    """Goes on until it is stopped; counts what it was given and what it was refused."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._key = secrets.token_hex(20)
        self.given: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        self._began = time.perf_counter()
        headers = ADDRESS | {"authorization": f"Bearer {self._key}"}
        limits = httpx.Limits(max_connections=None)
        self._client = httpx.AsyncClient(
            base_url=f"http://{self._server}", headers=headers, timeout=60, limits=limits
        )
        seats = [{"kind": "here"}, *[{"kind": "bot", "bot": "expert"}] * 4]
        table = await self._make({"board": "usa", "seats": seats})
        self._tasks = [asyncio.create_task(self._let_bots_play()) for _ in range(BOT_GAMES)]
        self._tasks += [asyncio.create_task(self._show(table)) for _ in range(SOCKETS)]
        self._tasks += [asyncio.create_task(self._read()) for _ in range(READERS)]
        self._tasks += [asyncio.create_task(self._fill()) for _ in range(LISTED)]

    async def end(self) -> dict[str, Any]:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._client.aclose()
        seconds = time.perf_counter() - self._began
        return {
            "aggressor_given": dict(self.given),
            "aggressor_refused": dict(self.refused),
            "aggressor_cpu_percent": round(100 * time.process_time() / seconds),
        }

    async def _make(self, game: dict[str, Any]) -> str:
        while True:
            answer = await self._ask("POST", "/api/games", game)
            if answer is not None:
                return str(answer["id"])

    async def _ask(self, method: str, path: str, body: Any = None) -> Any:
        """What the server answers; None if it refuses, after a pause."""
        what = f"{method} {path.rpartition('/')[2]}"
        with suppress(httpx.TransportError):
            answer = await self._client.request(method, path, json=body)
            if answer.is_success:
                self.given[what] += 1
                return answer.json() if answer.content else {}
        self.refused[what] += 1
        await asyncio.sleep(PAUSE)
        return None

    async def _let_bots_play(self) -> None:
        game = await self._make({"board": "usa", "seats": [{"kind": "bot", "bot": "expert"}] * 5})
        while await self._ask("POST", f"/api/games/{game}/start", {}) is None:
            pass
        await self._sit(game, None)

    async def _show(self, game: str) -> None:
        await self._sit(game, 0)

    async def _sit(self, game: str, seat: int | None) -> None:
        """Connects again and again; with a seat, asks to be shown it all the time."""
        hello = {"type": "hello", "protocol": PROTOCOL, "game": game, "key": self._key}
        url = f"ws://{self._server}/api/socket"
        while True:
            with suppress(ConnectionClosed, InvalidStatus, OSError, TimeoutError):
                async with connect(url, additional_headers=ADDRESS, max_size=None) as socket:
                    await socket.send(json.dumps(hello))
                    reading = asyncio.create_task(self._count(socket))
                    try:
                        while seat is not None and not reading.done():
                            await socket.send(json.dumps({"type": "show", "seat": seat}))
                            await asyncio.sleep(1 / SHOWS_PER_SECOND)
                        await reading
                    finally:
                        reading.cancel()
            self.refused["socket"] += 1
            await asyncio.sleep(PAUSE)

    async def _count(self, socket: Any) -> None:
        async for text in socket:
            counter = self.refused if '"type":"refused"' in text else self.given
            counter["message"] += 1

    async def _read(self) -> None:
        while True:
            await self._ask("GET", "/api/my-games")

    async def _fill(self) -> None:
        await self._ask("POST", "/api/games", {"board": "usa", "seats": [{"kind": "here"}] * 5})


if __name__ == "__main__":
    os.nice(NICE)
    aggressor = Aggressor(sys.argv[1])
    asyncio.run(run_until_asked(aggressor.begin, aggressor.end))
