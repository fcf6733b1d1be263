"""The WebSocket: reads what clients say, checks it, and lets the table answer."""

import asyncio
import json
import logging
from contextlib import ExitStack, suppress
from functools import partial

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from . import logs, metrics
from .budgets import MESSAGE, MESSAGES
from .connection import GONE, TOO_MUCH, Connection
from .errors import RefusedError
from .fair_turns import Payer
from .identity import device_key, hashed, is_key
from .limits import Bucket
from .lobby import held_seats
from .messages import CLIENT_MESSAGE, ClientMessage, Hello
from .obeying import obey
from .open_tables import OpenTables
from .origin import is_own_origin
from .own_host import is_own_host, shown_host
from .places import address_of, counted_address
from .settings import PROTOCOL, ServerSettings
from .silence import Silence
from .table import Table

PROTOCOL_ERROR = 4000
NO_HELLO = 4001
FOREIGN = 4003
IDLE = 4009
BUSY = 4010
_MAX_ID_BYTES = 256
_FORGIVEN_PER_SECOND = 1.0  # messages over the limit


class EndError(Exception):
    """The connection is to be closed with this code, after a refusal if there is one."""

    def __init__(
        self, code: int, refusal: RefusedError | None = None, language: str = "en"
    ) -> None:
        super().__init__(code)
        self.code, self.refusal, self.language = code, refusal, language


async def serve_socket(socket: WebSocket) -> None:
    open_tables: OpenTables = socket.app.state.open_tables
    address = counted_address(address_of(socket.scope))
    if not open_tables.crowd.may_come(address):
        metrics.refusals.labels("rate/limited").inc()
        await socket.close()  # before it is one: a handshake costs half a millisecond
        return
    await socket.accept()
    try:
        host = socket.headers.get("host", "")
        if not is_own_host(host, open_tables.settings.host_names):
            raise EndError(FOREIGN, RefusedError("host/unknown", host=shown_host(host)))
        if not is_own_origin(socket.headers, open_tables.settings.origins):
            raise EndError(FOREIGN, RefusedError("origin/foreign"))
        hello = await _greeting(socket, open_tables)
        payer = await _payer(socket, open_tables, hello, address)
    except EndError as end:
        await _say_goodbye(socket, end)
        return
    except (WebSocketDisconnect, RuntimeError):
        return
    with ExitStack() as stack:
        try:
            _count(stack, open_tables, payer, hello)  # before anything is waited for
            connection = await _at_table(socket, open_tables, payer, hello)
        except EndError as end:
            await _say_goodbye(socket, end)
            return
        await _visit(socket, open_tables, connection)


async def _visit(socket: WebSocket, open_tables: OpenTables, connection: Connection) -> None:
    table = connection.table
    sending = asyncio.create_task(connection.send_waiting())
    reading = asyncio.create_task(_read(socket, open_tables, connection))
    try:
        connection.welcome()
        table.enter(connection)
        logs.tell(logs.games, logging.INFO, "visitor came", game=table.id)
        await asyncio.wait((sending, reading), return_when=asyncio.FIRST_COMPLETED)
        if sending.done():
            sending.result()
        elif reading.result():
            await asyncio.wait((sending,), timeout=open_tables.settings.send_seconds)
    finally:
        table.leave(connection)
        logs.tell(logs.games, logging.INFO, "visitor left", game=table.id)
        for task in (sending, reading):
            task.cancel()
        await asyncio.gather(sending, reading, return_exceptions=True)
        await open_tables.looking.leave(connection)


async def _greeting(socket: WebSocket, open_tables: OpenTables) -> Hello:
    """Waits for the hello."""
    try:
        async with asyncio.timeout(open_tables.settings.hello_seconds):
            text = await _receive(socket)
    except TimeoutError:
        raise EndError(NO_HELLO) from None
    try:
        hello = _understand(text, open_tables.settings.max_message)
        if not isinstance(hello, Hello):
            raise EndError(PROTOCOL_ERROR, RefusedError("hello/expected"))
        if hello.protocol != PROTOCOL:
            raise EndError(PROTOCOL_ERROR, RefusedError("protocol/unsupported"), hello.language)
    except RefusedError as refusal:
        raise EndError(PROTOCOL_ERROR, refusal) from None
    return hello


async def _payer(socket: WebSocket, open_tables: OpenTables, hello: Hello, address: str) -> Payer:
    """Who has come. That is paid for before the store is asked."""
    device = _device(socket, hello)
    try:
        price = MESSAGES["hello"]
        open_tables.budgets.spend(open_tables.accounts.payer(device, address), price)
        person = await open_tables.accounts.person(device)
    except RefusedError as refusal:
        raise EndError(BUSY, refusal, hello.language) from None
    return Payer(person or "", address)


def _count(stack: ExitStack, open_tables: OpenTables, payer: Payer, hello: Hello) -> None:
    """Counts the connection until the stack ends; refused where there are too many."""
    try:
        stack.enter_context(open_tables.crowd.inside(payer, hello.game))
    except RefusedError as refusal:
        raise EndError(BUSY, refusal, hello.language) from None


async def _at_table(
    socket: WebSocket, open_tables: OpenTables, payer: Payer, hello: Hello
) -> Connection:
    """A connection to the table that the hello is for."""
    device = payer.person or None
    try:
        table = await open_tables.table(hello.game, device)
        if not _has_room(table, device, open_tables.settings):
            raise EndError(BUSY, RefusedError("server/busy"), hello.language)
        return Connection(socket, table, payer, _device(socket, hello), hello)
    except RefusedError as refusal:
        raise EndError(GONE, refusal, hello.language) from None


def _has_room(table: Table, device: str | None, settings: ServerSettings) -> bool:
    """Spectators can't keep players out: they are counted apart."""
    same = sum(visitor.device == device for visitor in table.audience.visitors)
    if same >= settings.max_sockets_per_device:
        return False
    if held_seats(table.lobby, device):
        return True
    spectators = sum(not held_seats(table.lobby, v.device) for v in table.audience.visitors)
    return spectators < settings.max_spectators


def _device(socket: WebSocket, hello: Hello) -> str | None:
    key = hello.key or device_key(socket.cookies, socket.headers.get("authorization"))
    return hashed(key) if key is not None and is_key(key) else None


async def _say_goodbye(socket: WebSocket, end: EndError) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        if end.refusal is not None:
            metrics.refusals.labels(end.refusal.code).inc()
            text = end.refusal.text(end.language)
            message = {"type": "refused", "id": None, "code": end.refusal.code, "text": text}
            await socket.send_text(json.dumps(message | {"seq": 0}))
        await socket.close(end.code)


async def _read(socket: WebSocket, open_tables: OpenTables, connection: Connection) -> bool:
    """Answers messages until the client leaves or floods; False if it has left."""
    settings = open_tables.settings
    bucket = Bucket(settings.message_burst, settings.messages_per_second)
    patience = Bucket(settings.max_strikes, _FORGIVEN_PER_SECOND)
    with Silence(settings.idle_seconds, partial(connection.end, IDLE)) as silence:
        while True:
            try:
                text = await _receive(socket)
            except (WebSocketDisconnect, RuntimeError):
                return False
            silence.heard()
            if bucket.take() and await _answer(connection, text, open_tables):
                continue
            if not patience.take():
                connection.end(TOO_MUCH)
                return True
            connection.refuse(RefusedError("rate/limited"), _request_id(text))
            await asyncio.sleep(1 / settings.messages_per_second)


async def _receive(socket: WebSocket) -> str | None:
    """The text of the next message; None for a binary one."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    text: str | None = message.get("text")
    return text


async def _answer(connection: Connection, text: str | None, open_tables: OpenTables) -> bool:
    """False if that is more than the person may ask for now."""
    try:
        message = _understand(text, open_tables.settings.max_message)
        if not open_tables.budgets.can(connection.payer, MESSAGES.get(message.type, MESSAGE)):
            return False
        await obey(connection, message, open_tables)
    except RefusedError as refusal:
        connection.refuse(refusal, _request_id(text))
    return True


def _understand(text: str | None, max_message: int) -> ClientMessage:
    if text is None:
        raise RefusedError("frame/garbage")
    if len(text) > max_message:
        raise RefusedError("frame/too-big")
    try:
        return CLIENT_MESSAGE.validate_json(text)
    except ValidationError:
        raise RefusedError("frame/garbage") from None


def _request_id(text: str | None) -> str | None:
    """What a client called its message, as far as that can be read."""
    if text is None or len(text) > 4096:
        return None
    try:
        request = json.loads(text).get("id")
        is_one = isinstance(request, str) and len(request.encode()) <= _MAX_ID_BYTES
    except (ValueError, AttributeError, RecursionError):  # half a character is a ValueError too
        return None
    return request if is_one else None
