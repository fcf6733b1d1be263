"""The lines between Andén and a bot in another program: docs/bots.md describes them."""

import base64
import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from anden.boards import Board, board_from_json
from anden.game import Action, KeepTickets, NotationError, View, parse_action
from anden.game.events import Event
from anden.game.explain import why_not
from anden.game.view_json import board_on_wire, event_as_dict, view_as_dict
from anden.kernel import STATE

from .errors import CRASH, GARBAGE, ILLEGAL, BotFault

PROTOCOL = 1
_SHOWN = 200  # characters of a bot's words in a report


def hello_line(view: View, seed: int, seconds: float) -> bytes:
    """The first line: the board, the seat, and what fixes the bot's choices."""
    message = {
        "type": "hello",
        "protocol": PROTOCOL,
        "seat": view.seat,
        "players": view.players,
        "seed": seed,
        "seconds": seconds,
    }
    return _line(message | board_on_wire(view.board))


def choose_line(
    view: View, legal: Sequence[Action], events: Sequence[Event], *, has_record: bool = False
) -> bytes:
    """The question of one decision; a Python host asks for the view's record as well."""
    message = {
        "type": "choose",
        "view": view_as_dict(view),
        "events": [event_as_dict(event) for event in events],
        "legal": [str(action) for action in legal],
    }
    if has_record:
        message["record"] = base64.b64encode(view.state.tobytes()).decode()
    return _line(message)


def record_from_text(text: str) -> Any:
    """The inverse of what `choose_line` makes of a view's record."""
    return np.frombuffer(bytearray(base64.b64decode(text)), STATE)[0]


def read_answer(line: bytes) -> dict[str, Any]:
    """The JSON object in a line; BotFault if there is none."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise BotFault(GARBAGE, f"this is not JSON: {shown(line)}") from None
    if not isinstance(answer, dict):
        raise BotFault(GARBAGE, f"this is not a JSON object: {shown(line)}")
    return answer


def action_in(answer: dict[str, Any], view: View, legal: Sequence[Action]) -> Action:
    """The legal action an answer names, by its text or by its index; BotFault if none."""
    if "error" in answer:
        raise BotFault(CRASH, shown(answer["error"]))
    if "index" in answer:
        return _action_at(answer["index"], legal)
    if isinstance(answer.get("action"), str):
        return _action_called(answer["action"], view, legal)
    raise BotFault(GARBAGE, f"an answer needs an action or an index: {shown(answer)}")


def _action_at(index: object, legal: Sequence[Action]) -> Action:
    if type(index) is not int or not 0 <= index < len(legal):
        raise BotFault(ILLEGAL, f"index {shown(index)}: there are 0 to {len(legal) - 1}")
    return legal[index]


def _action_called(text: str, view: View, legal: Sequence[Action]) -> Action:
    try:
        action = parse_action(view.board, text)
    except NotationError as error:
        raise BotFault(ILLEGAL, shown(error)) from None
    for option in legal:
        if _is_same(option, action):
            return option
    raise BotFault(ILLEGAL, f"{action}: {why_not(view, action)}")


def _is_same(option: Action, action: Action) -> bool:
    """Whether they do the same; the order in which tickets are named has no meaning."""
    if isinstance(option, KeepTickets) and isinstance(action, KeepTickets):
        return set(option.tickets) == set(action.tickets)
    return option == action


def shown(words: object) -> str:
    """A bot's words, fit for a report: short, on one line, nothing that a terminal obeys."""
    text = words[:_SHOWN].decode("utf-8", "replace") if isinstance(words, bytes) else str(words)
    return ascii(text[:_SHOWN])


def board_of(hello: dict[str, Any]) -> Board:
    """The board a hello describes."""
    return board_from_json(json.dumps(hello["board"]), "the board of the hello")


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
