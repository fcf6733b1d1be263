"""A real server on a free port, and clients that talk to it as a browser would."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from anden.server.identity import new_key
from anden.server.open_tables import OpenTables
from anden.server.run import bind, make_server
from anden.server.settings import PROTOCOL, ServerSettings
from tests.server.databases import database_for

SECONDS = 60.0  # for anything to happen, on a busy machine too


def quick_settings(folder: Path, **changes: Any) -> ServerSettings:
    """Bots play at once and in a thread; nothing else is limited differently."""
    settings = ServerSettings(
        data=folder,
        database=database_for(folder),
        bot_processes=0,
        pace_scale=0.0,
        cost_burst=1_000_000.0,
        message_burst=10_000,
        absent_seconds=0.0,
    )
    return replace(settings, **changes)


class Server:
    """In a thread of this process, so that tests can look inside."""

    def __init__(self, settings: ServerSettings) -> None:
        self._listener = bind("127.0.0.1", 0)
        self.port = self._listener.getsockname()[1]
        self._server = make_server(settings)
        self._app: Any = self._server.config.app
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def open_tables(self) -> OpenTables:
        open_tables: OpenTables = self._app.state.open_tables
        return open_tables

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        loop: asyncio.AbstractEventLoop = self.open_tables.chores._tasks[0].get_loop()
        return loop

    def start(self) -> None:
        self._thread.start()
        wait_until(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(SECONDS)
        assert not self._thread.is_alive()


@contextmanager
def serving(settings: ServerSettings) -> Iterator[Server]:
    server = Server(settings)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def wait_until(is_so: Any, seconds: float = SECONDS) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


class Device:
    """A browser or a program: one secret, requests and sockets."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.key = new_key()
        headers = {"authorization": f"Bearer {self.key}"}
        self.stack = ExitStack()
        client = httpx.Client(base_url=url, headers=headers, timeout=SECONDS)
        self.http = self.stack.enter_context(client)

    def close(self) -> None:
        self.stack.close()

    def get(self, path: str) -> Any:
        return _read(self.http.get(f"/api{path}"))

    def post(self, path: str, body: Any = None) -> Any:
        return _read(self.http.post(f"/api{path}", json=body))

    def patch(self, path: str, body: Any) -> Any:
        return _read(self.http.patch(f"/api{path}", json=body))

    def create(self, board: str, *seats: Any, start: bool = False) -> str:
        """A game whose seats are `here`, `open` or the name of a bot; its id."""
        told = [seat if isinstance(seat, dict) else _seat(seat) for seat in seats]
        game_id: str = self.post("/games", {"board": board, "seats": told})["id"]
        if start:
            self.post(f"/games/{game_id}/start")
        return game_id

    def sit(self, game: str, **hello: Any) -> "Socket":
        return Socket(self, game, **hello)


def _seat(word: str) -> dict[str, str]:
    return {"kind": word} if word in ("here", "open") else {"kind": "bot", "bot": word}


def _read(response: httpx.Response) -> Any:
    if response.status_code == 204:
        return None
    return response.json()


class Socket:
    """A connection that has said hello. `state` is the newest; other messages are kept."""

    def __init__(self, device: Device, game: str, **hello: Any) -> None:
        self.raw = device.stack.enter_context(open_socket(device.url))
        self.state: dict[str, Any] = {}
        self.game: dict[str, Any] = {}
        self.over: dict[str, Any] | None = None
        self.seen: list[dict[str, Any]] = []
        self._acts = 0
        self.device = device
        self.send(type="hello", protocol=PROTOCOL, game=game, key=device.key, **hello)
        self.welcome = self.expect("welcome")
        if self.game["status"] in ("playing", "over", "ended"):
            self.expect("state")

    def close(self) -> None:
        self.raw.close()

    def send(self, **message: Any) -> None:
        self.raw.send(json.dumps(message))

    def receive(self, seconds: float = SECONDS) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.raw.recv(timeout=seconds))
        self.seen.append(message)
        if message["type"] == "state":
            self.state = message
        elif message["type"] in ("game", "welcome"):
            self.game = message["game"]
        elif message["type"] == "over":
            self.over = message
        return message

    def expect(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while True:
            message = self.receive()
            if message["type"] in types:
                return message

    def wait(self, is_so: Any) -> None:
        while not is_so():
            self.receive()

    def act(self, action: str, seat: int | None = None, **changes: Any) -> dict[str, Any]:
        """Sends an action and waits for the ack or the refusal."""
        self._acts += 1
        seat = self.state["seat"] if seat is None else seat
        message = {"id": f"{self.device.key[:8]}-{id(self)}-{self._acts}", "seq": self.state["seq"]}
        self.send(**({"type": "act", "seat": seat, "action": action} | message | changes))
        return self.expect("ack", "refused")

    def act_once(self) -> None:
        """Plays the first thing that is possible, routes before cards, and waits for the state."""
        seq = self.state["seq"]
        answer = self.act(first_action(self.state["options"]))
        assert answer["type"] == "ack", answer
        self.wait(lambda: self.state["seq"] > seq)


def first_action(options: dict[str, Any]) -> str:
    """A quick client: claims what it can, else draws; it knows no rules."""
    assert options["is_now"]
    if options["keep"]:
        return f"keep {', '.join(options['keep']['offer'][: options['keep']['min']])}"
    if options["pay"]:
        return f"pay {options['pay'][0]}"
    if options["routes"]:
        route = max(options["routes"], key=lambda name: (len(options["routes"][name][0]), name))
        return f"claim {route} with {options['routes'][route][0]}"
    draws: list[str] = options["simple"]
    return next((a for a in draws if a not in ("draw tickets", "withdraw")), draws[0])


def is_to_act(socket: Socket) -> bool:
    options = socket.state.get("options")
    return options is not None and options["is_now"]


def play_on(*sockets: Socket, until: int | None = None) -> None:
    """Plays all seats, one connection each, to the end or to a number of actions."""
    while all(s.over is None for s in sockets):
        if until is not None and max(s.state.get("seq", 0) for s in sockets) >= until:
            return
        for client in sockets:
            if is_to_act(client):
                client.act_once()
                break
        else:
            catch_up(*sockets)


def catch_up(*sockets: Socket) -> None:
    """Reads what has arrived, and waits a little if nothing has."""
    for client in sockets:
        try:
            while True:
                client.receive(0.005)
        except TimeoutError:
            continue


@contextmanager
def open_socket(url: str, **options: Any) -> Iterator[ClientConnection]:
    """A connection that has not said hello; closed at the end, whatever has become of it."""
    address = f"{url.replace('http', 'ws')}/api/socket"
    options = {"open_timeout": SECONDS, "close_timeout": 1, "max_size": None} | options
    raw = connect(address, **options).__enter__()
    try:
        yield raw
    finally:
        with suppress(ConnectionClosed, OSError):
            raw.close()
        raw.socket.close()


def close_code(raw: ClientConnection) -> int | None:
    """Reads until the server closes; the code it gives, or None if it just hangs up."""
    try:
        while True:
            raw.recv(timeout=SECONDS)
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


def raw_socket(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
