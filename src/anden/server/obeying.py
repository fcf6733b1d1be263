"""What the messages of a client at a table do, and what it is answered."""

from functools import partial
from typing import Any

from anden.game import NotationError, parse_action
from anden.kernel.ids import Seat

from . import metrics
from .chance import committed, revealed
from .coach import ideas, warning
from .connection import Connection
from .errors import RefusedError
from .messages import (
    Act,
    ClientMessage,
    Coach,
    Commit,
    Hello,
    Ping,
    Reasons,
    Reveal,
    Say,
    SetLanguage,
    Show,
    Undo,
    Visible,
    Why,
)
from .open_tables import OpenTables
from .options import reason_as_dict, reasons_as_dict, why_not_now
from .storage.rows import BOT
from .table import Table


async def obey(connection: Connection, message: ClientMessage, open_tables: OpenTables) -> None:
    match message:
        case Hello():
            raise RefusedError("hello/expected")
        case Show():
            connection.show(message.seat, message.since)
        case Act():
            await _act(connection, message)
        case Why():
            connection.push(_reason(connection, message))
        case Reasons():
            connection.push(_reasons(connection, message))
        case Say():
            await _say(connection, message)
        case Coach():
            connection.push(_advice(connection, message))
        case Undo():
            await _undo(connection, message)
        case Visible():
            await open_tables.looking.show(connection, message.is_visible)
        case Commit():
            add = partial(committed, device=connection.device, commitment=message.commitment)
            await connection.table.change(add)
        case Reveal():
            tell = partial(revealed, device=connection.device, number=message.number)
            await connection.table.change(tell)
        case SetLanguage():
            connection.say_in(message.language)
        case Ping():
            connection.push({"type": "pong"})


async def _act(connection: Connection, act: Act) -> None:
    _check_shown(connection, act.seat)
    if connection.table.lobby.seats[act.seat].kind == BOT:
        raise RefusedError("seat/bot-plays")
    with metrics.measured(metrics.action_seconds):
        seq = await connection.table.act(act.seat, act.action, act.seq, act.id)
    connection.push({"type": "ack", "id": act.id, "seq": seq})


async def _undo(connection: Connection, undo: Undo) -> None:
    _check_shown(connection, undo.seat)
    seq = await connection.table.undo(undo.seat, undo.seq)
    connection.push({"type": "ack", "id": undo.id, "seq": seq})


async def _say(connection: Connection, say: Say) -> None:
    if say.seat not in connection.held:
        raise RefusedError("seat/not-yours")
    await connection.table.say(say.seat, say.phrase)


def _advice(connection: Connection, ask: Coach) -> dict[str, Any]:
    """From the shown seat's view alone, and only where nobody is at a disadvantage by it."""
    table: Table = connection.table
    _check_shown(connection, ask.seat)
    if table.game is None or not table.is_playing:
        raise RefusedError("game/not-playing")
    if table.lobby.row.is_rated:
        raise RefusedError("rated/no-help")
    if not table.may_help(ask.seat):
        raise RefusedError("coach/against-people")
    view = table.game.view(ask.seat)
    answer: dict[str, Any] = {"type": "advice", "id": ask.id, "action": ask.action}
    if ask.action is None:
        return answer | {"warning": None, "ideas": ideas(view, connection.language)}
    try:
        action = parse_action(table.game.board, ask.action)
    except NotationError:
        raise RefusedError("action/unreadable") from None
    return answer | {"warning": warning(view, action, connection.language), "ideas": []}


def _check_shown(connection: Connection, seat: Seat) -> None:
    if seat not in connection.held:
        raise RefusedError("seat/not-yours")
    if seat != connection.shown:
        raise RefusedError("seat/not-shown")


def _reason(connection: Connection, why: Why) -> dict[str, Any]:
    """Answered from the shown seat's view alone: nothing about other seats can leak."""
    table: Table = connection.table
    _check_shown(connection, why.seat)
    if table.game is None or not table.is_playing:
        raise RefusedError("game/not-playing")
    try:
        action = parse_action(table.game.board, why.action)
    except NotationError:
        raise RefusedError("action/unreadable") from None
    reason = why_not_now(table.game.view(why.seat), action)
    answer = {"type": "reason", "id": why.id, "action": str(action), "is_legal": reason is None}
    return answer | reason_as_dict(reason, connection.language)


def _reasons(connection: Connection, ask: Reasons) -> dict[str, Any]:
    """All reasons at once, for who reads or points at the board; from the seat's view alone."""
    table: Table = connection.table
    _check_shown(connection, ask.seat)
    if table.game is None or not table.is_playing:
        raise RefusedError("game/not-playing")
    reasons = reasons_as_dict(table.game.view(ask.seat), connection.language)
    return {"type": "reasons", "id": ask.id, "seq": table.seq} | reasons
