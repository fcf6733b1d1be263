"""Somebody who has games reviewed, one after another, while others play.

By itself: python benchmarks/reviewer.py 127.0.0.1:8000, until its input ends. The games are those
that `tools.positions` has stored.
"""

import asyncio
import sys
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.loading.beside import run_until_asked
from tools.positions import KEY, WHOLE, Point

GAMES = tuple(Point("usa", 2, seed, WHOLE) for seed in range(1, 13))
LOOK_SECONDS = 1.0  # as the page asks how far a review is
START_SECONDS = 240.0  # until the first has begun: something may have to be compiled


class Reviewer:
    def __init__(self, server: str) -> None:
        headers = {"authorization": f"Bearer {KEY}"}
        self._client = httpx.AsyncClient(
            base_url=f"http://{server}/api", headers=headers, timeout=60
        )
        self._done, self._progress = 0, 0.0
        self._begun = asyncio.Event()
        self._asking: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        self._asking = asyncio.create_task(self._ask())
        await asyncio.wait_for(self._begun.wait(), START_SECONDS)

    async def end(self) -> dict[str, Any]:
        assert self._asking is not None
        self._asking.cancel()
        await asyncio.gather(self._asking, return_exceptions=True)
        await self._client.aclose()
        return {"reviews": round(self._done + self._progress, 2)}

    async def _ask(self) -> None:
        games = (await self._client.get("/my-games")).json()["games"]
        seats = [(game["id"], seat) for seat in (0, 1) for game in games]
        for game, seat in cycle(seats):
            await self._client.post(f"/games/{game}/review", json={"seat": seat})
            await self._wait(game, seat)

    async def _wait(self, game: str, seat: int) -> None:
        while True:
            asked = await self._client.get(f"/games/{game}/review", params={"seat": seat})
            standing = asked.json()
            self._progress = standing["progress"]
            if standing["progress"] > 0 or standing["state"] == "done":
                self._begun.set()
            if standing["state"] in ("done", "failed"):
                self._done, self._progress = self._done + 1, 0.0
                return
            await asyncio.sleep(LOOK_SECONDS)


async def main() -> None:
    reviewer = Reviewer(sys.argv[1])
    await run_until_asked(reviewer.begin, reviewer.end)


if __name__ == "__main__":
    asyncio.run(main())
