"""Whether a request was meant for this server.

A page of somebody else's can let its own name point to a server at home, and then talk to it as if
it belonged there. It can't choose names that only this network or this machine gives out.
"""

import ipaddress
import socket
from functools import cache

_LOCAL_ENDINGS = (".localhost", ".local", ".lan", ".home.arpa", ".internal", ".test")


def is_own_host(host: str, allowed: tuple[str, ...]) -> bool:
    """Of the header Host: an address, a name of this network, or one that was allowed.

    Browsers always send one; programs that send none are not misled by a page.
    """
    name = _name(host)
    if not name or "*" in allowed or name in map(_name, allowed):
        return True
    return _is_address(name) or name in _machine_names() or _is_local(name)


def shown_host(host: str) -> str:
    """The name as it may be said in an error."""
    name = _name(host)[:80]
    return name if name.isascii() and name.replace("-", "").replace(".", "").isalnum() else "?"


def _name(host: str) -> str:
    """Without port, brackets and the dot that a whole name may end with."""
    text = host.strip().casefold()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0].removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def _is_local(name: str) -> bool:
    """Names without a dot, and those that no registry on the internet hands out."""
    return "." not in name or name.endswith(_LOCAL_ENDINGS)


@cache
def _machine_names() -> frozenset[str]:
    return frozenset({socket.gethostname().casefold()})
