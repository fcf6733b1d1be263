"""People at browsers."""

import asyncio
import json
import secrets
import time
from contextlib import suppress
from typing import Any, ClassVar

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from anden.server.settings import PROTOCOL
from benchmarks.loading.servers import Server
from benchmarks.loading.tally import Tally

PATIENCE = 30.0  # seconds for an answer


class CountedConnection(ClientConnection):
    """Counts what comes over all wires."""

    num_bytes: ClassVar[int] = 0

    def data_received(self, data: bytes) -> None:
        CountedConnection.num_bytes += len(data)
        super().data_received(data)


class Player:
    """A person: a socket, and the last state it was sent."""

    is_packing: ClassVar[bool] = False  # whether browsers ask for compressed messages

    def __init__(self, seat: int, server: Server, tally: Tally, news: asyncio.Event) -> None:
        self.seat, self.server = seat, server
        self.key = secrets.token_hex(20)
        self.state: dict[str, Any] = {"seq": -1}
        self.answers: dict[str, dict[str, Any]] = {}
        self.is_here = False
        self._news = news  # of all at a table
        self._tally = tally
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    async def sit_down(self, game: str) -> None:
        await self.stand_up()
        self.state = {"seq": -1}
        self._socket = await connect(
            f"ws://{self.server.address}/api/socket",
            compression="deflate" if self.is_packing else None,
            create_connection=CountedConnection,
            max_size=None,
            ping_interval=None,
            open_timeout=PATIENCE,
        )
        hello = {"type": "hello", "protocol": PROTOCOL, "game": game, "key": self.key}
        await self._socket.send(json.dumps(hello))
        self.is_here = True
        self._reading = asyncio.create_task(self._read(self._socket))

    async def come_back(self, game: str) -> None:
        """Connects again if the connection has been lost; not if nobody is there."""
        if not self.is_here:
            with suppress(OSError, WebSocketException):
                await self.sit_down(game)

    async def stand_up(self) -> None:
        if self._socket is not None and self._reading is not None:
            await self._socket.close()
            await self._reading

    async def send(self, **message: Any) -> None:
        assert self._socket is not None
        with suppress(ConnectionClosed):  # noticed by who waits for the answer
            await self._socket.send(json.dumps(message))

    async def post(self, client: httpx.AsyncClient, path: str, body: dict[str, Any]) -> Any:
        answer = await client.post(
            f"http://{self.server.address}/api/{path}",
            json=body,
            headers={"authorization": f"Bearer {self.key}"},
        )
        return answer.raise_for_status().json()

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                self._tally.bytes += len(text)
                self.hear(json.loads(text))
                self._news.set()
        self.is_here = False
        self._news.set()

    def hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "state":
            self.state = message
        elif message["type"] in ("ack", "refused"):
            self.answers[message["id"]] = message


class Watcher(Player):
    """Somebody who looks on, and notes when actions are seen."""

    def __init__(self, server: Server, tally: Tally, began: dict[int, float]) -> None:
        super().__init__(0, server, tally, asyncio.Event())
        self._began = began  # when the last action was sent

    async def come(self, client: httpx.AsyncClient, code: str, game: str) -> None:
        await self.post(client, "watch", {"code": code})
        await self.sit_down(game)

    def hear(self, message: dict[str, Any]) -> None:
        seq = message.get("seq")
        if seq in self._began and self._tally.is_counting:
            self._tally.seen.append(time.perf_counter() - self._began[seq])
