"""What every request passes on its way in and every response on its way out."""

import asyncio

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import metrics
from .budgets import price_of_request
from .errors import RefusedError
from .language import language_of
from .open_tables import OpenTables
from .origin import is_own_origin
from .own_host import is_own_host, shown_host
from .places import address_of, counted_address, device_of, is_direct
from .settings import ServerSettings

_READING = ("GET", "HEAD", "OPTIONS")
_TOO_MANY = 429
_PROBES = ("/healthz", "/readyz", "/metrics")

HEADERS = {
    "content-security-policy": "; ".join(
        (
            "default-src 'self'",
            "style-src 'self' 'unsafe-inline'",  # Svelte sets style attributes
            "img-src 'self' data: blob:",
            "media-src 'self' data: blob:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class RequestChecks:
    """Limits bodies and rates, keeps other origins out, and adds the security headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        headers = Headers(scope=scope)
        try:
            settings = _check(scope, headers)
            if scope["method"] not in _READING:
                limit = _limit(scope, settings)
                receive = await _read_body(receive, limit, settings.head_seconds)
            await self._app(scope, receive, send_safely)
        except RefusedError as refusal:
            metrics.refusals.labels(refusal.code).inc()
            response = JSONResponse(refusal.as_dict(language_of(headers)), refusal.status)
            if refusal.status == _TOO_MANY and is_direct(scope):
                response.headers["connection"] = "close"  # how often one may come is limited
            await response(scope, receive, send_safely)


def _check(scope: Scope, headers: Headers) -> ServerSettings:
    """Refuses what is not meant for this server, too much, or may not change anything here."""
    open_tables: OpenTables = scope["app"].state.open_tables
    settings, method, path = open_tables.settings, scope["method"], scope["path"]
    host = headers.get("host", "")
    if not is_own_host(host, settings.host_names):
        raise RefusedError("host/unknown", host=shown_host(host))
    if method not in _READING:
        if not is_own_origin(headers, settings.origins):
            raise RefusedError("origin/foreign")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > _limit(scope, settings):
            raise RefusedError("request/too-big")
    if path not in _PROBES:
        address = counted_address(address_of(scope))
        payer = open_tables.accounts.payer(device_of(scope), address)
        open_tables.budgets.spend(payer, price_of_request(method, path))
    return settings


def _limit(scope: Scope, settings: ServerSettings) -> int:
    """Of a body's length: board files are larger than anything else."""
    return settings.max_board if scope["path"] == "/api/boards" else settings.max_body


async def _read_body(receive: Receive, limit: int, seconds: float) -> Receive:
    """Reads the body, within its limits of length and time."""
    body = b""
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                body += message.get("body", b"")
                if len(body) > limit:
                    raise RefusedError("request/too-big")
                if not message.get("more_body", False):
                    break
    except TimeoutError:
        raise RefusedError("request/too-slow") from None
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_again
