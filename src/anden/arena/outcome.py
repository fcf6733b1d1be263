"""What is kept of a set of games, and how it is written down."""

from collections.abc import Generator, Sequence
from dataclasses import astuple, dataclass
from typing import Any, TypeAlias

import numpy as np

from anden.referee.outcome import ROW, Rows

from .errors import ArenaError

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
    luck: tuple[tuple[float, ...], ...] = ()  # by game and seat; none where it is not counted


Results: TypeAlias = Generator[list[Played], None, None]  # sets, as they get done


def write_played(played: Played) -> dict[str, Any]:
    """The set as JSON, without its records; `read_played` gives it back."""
    fields: dict[str, Any] = {
        "set": played.number,
        "rows": [_plain(row) for row in played.rows.tolist()],
        "faults": [list(astuple(fault)) for fault in played.faults],
    }
    return fields | {"luck": [list(game) for game in played.luck]} if played.luck else fields


def read_played(fields: Any) -> Played:
    try:
        rows = np.array([tuple(row) for row in fields["rows"]], ROW)
        faults = tuple(Fault(*fault) for fault in fields["faults"])
        luck = tuple(tuple(map(float, game)) for game in fields.get("luck", ()))
        return Played(int(fields["set"]), rows, faults, luck=luck)
    except (KeyError, TypeError, ValueError) as error:
        raise ArenaError("arena.error_set", detail=error) from error


def _plain(row: Sequence[Any]) -> list[Any]:
    return [value.tolist() if isinstance(value, np.ndarray) else value for value in row]


def join_rows(sets: Sequence[Played], players: int) -> Rows:
    """All rows as an array of games by seats."""
    rows = np.concatenate([np.zeros(0, ROW), *(played.rows for played in sets)])
    return rows.reshape(-1, players)
