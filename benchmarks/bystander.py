"""Somebody who only plays, while others take all they can: how that is for him.

By itself: python benchmarks/bystander.py 127.0.0.1:8000, until its input ends.
"""

import asyncio
import json
import secrets
import sys
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from anden.server.settings import PROTOCOL

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.loading.beside import run_until_asked
from benchmarks.loading.tally import percentile

ADDRESS = {"x-forwarded-for": "203.0.113.7"}
PROBES_PER_SECOND = 5


class Bystander:
    """How long the server takes to say that it is well, and an `expert` to play."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._health: list[float] = []
        self._bot: list[float] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        self._tasks = [asyncio.create_task(self._probe()), asyncio.create_task(self._play())]

    async def end(self) -> dict[str, Any]:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        return {
            "bystander_health_p50_ms": percentile(self._health, 50),
            "bystander_health_p99_ms": percentile(self._health, 99),
            "bystander_expert_answers": len(self._bot),
            "bystander_expert_p50_ms": percentile(self._bot, 50),
            "bystander_expert_worst_ms": round(1000 * max(self._bot), 1) if self._bot else None,
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
        headers = ADDRESS | {"authorization": f"Bearer {key}"}
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


if __name__ == "__main__":
    bystander = Bystander(sys.argv[1])
    asyncio.run(run_until_asked(bystander.begin, bystander.end))
