"""Addresses that people give: nothing of the server's own network can be reached by them."""

import asyncio
import ipaddress
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from anden.server.errors import RefusedError
from anden.server.outbound import Outbound, OutboundError, is_public, parse_url
from tests.server.receiver import Receiver, receiving
from tests.support.apart import run_apart

CAREFUL = Outbound(5.0, is_local=False)
LOCAL = Outbound(5.0, is_local=True)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


def result_of(outbound: Outbound, url: str) -> int | str:
    try:
        return run_apart(outbound.post(url, {}, b"hello"))
    except OutboundError as error:
        return error.result


def refusal_of(outbound: Outbound, url: str) -> str | None:
    try:
        run_apart(outbound.check(url))
    except RefusedError as refusal:
        return refusal.code
    return None


def answer_with(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Names resolve to these, and nothing is connected to; what would have been."""
    asked: list[str] = []

    async def look_up(loop: Any, host: str, port: int, **more: Any) -> list[Any]:
        return [(socket.AF_INET, 1, 6, "", (address, port)) for address in addresses]

    async def connect(host: str, port: int, **more: Any) -> Any:
        asked.append(host)
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio.base_events.BaseEventLoop, "getaddrinfo", look_up)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    return asked


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.8.8.8",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.5",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fc00::1",
        "fec0::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:7f00:1::",
        "2001:0:7f00:1::",
        "2001:db8::1",
    ],
)
def test_inner_addresses_are_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_ordinary_addresses_are_public(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "2130706433",
        "0x7f.1",
        "127.1",
        "10.0.0.1",
        "[::ffff:127.0.0.1]",
    ],
)
def test_this_machine_is_not_reached_however_it_is_written(host: str, receiver: Receiver) -> None:
    url = f"https://{host}:{receiver.port}/"
    assert refusal_of(CAREFUL, url) in ("address/inside", "address/unknown")
    assert result_of(CAREFUL, url) in ("address", "unreachable")
    assert receiver.got == []


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.0.10", "fd00::5"])
def test_a_name_that_leads_inside_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answer_with(monkeypatch, address)
    assert refusal_of(CAREFUL, "https://hooks.example.org/") == "address/inside"
    assert result_of(CAREFUL, "https://hooks.example.org/") == "address"
    assert asked == []


def test_one_inner_address_among_others_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answer_with(monkeypatch, "8.8.8.8", "10.0.0.1")
    assert result_of(CAREFUL, "https://hooks.example.org/") == "address"
    assert asked == []


def test_the_connection_goes_to_what_was_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not to the name, which may lead elsewhere by then."""
    asked = answer_with(monkeypatch, "8.8.8.8", "8.8.4.4")
    assert result_of(CAREFUL, "https://hooks.example.org/") == "unreachable"
    assert asked == ["8.8.8.8", "8.8.4.4"]


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "example.org",
        "https://",
        "https://ana:secret@example.org/",
        "https://example.org/a b",
        "https://example.org/\r\nHost: inner",
        "https://example.org:99999/",
        "https://example.org/" + "a" * 1000,
        "https://[::1",
    ],
)
def test_only_whole_https_addresses_are_taken(url: str) -> None:
    assert refusal_of(CAREFUL, url) == "address/not-https"
    assert result_of(CAREFUL, url) == "address"


def test_loopback_and_http_are_taken_where_the_operator_allows_them(receiver: Receiver) -> None:
    assert refusal_of(LOCAL, receiver.url) is None
    assert result_of(LOCAL, f"{receiver.url}/hook?a=1") == 201
    (got,) = receiver.got
    assert (got.path, got.body) == ("/hook?a=1", b"hello")
    assert got.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert refusal_of(LOCAL, "http://10.0.0.1/") == "address/inside"


def test_redirects_are_not_followed(receiver: Receiver) -> None:
    receiver.status, receiver.location = 302, f"{receiver.url}/inner"
    assert result_of(LOCAL, f"{receiver.url}/hook") == 302
    assert [got.path for got in receiver.got] == ["/hook"]


def test_whoever_does_not_answer_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        assert result_of(Outbound(0.2, is_local=True), url) == "timeout"


@pytest.mark.parametrize(
    "answer", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nA: " + b"a" * 99_999]
)
def test_an_answer_that_is_none_is_a_failure(answer: bytes) -> None:
    async def answer_once() -> str:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(answer)
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(OutboundError) as told:
                await LOCAL.post(f"http://127.0.0.1:{port}/", {}, b"hello")
            return told.value.result

    assert run_apart(answer_once()) == "unreachable"


def test_a_server_that_speaks_no_tls_is_no_https(receiver: Receiver) -> None:
    assert result_of(LOCAL, receiver.url.replace("http:", "https:")) == "certificate"
    assert receiver.got == []


def test_an_address_is_taken_apart() -> None:
    target = parse_url("https://[2606:4700::1111]/a?b=c#d")
    assert (target.host, target.port, target.path) == ("2606:4700::1111", 443, "/a?b=c")
    assert target.name == "[2606:4700::1111]"
    assert parse_url("https://example.org:8443").name == "example.org:8443"
