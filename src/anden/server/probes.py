"""What machines ask a server: whether it is well, whether to send it people, how it is doing."""

import secrets

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import JSONResponse, Response

from . import metrics
from .errors import RefusedError
from .places import Networks, address_of
from .settings import ServerSettings

_PASSED_ON = ("forwarded", "x-forwarded-for", "x-real-ip")  # what proxies add

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def health(request: Request) -> Response:
    """Whether this server works: it answers, and its store takes what is written."""
    is_well = await request.app.state.open_tables.health.is_well()
    return _status("ok" if is_well else "store")


@router.get("/readyz")
async def readiness(request: Request) -> Response:
    """Whether people should be sent here."""
    if request.app.state.is_stopping:
        return _status("stopping")
    return _status(await request.app.state.open_tables.health.readiness())


@router.get("/metrics")
async def show_metrics(request: Request) -> Response:
    open_tables = request.app.state.open_tables
    _check_reader(request, open_tables.settings)
    figures = metrics.as_text(
        await open_tables.health.count_games(), open_tables.count_sockets(), open_tables.num_open
    )
    return Response(figures, media_type=CONTENT_TYPE_LATEST)


def _status(word: str) -> Response:
    return JSONResponse({"status": word}, 200 if word == "ok" else 503)


def _check_reader(request: Request, settings: ServerSettings) -> None:
    """Metrics are for those who bring the token, and for the addresses that are named.

    A proxy on this machine would make everybody local: what it passes on needs the token.
    """
    token = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
    if settings.metrics_token and secrets.compare_digest(
        token.encode(), settings.metrics_token.encode()
    ):
        return
    is_passed_on = any(name in request.headers for name in _PASSED_ON)
    if is_passed_on or address_of(request.scope) not in Networks(settings.metrics_from):
        raise RefusedError("metrics/not-allowed")
