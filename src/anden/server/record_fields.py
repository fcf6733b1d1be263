"""Fields of a game's record as bytes: equal when the fields are."""

from anden.kernel.ids import Seat
from anden.kernel.layout import MAX_SEATS, STATE


class RecordFields:
    """What one seat has in some fields, and the whole of others."""

    def __init__(self, *of_seat: str, of_all: tuple[str, ...] = ()) -> None:
        self._of_seat = [_place(name, MAX_SEATS) for name in of_seat]
        self._of_all = [_place(name, 1) for name in of_all]

    def of(self, record: bytes, seat: Seat) -> bytes:
        own = [
            record[start + seat * size : start + (seat + 1) * size] for start, size in self._of_seat
        ]
        return b"".join(own + [record[start : start + size] for start, size in self._of_all])


def _place(name: str, num_parts: int) -> tuple[int, int]:
    """Where a field begins, and how many bytes each part of it has."""
    assert STATE.fields is not None
    kind, start = STATE.fields[name][:2]
    return start, kind.itemsize // num_parts
