"""The application: routes, the socket, and what happens at start and stop."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response

import anden

from . import static
from .errors import RefusedError
from .language import language_of
from .open_tables import OpenTables
from .request_checks import RequestChecks
from .routes import router
from .settings import ServerSettings
from .socket import serve_socket

log = logging.getLogger("anden.server")

_BY_STATUS = {404: "request/not-found", 405: "request/method", 413: "request/too-big"}


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    """A server with these settings; its store is opened when it starts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.open_tables = OpenTables(settings or ServerSettings())
        await app.state.open_tables.open()
        yield
        await app.state.open_tables.close()

    app = FastAPI(
        title="Andén",
        version=anden.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_middleware(GZipMiddleware, minimum_size=1024)
    app.add_middleware(RequestChecks)
    app.add_exception_handler(RefusedError, _on_refused)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(Exception, _on_failure)
    app.add_api_route("/healthz", _health, methods=["GET"], include_in_schema=False)
    app.include_router(router)
    app.add_api_websocket_route("/api/socket", serve_socket)
    app.include_router(static.router)
    return app


async def _health(request: Request) -> Response:
    is_well = await request.app.state.open_tables.is_well()
    return JSONResponse({"status": "ok" if is_well else "store"}, 200 if is_well else 503)


async def _on_refused(request: Request, error: Exception) -> Response:
    refusal = error if isinstance(error, RefusedError) else RefusedError("server/failed")
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
