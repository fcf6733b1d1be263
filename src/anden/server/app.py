"""The application: routes, the socket, and what happens at start and stop."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

import anden

from . import metrics, probes, static
from .errors import RefusedError
from .language import language_of
from .open_tables import OpenTables
from .packing import Packing
from .real_address import RealAddress
from .request_checks import RequestChecks
from .request_watch import RequestWatch
from .routes import router
from .settings import ServerSettings
from .socket import serve_socket
from .wire.schema import openapi

log = logging.getLogger("anden.server")

_LOOP_SECONDS = 5.0  # between two looks at how late the loop is

_BY_STATUS = {404: "request/not-found", 405: "request/method", 413: "request/too-big"}


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    """A server with these settings; its store is opened when it starts."""

    settings = settings or ServerSettings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.open_tables = OpenTables(settings)
        await app.state.open_tables.open()
        watching = asyncio.create_task(_watch_loop())
        yield
        watching.cancel()
        await app.state.open_tables.close()

    app = FastAPI(
        title="Andén",
        version=anden.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.is_stopping = False
    app.add_middleware(Packing)
    app.add_middleware(RequestChecks)
    app.add_middleware(RequestWatch)
    app.add_middleware(RealAddress, settings=settings)
    app.add_exception_handler(RefusedError, _on_refused)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(Exception, _on_failure)
    app.include_router(probes.router)
    app.include_router(router)
    app.add_api_websocket_route("/api/socket", serve_socket)
    app.include_router(static.router)
    app.openapi = lambda: openapi(app)  # type: ignore[method-assign]
    return app


async def _watch_loop() -> None:
    """Whatever holds up the loop holds up everybody."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LOOP_SECONDS
        await asyncio.sleep(_LOOP_SECONDS)
        metrics.loop_delay.set(loop.time() - due)


async def _on_refused(request: Request, error: Exception) -> Response:
    refusal = error if isinstance(error, RefusedError) else RefusedError("server/failed")
    metrics.refusals.labels(refusal.code).inc()
    return JSONResponse(refusal.as_dict(language_of(request.headers)), refusal.status)


async def _on_invalid(request: Request, error: Exception) -> Response:
    """Names the first field that is wrong, and nothing of what it held."""
    errors = error.errors() if isinstance(error, RequestValidationError) else []
    places = errors[0]["loc"] if errors else ()
    field = ".".join(str(place)[:40] for place in places[:4]) or "?"
    return await _on_refused(request, RefusedError("request/invalid", field=field))


async def _on_http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 400:  # a body that is no JSON at all
        return await _on_refused(request, RefusedError("request/invalid", field="body"))
    code = _BY_STATUS.get(status, "server/failed" if status >= 500 else "request/not-found")
    return await _on_refused(request, RefusedError(code))


async def _on_failure(request: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error)
    return await _on_refused(request, RefusedError("server/failed"))
