"""Perft: the numbers of action sequences from fixed positions are those on file."""

import pytest

from anden.machine.jit import IS_INTERPRETED
from tests.kernel.support import BOARDS, tables
from tests.perft.counting import Position, load_positions, perft

POSITIONS = [position for name in BOARDS for position in load_positions(name)]
MOST_INTERPRETED = 2_000  # sequences


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: f"{p.board}: {p.name}")
def test_numbers_of_sequences_are_those_on_file(position: Position) -> None:
    board, state = tables(position.board), position.state()
    before = state.tobytes()
    for depth, expected in enumerate(position.counts, start=1):
        if IS_INTERPRETED and depth > 1 and expected > MOST_INTERPRETED:
            break
        assert perft(board, state, depth) == expected
    assert state.tobytes() == before


@pytest.mark.parametrize("name", BOARDS)
def test_positions_go_at_least_two_actions_deep(name: str) -> None:
    for position in load_positions(name):
        assert len(position.counts) >= 2
