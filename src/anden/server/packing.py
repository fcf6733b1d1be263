"""Answers are packed with gzip, large ones beside the loop: packing 300 kB takes as long as ten
actions.
"""

import asyncio
import zlib
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LEAST = 1024  # bytes that are worth it
_LEAST_BESIDE = 4096  # less takes no longer than handing it over
_LEVEL = 6
_GZIP = 16 + zlib.MAX_WBITS
_PACKED_ALREADY = ("audio/", "video/", "image/avif", "image/jpeg", "image/png", "image/webp")
_FONTS = ("font/woff", "font/woff2")


class Packing:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        takes_it = scope["type"] == "http" and "gzip" in Headers(scope=scope).get(
            "accept-encoding", ""
        )
        await self._app(scope, receive, _Packer(send) if takes_it else send)


class _Packer:
    """Sends one answer on. Its head waits for the first bytes, which decide."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._head: Message | None = None
        self._gzip: Any = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._head = message
        elif message["type"] == "http.response.body":
            await self._pass_on(message.get("body", b""), message.get("more_body", False))
        else:
            await self._let_go()
            await self._send(message)

    async def _pass_on(self, body: bytes, is_more: bool) -> None:
        if self._head is not None and _is_worth_it(self._head, len(body), is_more):
            self._gzip = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
            body = await self._packed(body, is_more)
            _tell(MutableHeaders(raw=self._head["headers"]), None if is_more else len(body))
        elif self._gzip is not None:
            body = await self._packed(body, is_more)
        await self._let_go()
        await self._send({"type": "http.response.body", "body": body, "more_body": is_more})

    async def _let_go(self) -> None:
        if self._head is not None:
            head, self._head = self._head, None
            await self._send(head)

    async def _packed(self, body: bytes, is_more: bool) -> bytes:
        if len(body) < _LEAST_BESIDE:
            return self._pack(body, is_more)
        return await asyncio.to_thread(self._pack, body, is_more)

    def _pack(self, body: bytes, is_more: bool) -> bytes:
        packed: bytes = self._gzip.compress(body)
        return packed if is_more else packed + self._gzip.flush()


def _is_worth_it(head: Message, size: int, is_more: bool) -> bool:
    headers = Headers(raw=head["headers"])
    kind = headers.get("content-type", "").partition(";")[0].strip().casefold()
    is_packed = kind.startswith(_PACKED_ALREADY) or kind in _FONTS
    is_whole = head["status"] not in (204, 206, 304) and "content-encoding" not in headers
    return is_whole and not is_packed and (is_more or size >= _LEAST)


def _tell(headers: MutableHeaders, size: int | None) -> None:
    headers["content-encoding"] = "gzip"
    headers.add_vary_header("accept-encoding")
    if size is None:
        del headers["content-length"]
    else:
        headers["content-length"] = str(size)
