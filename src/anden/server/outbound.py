"""All that the server sends to addresses which people have given: the one way out.

Such an address may lead anywhere, so it is looked up here, every one of its answers has to be on
the public internet, and the connection goes to what was looked up, not to the name again. Only
https, no redirects, nothing read but the head of the answer, and all of it within a few seconds.
"""

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import h11

from .errors import RefusedError

MAX_URL = 1000
_MAX_HEAD = 16 * 1024  # bytes of an answer
_READ = 4096
_URL = re.compile(r"[!-~]+")  # nothing that could end a line of the request
_NAT64 = ipaddress.ip_network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class OutboundError(Exception):
    """Nothing has come of it; `result` says why in a word."""

    def __init__(self, result: str) -> None:
        super().__init__(result)
        self.result = result


@dataclass(frozen=True)
class Target:
    """An address, taken apart."""

    host: str
    port: int
    path: str
    is_secure: bool
    is_usual: bool  # the port of its scheme

    @property
    def name(self) -> str:
        """As it stands in the request."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.is_usual else f"{host}:{self.port}"


class Outbound:
    """`is_local` lets it talk to this machine too, without TLS: for trying things out."""

    def __init__(
        self, seconds: float, is_local: bool, context: ssl.SSLContext | None = None
    ) -> None:
        self._seconds, self._is_local, self._context = seconds, is_local, context

    async def check(self, url: str) -> None:
        """Refuses an address that nothing would be sent to."""
        target = parse_url(url)
        if not (target.is_secure or self._is_local):
            raise RefusedError("address/not-https")
        try:
            async with asyncio.timeout(self._seconds):
                await self._look_up(target)
        except TimeoutError:
            raise RefusedError("address/unknown") from None
        except OutboundError as error:
            is_inside = error.result == "address"
            raise RefusedError("address/inside" if is_inside else "address/unknown") from None

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """The status of the answer; OutboundError if there is none."""
        try:
            target = parse_url(url)
        except RefusedError:
            raise OutboundError("address") from None
        if not (target.is_secure or self._is_local):
            raise OutboundError("address")
        try:
            async with asyncio.timeout(self._seconds):
                return await self._post(target, headers, body)
        except TimeoutError:
            raise OutboundError("timeout") from None
        except ssl.SSLError:
            raise OutboundError("certificate") from None
        except (OSError, h11.ProtocolError):
            raise OutboundError("unreachable") from None

    async def _post(self, target: Target, headers: Mapping[str, str], body: bytes) -> int:
        reader, writer = await self._connect(target)
        try:
            return await _exchange(reader, writer, target, headers, body)
        finally:
            writer.transport.abort()

    async def _connect(self, target: Target) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """To the first address of the host that can be reached."""
        problem: OSError = OSError("no address")
        for address in await self._look_up(target):
            try:
                return await asyncio.open_connection(
                    address,
                    target.port,
                    ssl=self._tls() if target.is_secure else None,
                    server_hostname=target.host if target.is_secure else None,
                    limit=_MAX_HEAD,
                )
            except ssl.SSLError:
                raise
            except OSError as error:
                problem = error
        raise problem

    def _tls(self) -> ssl.SSLContext:
        if self._context is None:
            self._context = ssl.create_default_context()
        return self._context

    async def _look_up(self, target: Target) -> list[str]:
        """The host's addresses; all of them have to be on the public internet."""
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            raise OutboundError("unreachable") from None
        addresses = list(dict.fromkeys(str(place[0]) for *_, place in found))
        if not addresses or not all(self._may_reach(address) for address in addresses):
            raise OutboundError("address")
        return addresses

    def _may_reach(self, text: str) -> bool:
        try:
            address = ipaddress.ip_address(text)
        except ValueError:  # fe80::1%eth0
            return False
        return is_public(address) or (self._is_local and address.is_loopback)


def parse_url(url: str) -> Target:
    """Refuses what is no plain http or https address."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise RefusedError("address/not-https") from None
    is_plain = len(url) <= MAX_URL and _URL.fullmatch(url) and "@" not in parts.netloc
    if parts.scheme not in ("http", "https") or not host or not is_plain or port == 0:
        raise RefusedError("address/not-https")
    is_secure = parts.scheme == "https"
    usual = 443 if is_secure else 80
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(host, port or usual, path, is_secure, port in (None, usual))


def is_public(address: Address) -> bool:
    """Whether it is an ordinary address of the internet, also if another one is wrapped in it."""
    if isinstance(address, ipaddress.IPv6Address):
        if address in _NAT64:
            return is_public(ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF))
        wrapped = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
        if not all(is_public(inner) for inner in wrapped if inner is not None):
            return False
        if address.ipv4_mapped is not None:
            return True
    is_odd = (
        address.is_private
        or address.is_loopback
        or address.is_link_local
        or address.is_multicast
        or address.is_reserved
        or address.is_unspecified
        or (address.version == 6 and address.is_site_local)
    )
    return address.is_global and not is_odd


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    target: Target,
    headers: Mapping[str, str],
    body: bytes,
) -> int:
    client = h11.Connection(h11.CLIENT, max_incomplete_event_size=_MAX_HEAD)
    own = {"host": target.name, "content-length": str(len(body)), "connection": "close"}
    lines = [(name.encode(), value.encode()) for name, value in (own | dict(headers)).items()]
    request = h11.Request(method="POST", target=target.path, headers=lines)
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(client.send(part) or b"")
    await writer.drain()
    while True:
        event = client.next_event()
        if event is h11.NEED_DATA:
            client.receive_data(await reader.read(_READ))
        elif isinstance(event, h11.Response):
            return event.status_code
        elif isinstance(event, h11.ConnectionClosed):
            raise OutboundError("unreachable")
