"""How many connections may come in, and how long one may stay silent.

Sockets that are opened and never used would otherwise take up all places.
"""

import asyncio
import ipaddress
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from .settings import ServerSettings


class ConnectionLimits:
    """Counts the connections that are open, in all and by address."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._inside: dict[asyncio.Transport, str] = {}

    def admit(self, transport: asyncio.Transport) -> bool:
        self._inside = {t: ip for t, ip in self._inside.items() if not t.is_closing()}
        address = _address(transport)
        if len(self._inside) >= self._settings.max_connections:
            return False
        same = sum(address == other for other in self._inside.values())
        if same >= self._settings.max_connections_per_ip and not _is_loopback(address):
            return False
        self._inside[transport] = address
        return True


def make_protocol(settings: ServerSettings) -> type[H11Protocol]:
    """The HTTP protocol of uvicorn, with limits on its connections."""
    limits = ConnectionLimits(settings)

    class LimitedProtocol(H11Protocol):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            if not limits.admit(transport):
                _end(transport, b"503 Service Unavailable")
                return
            self._look_again(None)

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


def _end(transport: asyncio.Transport, status: bytes) -> None:
    transport.write(b"HTTP/1.1 " + status + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    transport.close()


def _address(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
