"""Where a request comes from, and what the address of it counts as."""

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

from starlette.requests import HTTPConnection
from starlette.types import Scope

from .identity import device_key, hashed

_Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_HOME = 64  # bits: one house has all addresses of an IPv6 network of this size


def address_of(scope: Scope) -> str:
    """Where a request comes from; `RealAddress` has looked behind the proxies that are trusted."""
    client = scope.get("client")
    return str(client[0]) if client else "?"


@lru_cache(4096)
def counted_address(address: str) -> str:
    """What limits go by; empty for this machine itself, where a proxy may stand for everybody."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found
    if found.is_loopback:
        return ""
    if found.version == 6:
        return str(ipaddress.ip_network((found, _HOME), strict=False))
    return str(found)


def is_direct(scope: Scope) -> bool:
    """Whether no proxy stands between: `RealAddress` knows no port of who is behind one."""
    return bool((scope.get("client") or ("", 0))[1])


def device_of(scope: Scope) -> str | None:
    """The device that a request or a connection says it is of."""
    asker = HTTPConnection(scope)
    key = device_key(asker.cookies, asker.headers.get("authorization"))
    return None if key is None else hashed(key)


class Networks:
    """Addresses and networks, as 10.0.0.0/8."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._networks = tuple(ipaddress.ip_network(text, strict=False) for text in texts)

    def __contains__(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
            found = found.ipv4_mapped
        return any(found in network for network in self._networks)
