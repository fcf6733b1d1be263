"""Counts, measures and writes down every request; nothing of what it holds."""

import logging
from time import perf_counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import logs, metrics
from .places import address_of

_METHODS = ("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS")
_API = "/api"  # some versions of FastAPI leave the prefix of a router out
_PROBES = ("/healthz", "/readyz", "/metrics")  # asked again and again


class RequestWatch:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = perf_counter(), 500

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_on)
        finally:
            _note(scope, status, perf_counter() - began)


def _note(scope: Scope, status: int, seconds: float) -> None:
    route = _route(scope)
    method = scope["method"] if scope["method"] in _METHODS else metrics.OUTSIDE
    metrics.requests.labels(method, route, str(status)).inc()
    metrics.request_seconds.labels(route).observe(seconds)
    facts: dict[str, object] = {"method": method, "route": route, "status": status}
    facts["ms"] = round(seconds * 1000, 1)
    game = scope.get("path_params", {}).get("game_id", "")
    if game.isalnum() and status != 404:
        facts["game"] = game
    if scope["app"].state.open_tables.settings.log_addresses:
        facts["address"] = address_of(scope)
    level = logging.DEBUG if route in _PROBES and status < 400 else logging.INFO
    logs.tell(logs.requests, level, "request", **facts)


def _route(scope: Scope) -> str:
    """The route's form, `/api/games/{game_id}`: what was filled in is nobody's business."""
    route: str = getattr(scope.get("route"), "path", metrics.OUTSIDE)
    is_below = scope["path"].startswith(f"{_API}/") and not route.startswith(f"{_API}/")
    return f"{_API}{route}" if is_below and route != metrics.OUTSIDE else route
