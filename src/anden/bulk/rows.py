"""The rows of some games, as arrays."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.core import GameCore
from anden.core.compiled.whole_games import RowArrays, note
from anden.kernel import NET, SKETCH
from anden.kernel.actions import NUM_WORDS
from anden.kernel.ids import ActionId
from anden.referee import margins, win_shares

Columns: TypeAlias = dict[str, NDArray[Any]]

# Every column, in order: its type, and how many numbers a row of it has ("observation": as many
# as docs/observation.md says; 0: one number that is not a list).
COLUMNS: dict[str, tuple[type[np.generic], int | str]] = {
    "game": (np.int32, 0),  # from 0
    "decision": (np.int16, 0),  # of the game, from 0
    "seat": (np.int8, 0),  # that decides
    "observation": (np.int16, "observation"),  # of that seat, before
    "legal": (np.uint64, NUM_WORDS),  # bit i % 64 of word i // 64: whether action i is legal
    "action": (np.int16, 0),
    "score": (np.int16, 0),  # the seat's, at the end of the game
    "margin": (np.int16, 0),  # that, minus the best of the others
    "rank": (np.int8, 0),  # 1 wins; shared when level to the end
    "win": (np.float32, 0),  # 1, an equal share of it for a shared first place, or 0
}

RESULTS = np.dtype([("score", "i2"), ("rank", "i1")])  # of a seat
_FIRST_ROOM = 4096


def column_shape(name: str, size: int) -> tuple[int, ...]:
    """Of one row, where observations have this size."""
    width = COLUMNS[name][1]
    if isinstance(width, str):
        return (size,)
    return (width,) if width else ()


@dataclass
class Rows:
    """Rows as they come, in arrays that grow; `finish` ends a game."""

    size: int  # of an observation
    length: int = 0  # rows of finished games
    games: list[tuple[int, int, Any]] = field(default_factory=list)  # number, decisions, results

    def __post_init__(self) -> None:
        self._make_room(_FIRST_ROOM)

    @property
    def arrays(self) -> RowArrays:
        """For compiled code to fill."""
        return RowArrays(self._seats, self._actions, self._legal, self._observations)

    @property
    def room(self) -> int:
        return len(self._seats)

    def grow(self) -> None:
        before = [array[: self.length] for array in self.arrays]
        self._make_room(2 * self.room)
        arrays: tuple[Any, ...] = self.arrays
        for array, old in zip(arrays, before, strict=True):
            array[: self.length] = old

    def clear(self) -> None:
        self.length = 0
        self.games.clear()

    def finish(self, game: int, decisions: int, results: Any) -> None:
        """A game whose rows stand behind those before; `results` is by seat."""
        self.games.append((game, decisions, results))
        self.length += decisions

    def columns(self) -> Columns:
        """Every column of COLUMNS; the long ones are the arrays themselves, not copies."""
        numbers, lengths, results = zip(*self.games, strict=True)
        table = np.stack(results)
        seats = self._seats[: self.length]
        which = np.repeat(np.arange(len(numbers)), lengths)
        found: Columns = {
            "game": np.array(numbers)[which],
            "decision": np.concatenate([np.arange(length) for length in lengths]),
            "seat": seats,
            "observation": self._observations[: self.length],
            "legal": self._legal[: self.length],
            "action": self._actions[: self.length],
            "score": table["score"][which, seats],
            "margin": margins(table)[which, seats],
            "rank": table["rank"][which, seats],
            "win": win_shares(table)[which, seats],
        }
        return {name: found[name].astype(COLUMNS[name][0], copy=False) for name in COLUMNS}

    def _make_room(self, room: int) -> None:
        self._seats = np.zeros(room, np.int8)
        self._actions = np.zeros(room, np.int16)
        self._legal = np.zeros((room, NUM_WORDS), np.uint64)
        self._observations = np.zeros((room, self.size), np.int16)


class RowNotes:
    """Writes the rows of one game, decision by decision."""

    def __init__(self, rows: Rows) -> None:
        self.decisions = 0
        self._rows = rows
        self._scratch = np.zeros(1, NET), np.zeros(1, SKETCH)

    def note(self, core: GameCore, action: ActionId) -> None:
        at = self._rows.length + self.decisions
        if at == self._rows.room:
            self._rows.length += self.decisions  # so that they are kept
            self._rows.grow()
            self._rows.length -= self.decisions
        note(core.tables_array, core.states, *self._scratch, action, at, self._rows.arrays)
        self.decisions += 1


class CountNotes:
    """Counts decisions, where no rows are wanted."""

    decisions = 0

    def note(self, core: GameCore, action: ActionId) -> None:
        self.decisions += 1
