"""What the last decision of a game saw is told to all that led there."""

import pytest

torch = pytest.importorskip("torch", reason='PyTorch is not installed: pip install "anden[learn]"')

from anden.boards import load_board  # noqa: E402
from anden.learning.endings import endings_of  # noqa: E402
from anden.learning.rows import RowLayout  # noqa: E402

LAYOUT = RowLayout(load_board("london"))


def test_owners_are_told_from_the_seat_that_decides_and_tickets_are_its_own() -> None:
    """Three players decide in turn, the third ends the game, and another game begins."""
    rows = torch.zeros(4, 1, LAYOUT.size, dtype=torch.int16)
    rows[:, :, LAYOUT.place_of(3)] = 1
    complete = LAYOUT.part("complete").start
    rows[2, 0, LAYOUT.part("seat 0 routes").start + 5] = 1  # the third seat's
    rows[2, 0, LAYOUT.part("seat 1 routes").start + 6] = 1  # the first one's
    rows[0, 0, complete + 1] = rows[2, 0, complete + 3] = 1
    seats = torch.tensor([[0], [1], [2], [0]], dtype=torch.int8)
    dones = torch.tensor([[False], [False], [True], [False]])
    endings = endings_of(rows, seats, dones, LAYOUT)
    assert endings.is_known.tolist() == [True, True, True, False]
    assert endings.owners[:3, 5].tolist() == [3, 2, 1]
    assert endings.owners[:3, 6].tolist() == [1, 3, 2]
    assert endings.owners[:3].count_nonzero() == 6
    assert endings.made[:3].nonzero().tolist() == [[0, 1], [2, 3]]
