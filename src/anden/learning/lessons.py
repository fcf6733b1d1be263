"""Games of planners to imitate: every decision, with what it led to."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board
from anden.core.compiled.whole_games import FULL
from anden.core.game_core import tables_array
from anden.envs.spaces import num_actions, observation_size
from anden.kernel import STATE
from anden.kernel.hidden import hidden_size

from .compiled.planner_games import LessonRows, planner_game
from .compiled.tools import make_tools

GAMES_PER_PART = 250
ROWS_PER_GAME = 400  # room for the first game; it grows


@dataclass(frozen=True)
class Lessons:
    """One row a decision; `totals` by seat, from the one that decides on."""

    actions: NDArray[np.int16]
    masks: NDArray[np.bool_]
    observations: NDArray[np.int16]
    hiddens: NDArray[np.int16]
    totals: NDArray[np.int16]


class Teacher:
    """Plays parts of a series of games."""

    def __init__(self, board: Board, players: int, seed: int) -> None:
        self._board, self._players, self._seed = board, players, seed
        self._tables_array = tables_array(board)

    def teach(self, games: range) -> Lessons:
        """All decisions of these games."""
        records = np.zeros(1, STATE), make_tools(self._tables_array[0], 1)
        rows = self._make_rows(ROWS_PER_GAME * self._players // 2 * max(1, len(games) // 2))
        length = 0
        for game in games:
            while (steps := self._play(game, records, length, rows)) == FULL:
                rows = LessonRows(*map(_twice_as_long, rows))
            length += steps
        written: Any = (array[:length].copy() for array in rows[1:])
        return Lessons(*written)

    def _play(self, game: int, records: tuple[Any, Any], at: int, rows: LessonRows) -> int:
        seeds = np.uint64(game), np.uint64(self._seed)
        return int(planner_game(self._tables_array, *records, self._players, *seeds, at, rows))

    def _make_rows(self, rows: int) -> LessonRows:
        tickets = len(self._board.tickets)
        return LessonRows(
            seats=np.zeros(rows, np.int8),
            actions=np.zeros(rows, np.int16),
            masks=np.zeros((rows, num_actions(self._board)), np.bool_),
            observations=np.zeros((rows, observation_size(self._board, self._players)), np.int16),
            hiddens=np.zeros((rows, hidden_size(tickets, self._players)), np.int16),
            totals=np.zeros((rows, self._players), np.int16),
        )


def _twice_as_long(array: Any) -> Any:
    return np.concatenate([array, np.zeros_like(array)])


def teach(board: Board, players: int, games: int, seed: int, threads: int) -> Iterator[Lessons]:
    """The decisions of this many games, part by part, played on several cores."""
    teacher = Teacher(board, players, seed)
    starts = range(0, games, GAMES_PER_PART)
    parts = [range(start, min(games, start + GAMES_PER_PART)) for start in starts]
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(teacher.teach, parts)
