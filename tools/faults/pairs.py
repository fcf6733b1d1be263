"""Two people who play one game after another, through whatever happens.

Every connection goes to a server picked at random. One of ten clients hangs up after sending an
action without waiting for the answer. What got no answer is sent again with the same id.
"""

import asyncio
import json
import random
import secrets
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from anden.server.settings import PROTOCOL
from tools.faults.fleet import Fleet
from tools.faults.told import Told

PATIENCE = 5.0  # seconds for an answer, then it is asked again
HANG_UP = 0.1  # of all actions
THINK = 0.05  # seconds before an action, at most
VISIT = 30  # actions of one connection, at most
LOST_CONNECTION = (WebSocketException, OSError, TimeoutError, httpx.HTTPError, KeyError)
NOT_STORED = ("storage/failed", "server/failed")  # perhaps


class Pair:
    def __init__(self, fleet: Fleet, told: Told, luck: random.Random) -> None:
        self.finished = 0  # games
        self._fleet, self._told, self._luck = fleet, told, luck
        self._key = secrets.token_hex(20)
        self._game = ""
        self._pending: dict[str, Any] | None = None  # an action without an answer

    async def play(self) -> None:
        while True:
            try:
                if not self._game:
                    self._game = await self._open()
                    self._told.games.add(self._game)
                await self._visit()
            except LOST_CONNECTION:
                await asyncio.sleep(self._luck.uniform(0.02, 0.1))

    async def _open(self) -> str:
        headers = {"authorization": f"Bearer {self._key}"}
        address = f"http://{self._fleet.any_address()}/api/games"
        seats = [{"kind": "here"}, {"kind": "here"}]
        async with httpx.AsyncClient(headers=headers, timeout=PATIENCE) as client:
            made = await client.post(address, json={"board": "london", "seats": seats})
            game: str = made.raise_for_status().json()["id"]
            (await client.post(f"{address}/{game}/start")).raise_for_status()
        return game

    async def _visit(self) -> None:
        address = f"ws://{self._fleet.any_address()}/api/socket"
        async with connect(address, max_size=None, open_timeout=PATIENCE) as socket:
            hello = {"type": "hello", "protocol": PROTOCOL, "game": self._game, "key": self._key}
            seat = 0 if self._pending is None else self._pending["seat"]
            await socket.send(json.dumps(hello | {"show": seat}))
            state = await self._next(socket, "state")
            if self._pending is None:
                await self._act_for_a_while(socket, seat, state)
            else:
                await self._settle(socket)

    async def _act_for_a_while(
        self, socket: ClientConnection, seat: int, state: dict[str, Any]
    ) -> None:
        for _ in range(self._luck.randrange(1, VISIT)):
            if state["options"] is None:
                self._game, self.finished = "", self.finished + 1
                return
            if state["options"]["is_now"]:
                await asyncio.sleep(self._luck.uniform(0, THINK))
                state = await self._act(socket, seat, state)
            else:
                seat = 1 - seat
                await socket.send(json.dumps({"type": "show", "seat": seat}))
                state = await self._next(socket, "state")

    async def _act(
        self, socket: ClientConnection, seat: int, state: dict[str, Any]
    ) -> dict[str, Any]:
        action = choose(state["options"], self._luck)
        act = {"type": "act", "id": secrets.token_hex(8), "seq": state["seq"], "seat": seat}
        self._pending = act | {"action": action}
        await socket.send(json.dumps(self._pending))
        if self._luck.random() < HANG_UP:
            socket.transport.abort()
        while True:
            message = await self._next(socket, "state", "ack", "refused")
            if message["type"] == "state":
                state = message
            else:
                self._note(message)
                return state

    async def _settle(self, socket: ClientConnection) -> None:
        """Sends what got no answer once more."""
        self._told.resent += 1
        await socket.send(json.dumps(self._pending))
        self._note(await self._next(socket, "ack", "refused"))

    def _note(self, answer: dict[str, Any]) -> None:
        assert self._pending is not None
        if answer["type"] == "ack":
            self._told.acknowledged[self._game, answer["seq"]] = self._pending["id"]
        elif answer["code"] in NOT_STORED:  # it may have been stored: asked again
            self._told.unsure += 1
            raise TimeoutError
        else:
            self._told.refused.add(self._pending["id"])
        self._pending = None

    async def _next(self, socket: ClientConnection, *types: str) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while True:
                message: dict[str, Any] = json.loads(await socket.recv())
                if message["type"] in types:
                    return message


def choose(options: dict[str, Any], luck: random.Random) -> str:
    if options["keep"]:
        return "keep " + ", ".join(options["keep"]["offer"][: options["keep"]["min"]])
    if options["pay"]:
        return f"pay {options['pay'][0]}"
    if options["routes"] and luck.random() < 0.6:
        route = luck.choice(sorted(options["routes"]))
        return f"claim {route} with {options['routes'][route][0]}"
    simple: list[str] = [action for action in options["simple"] if action != "draw tickets"]
    return str(luck.choice(simple or options["simple"]))
