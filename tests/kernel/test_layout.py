"""The records: no padding, words aligned, and limits that fit the fields they bound."""

import numpy as np
import pytest

from anden.boards import load_board
from anden.kernel import layout
from anden.kernel.actions import CLAIM, MAX_ACTIONS, NUM_WORDS, PAY, STATION
from tests.kernel.support import BOARDS

RECORDS = {
    "TABLES": layout.TABLES,
    "STATE": layout.STATE,
    "RESULT": layout.RESULT,
    "NET": layout.NET,
}
each_record = pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS.keys())


def fields(record: "np.dtype[np.void]") -> dict[str, tuple["np.dtype[np.void]", int]]:
    assert record.fields is not None
    return {name: (entry[0], entry[1]) for name, entry in record.fields.items()}


@each_record
def test_records_have_no_padding(record: "np.dtype[np.void]") -> None:
    assert record.itemsize == sum(dtype.itemsize for dtype, _ in fields(record).values())


@each_record
def test_records_in_an_array_stay_aligned(record: "np.dtype[np.void]") -> None:
    assert record.itemsize % 8 == 0


@each_record
def test_every_field_is_aligned_to_its_width(record: "np.dtype[np.void]") -> None:
    for name, (dtype, offset) in fields(record).items():
        assert offset % dtype.base.itemsize == 0, name


@each_record
def test_records_hold_numbers_of_fixed_width(record: "np.dtype[np.void]") -> None:
    assert {dtype.base.str for dtype, _ in fields(record).values()} <= {
        "<u8",
        "<i4",
        "<i2",
        "|i1",
        "|u1",
    }


def test_limits_fit_the_fields() -> None:
    most = np.iinfo(np.int8).max  # of the narrowest field
    assert most >= layout.MAX_CARDS_PER_KIND
    assert max(layout.MAX_CITIES, layout.MAX_TICKETS, layout.MAX_PIECES) <= 64
    assert layout.MAX_ROUTES == 64 * layout.WORDS
    assert most >= layout.MAX_IDLE_TURNS
    assert layout.WILD == layout.MAX_COLOURS == layout.NUM_KINDS - 1


def test_search_stacks_fit_the_deepest_search() -> None:
    # One frame for each edge left out and each split it causes, one for each of the two ends.
    assert layout.MAX_FRAMES >= 2 * layout.MAX_PIECES + 3


def test_action_words_do_not_overlap() -> None:
    assert PAY + 8 * layout.MAX_COLOURS == CLAIM
    assert CLAIM + layout.MAX_ROUTES == STATION
    assert STATION + layout.MAX_CITIES == MAX_ACTIONS == 64 * NUM_WORDS


@pytest.mark.parametrize("name", BOARDS)
def test_boards_are_within_the_limits(name: str) -> None:
    board = load_board(name)
    assert board.players.max <= layout.MAX_SEATS
    assert len(board.cities) <= layout.MAX_CITIES
    assert len(board.routes) <= layout.MAX_ROUTES
    assert len(board.tickets) <= layout.MAX_TICKETS
    assert len(board.districts) <= layout.MAX_DISTRICTS
    assert max(route.length for route in board.routes) <= layout.MAX_LENGTH
    assert board.pieces.count <= layout.MAX_PIECES
    assert board.cards.total <= layout.MAX_CARDS
