"""Whatever a board file says, the answer is a board or a BoardError."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from anden.boards import (
    Board,
    BoardError,
    board_from_json,
    builtin_boards,
    layout_for,
    load_board,
)
from tests.boards.broken import board_file

SOURCES = [load_board(name).source for name in builtin_boards()]
DRAWN = [json.dumps(board_file(name)) for name in builtin_boards()]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.integers()
    | st.floats()
    | st.text(max_size=50)
    | st.sampled_from(["gray", "red", "paris", "usa", "tickets", "\ud800", "1", "__"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


def mutate(data: st.DataObject, board: dict[str, Any]) -> None:
    """Walks down to some place and changes, removes, repeats or adds something there."""
    at: Any = board
    while True:
        steps = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not steps:
            return
        step = data.draw(st.sampled_from(steps))
        if isinstance(at[step], dict | list) and data.draw(st.booleans()):
            at = at[step]
            continue
        break
    match data.draw(st.sampled_from(["change", "remove", "repeat", "add"])):
        case "change":
            at[step] = data.draw(VALUES)
        case "remove":
            del at[step]
        case "repeat" if isinstance(at, list):
            at.append(at[step])
        case _ if isinstance(at, dict):
            at[data.draw(st.text(max_size=10))] = data.draw(VALUES)


def load_if_valid(text: str) -> Board | None:
    try:
        return board_from_json(text, "my.json")
    except BoardError as error:
        message = str(error)
    assert message.isprintable()
    assert len(message) < 400
    return None


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.data())
def test_mutated_board_loads_or_raises_board_error(data: st.DataObject) -> None:
    plain = json.loads(data.draw(st.sampled_from(SOURCES + DRAWN)))
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(data, plain)
    board = load_if_valid(json.dumps(plain))
    if board is None:
        return
    assert board_from_json(board.source, "my.json") == board
    assert len(layout_for(board).cities) == len(board.cities)
    for route in board.routes:
        assert board.find_route(board.route_name(route.index)) == route.index
    for ticket in board.tickets:
        assert board.find_ticket(board.ticket_name(ticket.index)) == ticket.index


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.sampled_from(SOURCES), st.data())
def test_damaged_text_loads_or_raises_board_error(source: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, min(len(source), start + 20)))
    damaged = source[:start] + data.draw(st.text(max_size=5)) + source[end:]
    load_if_valid(damaged)
