"""How many connections may come in, and how long one may stay silent.

Sockets that are opened and never used would otherwise take up all places.
"""

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from .limits import Buckets
from .places import Networks, counted_address
from .settings import ServerSettings

_MAX_LOOKS = 6  # at a client that reads slowly


class ConnectionLimits:
    """Counts the connections that are open, in all and by address."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._trusted = Networks(settings.trusted_proxies)
        self._inside: dict[asyncio.Transport, str] = {}
        self._by_address: Counter[str] = Counter()
        self._arrivals = Buckets(settings.connection_burst, settings.connections_per_second)
        self._unsent: dict[asyncio.Transport, tuple[int, int]] = {}  # bytes, looks
        self._is_watching = False

    def admit(self, transport: asyncio.Transport) -> bool:
        address = self._counted(_address(transport))
        if address and not self._arrivals.of(address).take():
            return False
        if not self._has_room(address):
            self._forget_closed()
            if not self._has_room(address):
                return False
        self._inside[transport] = address
        self._by_address[address] += 1
        return True

    @property
    def num_inside(self) -> int:
        self._forget_closed()
        return len(self._inside)

    def watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on those are ended who do not read what they are sent, WebSockets too."""
        if not self._is_watching:
            self._is_watching = True
            loop.call_later(self._settings.head_seconds, self._end_stuck, loop)

    def _end_stuck(self, loop: asyncio.AbstractEventLoop) -> None:
        """Ends what has taken nothing since the last look, or has been slow for several."""
        waiting = {t: _num_unsent(t) for t in self._inside}
        for transport, size in waiting.items():
            before, looks = self._unsent.get(transport, (0, 0))
            if size and (size >= before > 0 or looks >= _MAX_LOOKS):
                transport.abort()
        self._unsent = {
            transport: (size, self._unsent.get(transport, (0, 0))[1] + 1)
            for transport, size in waiting.items()
            if size
        }
        self._forget_closed()
        self._is_watching = bool(self._inside)
        if self._is_watching:
            loop.call_later(self._settings.head_seconds, self._end_stuck, loop)

    def _has_room(self, address: str) -> bool:
        if len(self._inside) >= self._settings.max_connections:
            return False
        return not address or self._by_address[address] < self._settings.max_connections_per_ip

    def _counted(self, address: str) -> str:
        """What an address counts as; empty for this machine and for trusted proxies."""
        return "" if address in self._trusted else counted_address(address)

    def _forget_closed(self) -> None:
        """Nobody says when a connection ends that has become a WebSocket: they are looked at."""
        self._inside = {
            t: ip for t, ip in self._inside.items() if not t.is_closing() or _num_unsent(t)
        }
        self._by_address = Counter(self._inside.values())


def make_protocol(settings: ServerSettings) -> type[H11Protocol]:
    """The HTTP protocol of uvicorn, with limits on its connections."""
    connections = ConnectionLimits(settings)

    class LimitedProtocol(H11Protocol):
        limits = connections

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            if not connections.admit(transport):
                _end(transport, b"503 Service Unavailable")
                return
            self._look_again(None)
            connections.watch(self.loop)

        def _look_again(self, last: Any) -> None:
            self.loop.call_later(settings.head_seconds, self._end_if_silent, last)

        def _end_if_silent(self, last: Any) -> None:
            """Ends what has not begun a request since the last look and answers none."""
            is_over = self.transport.is_closing() or self.transport.get_protocol() is not self
            if is_over:  # or a WebSocket has taken over
                return
            cycle: Any = self.cycle
            if cycle is last and (cycle is None or cycle.response_complete):
                _end(self.transport, b"408 Request Timeout")
                return
            self._look_again(cycle)

    return LimitedProtocol


def _num_unsent(transport: asyncio.Transport) -> int:
    """Bytes that wait for the client; a transport that has ended may not know."""
    try:
        return transport.get_write_buffer_size()
    except (RuntimeError, AttributeError, OSError):
        return 0


def _end(transport: asyncio.Transport, status: bytes) -> None:
    transport.write(b"HTTP/1.1 " + status + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    transport.close()


def _address(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""
