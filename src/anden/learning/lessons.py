"""Games of planners to imitate: every decision, with what it led to."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board
from anden.boards.tables import build_tables
from anden.envs.spaces import num_actions, observation_size
from anden.kernel import NET, RESULT, SKETCH, STATE
from anden.kernel.hidden import hidden_size
from anden.strategy.desk import DESK
from anden.strategy.params import params_for
from anden.strategy.planner import THOROUGH

from .compiled import FULL, planner_game
from .rivals import LUCK

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
        self._boards = np.array([build_tables(board)])
        self._params = params_for(self._boards[0])

    def teach(self, games: range) -> Lessons:
        """All decisions of these games."""
        kinds = (STATE, RESULT, NET, SKETCH, DESK)
        scratch = [np.zeros(1, kind) for kind in kinds]
        room = self._room(ROWS_PER_GAME * self._players // 2 * max(1, len(games) // 2))
        length = 0
        for game in games:
            while (steps := self._play(game, scratch, length, room)) == FULL:
                room = [np.concatenate([array, np.zeros_like(array)]) for array in room]
            length += steps
        return Lessons(*(array[:length].copy() for array in room[1:]))

    def _play(self, game: int, scratch: list[Any], at: int, room: list[Any]) -> int:
        seeds = np.uint64(game), np.uint64(self._seed)
        style = self._params, LUCK, THOROUGH
        arguments = [self._boards, *scratch, self._players, *seeds, *style, at, *room]
        return int(planner_game(*arguments))

    def _room(self, rows: int) -> list[Any]:
        tickets = len(self._board.tickets)
        sizes: list[tuple[int, type[np.generic]]] = [
            (num_actions(self._board), np.bool_),
            (observation_size(self._board, self._players), np.int16),
            (hidden_size(tickets, self._players), np.int16),
            (self._players, np.int16),
        ]
        wide = [np.zeros((rows, size), kind) for size, kind in sizes]
        return [np.zeros(rows, np.int8), np.zeros(rows, np.int16), *wide]


def teach(board: Board, players: int, games: int, seed: int, threads: int) -> Iterator[Lessons]:
    """The decisions of so many games, part by part, played on several cores."""
    teacher = Teacher(board, players, seed)
    starts = range(0, games, GAMES_PER_PART)
    parts = [range(start, min(games, start + GAMES_PER_PART)) for start in starts]
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(teacher.teach, parts)
