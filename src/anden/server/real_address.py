"""Behind a proxy, the client is who the proxy says it is; nobody else is believed.

Every proxy adds the address that it was spoken to from. So the list is read from its end, past the
proxies that are trusted: what stands before that, anybody can have written.
"""

import re
from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from .places import Networks, address_of
from .settings import ServerSettings

_FOR = re.compile(r'(?:^|;)\s*for\s*=\s*("?)([^";]*)\1', re.IGNORECASE)
_PROTO = re.compile(r'(?:^|;)\s*proto\s*=\s*"?([a-z]+)', re.IGNORECASE)
_PORT = re.compile(r"(\[.*\]|[^:]*):\d+")
_SECURE = {"http": "https", "ws": "wss"}
_MAX_HOPS = 20


class RealAddress:
    """Puts the client's own address in the place of the proxy's."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self._app = app
        self._trusted = Networks(settings.trusted_proxies)
        self._read = _forwarded if settings.proxy_header == "forwarded" else _x_forwarded

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and address_of(scope) in self._trusted:
            addresses, scheme = self._read(Headers(scope=scope))
            if addresses:
                scope["client"] = (self._outermost(addresses), 0)
            if scheme in ("https", "wss"):
                scope["scheme"] = _SECURE.get(scope["scheme"], scope["scheme"])
        await self._app(scope, receive, send)

    def _outermost(self, addresses: Sequence[str]) -> str:
        """The last one that is no proxy of ours."""
        hops = addresses[-_MAX_HOPS:]
        return next((hop for hop in reversed(hops) if hop not in self._trusted), hops[0])


def _x_forwarded(headers: Headers) -> tuple[list[str], str]:
    hops = ",".join(headers.getlist("x-forwarded-for")).split(",")
    scheme = ",".join(headers.getlist("x-forwarded-proto")).split(",")[-1]
    return [_bare(hop) for hop in hops if hop.strip()], scheme.strip().casefold()


def _forwarded(headers: Headers) -> tuple[list[str], str]:
    hops = ",".join(headers.getlist("forwarded")).split(",")
    found = [match[2] for hop in hops if (match := _FOR.search(hop))]
    scheme = _PROTO.search(hops[-1])
    return [_bare(hop) for hop in found], scheme[1].casefold() if scheme else ""


def _bare(hop: str) -> str:
    """An address without port, brackets and spaces."""
    hop = hop.strip()
    if match := _PORT.fullmatch(hop):
        hop = match[1]
    return hop.strip("[]")[:64]
