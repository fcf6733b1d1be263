"""What is kept of a game: one row a seat, all numbers."""

from collections.abc import Generator, Sequence
from dataclasses import astuple, dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.kernel.layout import MAX_LENGTH

from .errors import ArenaError

ROW = np.dtype(
    [
        ("set", "i4"),
        ("rotation", "i1"),
        ("seat", "i1"),
        ("first", "i1"),  # the seat that began
        ("entry", "i2"),  # the bot: an index into the entries
        ("score", "i2"),
        ("rank", "i1"),  # 1 wins; shared when level to the end
        ("route_points", "i2"),
        ("ticket_points", "i2"),  # made less failed
        ("tickets_made", "i2"),
        ("tickets_failed", "i2"),
        ("longest", "i2"),  # spaces in the longest path
        ("longest_points", "i2"),
        ("station_points", "i2"),
        ("district_points", "i2"),
        ("lengths", "i2", (MAX_LENGTH,)),  # routes claimed, by length from 1
        ("turns", "i4"),  # of all seats, in the whole game
        ("moves", "i4"),  # of this seat
        ("forfeits", "i4"),
        ("seconds", "f8"),  # that the bot thought
    ]
)

Rows: TypeAlias = NDArray[np.void]

MAX_FAULTS = 3  # of a seat in a game that are kept in words


@dataclass(frozen=True)
class Fault:
    """A forfeited move, in words."""

    set: int
    rotation: int
    entry: int
    kind: str
    detail: str
    move: int


@dataclass(frozen=True)
class Played:
    """A set that was played."""

    number: int
    rows: Rows  # game by game, in each seat by seat
    faults: tuple[Fault, ...] = ()
    records: tuple[str, ...] = ()  # of each game; none where they are not wanted


Results: TypeAlias = Generator[list[Played], None, None]  # sets, as they get done


def write_played(played: Played) -> dict[str, Any]:
    """The set as JSON, without its records; `read_played` gives it back."""
    return {
        "set": played.number,
        "rows": [_plain(row) for row in played.rows.tolist()],
        "faults": [list(astuple(fault)) for fault in played.faults],
    }


def read_played(fields: Any) -> Played:
    try:
        rows = np.array([tuple(row) for row in fields["rows"]], ROW)
        faults = tuple(Fault(*fault) for fault in fields["faults"])
        return Played(int(fields["set"]), rows, faults)
    except (KeyError, TypeError, ValueError) as error:
        raise ArenaError("arena.error_set", detail=error) from error


def _plain(row: Sequence[Any]) -> list[Any]:
    return [value.tolist() if isinstance(value, np.ndarray) else value for value in row]


def join_rows(sets: Sequence[Played], players: int) -> Rows:
    """All rows as an array of games by seats."""
    rows = np.concatenate([np.zeros(0, ROW), *(played.rows for played in sets)])
    return rows.reshape(-1, players)


def win_shares(rows: Rows) -> NDArray[np.float64]:
    """By game and seat: 1 for a win, an equal share of it for a shared first place, else 0."""
    is_first = rows["rank"] == 1
    shares: NDArray[np.float64] = is_first / is_first.sum(axis=-1, keepdims=True)
    return shares


def margins(rows: Rows) -> NDArray[np.int64]:
    """By game and seat: the score less the best score of the other seats."""
    scores = rows["score"].astype(np.int64)
    ordered = np.sort(scores, axis=-1)
    best, second = ordered[..., -1:], ordered[..., -2:-1]
    # Of the best seat the rival is the second; two that are level are each other's rivals.
    found: NDArray[np.int64] = scores - np.where(scores == best, second, best)
    return found
