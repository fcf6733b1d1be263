"""Garbage, floods, giants and ghosts: each is refused, and the game continues."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from anden.server.connection import Connection
from anden.server.settings import PROTOCOL
from tests.server.support import (
    SECONDS,
    Device,
    Server,
    Socket,
    catch_up,
    close_code,
    open_socket,
    quick_settings,
    raw_socket,
    serving,
    wait_until,
)


@pytest.fixture
def table(ana: Device) -> Socket:
    return ana.sit(ana.create("usa", "here", "here", start=True), show=0)


def goes_on(table: Socket) -> bool:
    table.send(type="ping")
    return bool(table.expect("pong"))


def hello(game: str, device: Device, **more: Any) -> str:
    return json.dumps(
        {"type": "hello", "protocol": PROTOCOL, "game": game, "key": device.key} | more
    )


GARBAGE: list[Any] = [
    "",
    "hello",
    "[]",
    "null",
    "7",
    "{",
    "[" * 4000,
    '{"type": "act"}',
    '{"type": "dance"}',
    '{"type": ["act"]}',
    '{"type": "act", "id": 7, "seq": 0, "seat": 0, "action": "draw deck"}',
    '{"type": "act", "id": "", "seq": 0, "seat": 0, "action": "draw deck"}',
    '{"type": "act", "id": "a", "seq": -1, "seat": 0, "action": "draw deck"}',
    '{"type": "act", "id": "a", "seq": 0.5, "seat": 0, "action": "draw deck"}',
    '{"type": "act", "id": "a", "seq": 0, "seat": "0", "action": "draw deck"}',
    '{"type": "act", "id": "a", "seq": 0, "seat": true, "action": "draw deck"}',
    '{"type": "act", "id": "a", "seq": 0, "seat": 0, "action": "draw deck", "as": "host"}',
    '{"type": "act", "id": "a", "seq": 1e400, "seat": 0, "action": "draw deck"}',
    f'{{"type": "act", "id": "a", "seq": {"9" * 5000}, "seat": 0, "action": "draw deck"}}',
    '{"type": "show", "seat": -1}',
    '{"type": "language", "language": "../../etc"}',
    b"\x00\xff\xfe",
]


@pytest.mark.parametrize("frame", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_refused_and_the_connection_stays(table: Socket, frame: str | bytes) -> None:
    table.raw.send(frame)
    assert table.expect("refused")["code"] == "frame/garbage"
    assert goes_on(table)


@pytest.mark.parametrize(
    "action", ["\0", "claim", "keep ,", "claim x with 99999999999999999 red", "\u202e", "é" * 500]
)
def test_text_that_is_no_action_is_refused(table: Socket, action: str) -> None:
    assert table.act(action)["code"] == "action/unreadable"
    assert goes_on(table)


def test_long_message_is_refused_and_the_connection_stays(table: Socket) -> None:
    table.raw.send(json.dumps({"type": "ping", "padding": "x" * 20_000}))
    assert table.expect("refused")["code"] == "frame/too-big"
    assert goes_on(table)


@pytest.mark.parametrize("is_packed", [False, True])
def test_ten_megabyte_frame_ends_only_its_connection(
    ana: Device, table: Socket, is_packed: bool
) -> None:
    compression = "deflate" if is_packed else None
    with open_socket(ana.url, compression=compression) as raw:
        with suppress(ConnectionClosed):  # it may be cut off while it sends
            raw.send("x" * 10_000_000)
        assert close_code(raw) in (1009, None)
    assert goes_on(table)


def test_invalid_utf8_ends_only_its_connection(ana: Device, table: Socket) -> None:
    with open_socket(ana.url) as raw:
        raw.send(b"\xff\xff", text=True)
        assert close_code(raw) in (1007, None)
    assert goes_on(table)


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    """A server with small limits."""
    limits = {
        "message_burst": 20,
        "messages_per_second": 50.0,
        "max_strikes": 10,
        "hello_seconds": 0.5,
        "head_seconds": 0.5,
        "idle_seconds": 1.5,
        "max_connections": 100,
        "max_sockets_per_device": 3,
        "send_seconds": 0.5,
        "max_waiting": 16,
    }
    with serving(quick_settings(tmp_path, **limits)) as server:
        yield server


def test_flood_is_slowed_down_and_then_cut_off(strict: Server) -> None:
    ana = Device(strict.url)
    game_id = ana.create("usa", "here", "here", start=True)
    flooder, bystander = ana.sit(game_id, show=0), ana.sit(game_id, show=1)
    with suppress(ConnectionClosed):
        for _ in range(500):
            flooder.send(type="ping")
    assert close_code(flooder.raw) in (4008, None)
    catch_up(bystander)
    assert goes_on(bystander)
    ana.close()


def test_socket_without_hello_is_closed(strict: Server) -> None:
    with open_socket(strict.url) as raw:
        assert close_code(raw) == 4001


def test_silent_client_is_closed(strict: Server) -> None:
    ana = Device(strict.url)
    table = ana.sit(ana.create("usa", "here", "here"))
    assert close_code(table.raw) == 4009
    ana.close()


def test_device_has_room_for_so_many_connections(strict: Server) -> None:
    ana = Device(strict.url)
    game_id = ana.create("usa", "here", "here")
    tables = [ana.sit(game_id) for _ in range(3)]
    with open_socket(strict.url) as raw:
        raw.send(hello(game_id, ana))
        assert json.loads(raw.recv(timeout=5))["code"] == "server/busy"
    assert goes_on(tables[0])
    ana.close()


def test_thousand_half_open_sockets_do_not_stop_a_game(strict: Server) -> None:
    ana = Device(strict.url)
    game_id = ana.create("usa", "here", "here", start=True)
    table = ana.sit(game_id, show=0)
    ghosts = []
    for number in range(1000):
        ghost = raw_socket(strict.port)
        if number % 2:
            ghost.sendall(b"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgr")
        ghosts.append(ghost)
        if number % 100 == 0:
            assert goes_on(table)
    assert goes_on(table)
    time.sleep(0.7)  # by then the ghosts have been shown out
    again = ana.sit(game_id, show=1)
    assert goes_on(again)
    for ghost in ghosts:
        ghost.close()
    ana.close()


def test_connection_that_dribbles_is_closed(strict: Server) -> None:
    with raw_socket(strict.port) as slow:
        slow.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert slow.recv(4096).startswith(b"HTTP/1.1 200")
        wait_until(lambda: is_shut(slow))


@pytest.mark.parametrize("chunk", [b"", b" "])
def test_body_that_dribbles_in_is_refused(strict: Server, chunk: bytes) -> None:
    """Byte by byte or not at all: it has as long as a head has."""
    head = b"POST /api/join HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n"
    with raw_socket(strict.port) as slow:
        slow.sendall(head)
        slow.settimeout(0.1)
        answer = b""
        end = time.monotonic() + SECONDS
        while b"}" not in answer:
            assert time.monotonic() < end
            with suppress(TimeoutError):
                answer += slow.recv(4096)
            if not answer:
                slow.sendall(chunk)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"request/too-slow"' in answer


def is_shut(slow: socket.socket) -> bool:
    """Whether one more byte can't be sent."""
    time.sleep(0.1)
    try:
        slow.sendall(b"G")
    except OSError:
        return True
    return False


def test_client_that_does_not_read_is_dropped(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, send_seconds=0.5, max_waiting=16)) as server:
        ana = Device(server.url)
        game_id = ana.create("europe", "here", "here", start=True)
        reader = ana.sit(game_id, show=0)
        table = server.open_tables._tables[game_id]
        with open_socket(server.url, compression=None, max_queue=1) as sleeper:
            sleeper.send(hello(game_id, ana, show=1))
            wait_until(lambda: len(table.audience.visitors) == 2)
            (visitor,) = (
                v for v in table.audience.visitors if isinstance(v, Connection) and v.shown == 1
            )

            async def tell() -> None:
                visitor.on_state()

            end = time.monotonic() + 10
            while visitor in table.audience.visitors:  # more than the operating system keeps for it
                assert time.monotonic() < end
                asyncio.run_coroutine_threadsafe(tell(), server.loop).result(10)
        assert goes_on(reader)
        ana.close()


def test_codes_cannot_be_guessed_quickly(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, guess_burst=3)) as server:
        ana, luis = Device(server.url), Device(server.url)
        invite = ana.get(f"/games/{ana.create('usa', 'here', 'open')}")["invite"]
        codes = [luis.post("/join", {"code": "22222222"})["error"]["code"] for _ in range(5)]
        assert codes == ["join/no-such-code"] * 3 + ["rate/limited"] * 2
        assert luis.post("/join", {"code": invite})["error"]["code"] == "rate/limited"
        ana.close()
        luis.close()


def test_requests_are_limited_by_address(tmp_path: Path) -> None:
    """A guest who is another one each time is still in the same place."""
    settings = quick_settings(tmp_path, cost_burst=20.0, costs_per_second=0.001, address_share=3.0)
    with serving(settings) as server:

        def watch(address: str) -> int:
            guest = Device(server.url)
            guest.http.headers["x-forwarded-for"] = address
            answer = guest.http.post("/api/watch", json={"code": "x"})
            guest.close()
            return answer.status_code

        assert [watch("203.0.113.9") for _ in range(8)] == [404] * 6 + [429] * 2
        assert watch("203.0.113.10") == 404


def test_spectators_cannot_keep_players_out(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, max_spectators=2)) as server:
        ana, luis, eva = (Device(server.url) for _ in range(3))
        game_id = ana.create("usa", "here", "here", start=True)
        code = {"code": ana.get(f"/games/{game_id}")["watch"]}
        for device in (luis, eva):
            device.post("/watch", code)
        spectators = [luis.sit(game_id), luis.sit(game_id)]
        with open_socket(server.url) as raw:
            raw.send(hello(game_id, eva))
            assert close_code(raw) == 4010
        assert goes_on(ana.sit(game_id))
        assert goes_on(spectators[0])
        for device in (ana, luis, eva):
            device.close()


def test_connection_over_the_limit_is_told_so(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, max_connections=2)) as server:
        inside = [raw_socket(server.port) for _ in range(2)]
        with raw_socket(server.port) as outside:
            assert outside.recv(4096).startswith(b"HTTP/1.1 503 ")
        for ghost in inside:
            ghost.close()
