"""A guest who takes all that is given: beside a load, by `python benchmarks/load.py --aggressor`.

One address, all at the same time: games of five `expert` bots that are watched, sockets that ask
for the state ten times a second, and readers of the longest list that there is. Each part does as
much as the server lets it. The others' latencies are what is measured.
"""

import asyncio
import json
import secrets
import time
from collections import Counter
from contextlib import suppress
from statistics import quantiles
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from anden.server.settings import PROTOCOL

ADDRESS = {"x-forwarded-for": "203.0.113.66"}
BOT_GAMES, SOCKETS, READERS, LISTED = 30, 64, 60, 100
SHOWS_PER_SECOND = 10
PAUSE = 0.05  # after a refusal: a client that waits is let in again as soon as possible
PROBES_PER_SECOND = 5


class Aggressor:
    """Goes on until it is stopped; counts what it was given and what it was refused."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._key = secrets.token_hex(20)
        self.given: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
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
        return {"aggressor_given": dict(self.given), "aggressor_refused": dict(self.refused)}

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


class Bystander:
    """Somebody else: how long the server takes to say that it is well, and an `expert` to play."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._health: list[float] = []
        self._bot: list[float] = []
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        self._tasks = [asyncio.create_task(self._probe()), asyncio.create_task(self._play())]

    async def end(self) -> dict[str, Any]:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        return {
            "health_p99_ms": _p99(self._health),
            "expert_answers": len(self._bot),
            "expert_p50_s": round(sorted(self._bot)[len(self._bot) // 2], 2) if self._bot else None,
            "expert_worst_s": round(max(self._bot), 2) if self._bot else None,
        }

    async def _probe(self) -> None:
        async with httpx.AsyncClient(base_url=f"http://{self._server}", timeout=60) as client:
            while True:
                began = time.perf_counter()
                await client.get("/healthz")
                self._health.append(time.perf_counter() - began)
                await asyncio.sleep(1 / PROBES_PER_SECOND)

    async def _play(self) -> None:
        """Draws cards against one `expert`, and waits for its move each time."""
        key = secrets.token_hex(20)
        headers = {"authorization": f"Bearer {key}", "x-forwarded-for": "203.0.113.7"}
        seats = [{"kind": "here"}, {"kind": "bot", "bot": "expert"}]
        game = {"board": "usa", "pace": "quick", "seats": seats}
        async with httpx.AsyncClient(
            base_url=f"http://{self._server}", headers=headers, timeout=60
        ) as client:
            made = (await client.post("/api/games", json=game)).json()["id"]
            await client.post(f"/api/games/{made}/start", json={})
        async with connect(f"ws://{self._server}/api/socket", max_size=None) as socket:
            hello = {"type": "hello", "protocol": PROTOCOL, "game": made, "key": key}
            await socket.send(json.dumps(hello))
            waiting_since = None
            async for text in socket:
                message = json.loads(text)
                if message["type"] != "state" or not message["options"]:
                    continue
                options = message["options"]
                if not options["is_now"]:
                    waiting_since = waiting_since or time.perf_counter()
                    continue
                if waiting_since is not None:
                    self._bot.append(time.perf_counter() - waiting_since)
                    waiting_since = None
                await socket.send(json.dumps(_act(message)))


def _act(state: dict[str, Any]) -> dict[str, Any]:
    keep, simple = state["options"]["keep"], state["options"]["simple"]
    action = "draw deck" if "draw deck" in simple else (simple or ["pass"])[0]
    if keep:
        action = "keep " + ", ".join(keep["offer"])
    return {"type": "act", "id": secrets.token_hex(4), "seq": state["seq"], "seat": 0} | {
        "action": action
    }


def _p99(seconds: list[float]) -> float | None:
    if len(seconds) < 2:
        return None
    return round(1000 * quantiles(seconds, n=100, method="inclusive")[98], 1)
