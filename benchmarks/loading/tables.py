"""Two people at a game, who act when it is time, and send again what got no answer."""

import asyncio
import random
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

import httpx

from benchmarks.loading.players import PATIENCE, Player
from benchmarks.loading.servers import Server
from benchmarks.loading.tally import Act, Tally

BOARDS = ("usa", "europe", "london")
PACE = 2.0  # seconds between two actions of a game
AGAIN = 0.2  # seconds until something is tried again
CLAIMS = 0.6  # how often a claim is preferred, so that games come to an end
NOT_STORED = ("storage/failed", "server/failed")  # perhaps


class Table:
    def __init__(self, number: int, places: Sequence[Server], tally: Tally) -> None:
        """The people are at these servers, one each."""
        self.board = BOARDS[number % len(BOARDS)]
        self._news = asyncio.Event()
        self.players = [
            Player(seat, server, tally, self._news) for seat, server in enumerate(places)
        ]
        self.game = ""
        self.watch = ""  # the code for spectators
        self.began: dict[int, float] = {}  # when the last action was sent
        self._seq = 0
        self._luck = random.Random(number)
        self._tally = tally

    async def open(self, client: httpx.AsyncClient) -> None:
        """Makes a game, and lets both sit down. If a server fails in between: another game."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    await self._make(client)
                    break
                except httpx.HTTPStatusError as error:
                    if not error.response.is_server_error:
                        raise
                    await asyncio.sleep(AGAIN)
        self._tally.told.games.add(self.game)
        self._seq = 0
        for player in self.players:
            await player.sit_down(self.game)
        await self._until_shown(0)

    async def close(self) -> None:
        for player in self.players:
            await player.stand_up()

    async def play(self, client: httpx.AsyncClient, end: float) -> None:
        due = time.monotonic() + self._luck.random() * PACE
        while due < end:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            await self._act()
            if self.players[0].state["view"]["phase"] == "over":
                self._tally.finished += 1
                await self.close()
                await self.open(client)
            due += PACE
            if due < time.monotonic():
                self._tally.late += 1
                due = time.monotonic()

    async def _make(self, client: httpx.AsyncClient) -> None:
        first, second = self.players
        seats = [{"kind": "here"}, {"kind": "open"}]
        made = await first.post(client, "games", {"board": self.board, "seats": seats})
        self.game, self.watch = made["id"], made["watch"]
        await second.post(client, "join", {"code": made["invite"]})
        await first.post(client, f"games/{self.game}/start", {})

    async def _act(self) -> None:
        player = next(p for p in self.players if p.state["options"]["is_now"])
        action = choose(player.state["options"], self._luck)
        act = {"type": "act", "id": secrets.token_hex(8), "seq": self._seq, "seat": player.seat}
        start = time.perf_counter()
        self.began.clear()
        self.began[self._seq + 1] = start
        self._seq = await self._acknowledged(player, act | {"action": action})
        await self._until_shown(self._seq)
        self._tally.note(Act(start, time.perf_counter() - start))

    async def _acknowledged(self, player: Player, act: dict[str, Any]) -> int:
        """Sends it, again if need be, until it is stored; the state's number then."""
        request, told = act["id"], self._tally.told
        while True:
            await player.come_back(self.game)
            await player.send(**act)
            await self._until(lambda: request in player.answers or not player.is_here)
            answer = player.answers.pop(request, None)
            if answer is not None and answer["type"] == "ack":
                told.acknowledged[self.game, answer["seq"]] = request
                return int(answer["seq"])
            if answer is not None and answer["code"] not in NOT_STORED:
                told.refused.add(request)
                raise RuntimeError(f"{self.game}: {act['action']} was refused: {answer}")
            told.unsure += answer is not None
            told.resent += 1
            await asyncio.sleep(AGAIN)

    async def _until_shown(self, seq: int) -> None:
        """Until both see the state with that number, or a later one."""

        def is_shown() -> bool:
            return all(player.state["seq"] >= seq for player in self.players)

        async with asyncio.timeout(PATIENCE):
            while not is_shown():
                await self._until(lambda: is_shown() or not all(p.is_here for p in self.players))
                for player in self.players:
                    if not player.is_here:
                        await asyncio.sleep(AGAIN)
                        await player.come_back(self.game)

    async def _until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self._news.clear()
                await self._news.wait()


def choose(options: dict[str, Any], luck: random.Random) -> str:
    if options["keep"]:
        return "keep " + ", ".join(options["keep"]["offer"][: max(2, options["keep"]["min"])])
    if options["pay"]:
        return f"pay {options['pay'][0]}"
    if options["routes"] and luck.random() < CLAIMS:
        route = luck.choice(sorted(options["routes"]))
        return f"claim {route} with {options['routes'][route][0]}"
    simple: list[str] = [action for action in options["simple"] if action != "draw tickets"]
    return str(luck.choice(simple or options["simple"]))
