"""A played game as a record file, written along with the moves."""

import hashlib
from collections.abc import Sequence
from typing import Any

from anden.boards import Board
from anden.game import Move, Position, Record, write_record
from anden.game.record import seed_hash
from anden.kernel.actions import CLAIM, PAY_WILDS


class Scribe:
    """Notes every decision of a game; `text` is its record once it is over."""

    def __init__(self, board: Board, tables: Any, seed: int, notes: dict[str, str]) -> None:
        self._board = board
        self._tables = tables
        self._seed = seed
        self._notes = notes
        self._moves: list[tuple[int, str]] = []
        self._tags: list[str] = []
        self._names: dict[int, str] = {}
        self._claim: tuple[Any, int] | None = None  # a route or station that is not yet paid for

    def note(self, state: Any, action: int) -> None:
        """Takes down an action, before it is played."""
        if action >= CLAIM:
            self._tag(state)
            self._claim = state.copy(), action
        elif self._claim is not None:
            before, first = self._claim
            self._claim = None
            self._add(before, [first, action])
        else:
            self._tag(state)
            self._add(state, [action])

    def text(self, state: Any, scores: Sequence[int]) -> str:
        self._tag(state)
        digest = _digest(state)
        moves = zip(self._moves, self._tags[1:], strict=True)
        return write_record(
            Record(
                board=self._board,
                players=len(scores),
                first=None,
                seed=self._seed,
                seed_sha256=seed_hash(self._seed),
                moves=tuple(Move(seat, action, tag) for (seat, action), tag in moves),
                result=tuple(scores),
                state=digest,
                notes=self._notes,
            )
        )

    def _tag(self, state: Any) -> None:
        """The hash before a move is the one after the last."""
        self._tags.append(_digest(state)[:6])

    def _add(self, state: Any, ids: list[int]) -> None:
        self._moves.append((int(state["seat"]), self._name(state, ids)))

    def _name(self, state: Any, ids: list[int]) -> str:
        """The notation; a plain draw or a pass reads the same everywhere."""
        first = ids[0]
        if first >= PAY_WILDS:
            return str(Position(self._board, state, self._tables).action_of(ids))
        if first not in self._names:
            position = Position(self._board, state, self._tables)
            self._names[first] = str(position.action_of(ids))
        return self._names[first]


def _digest(state: Any) -> str:
    return hashlib.sha256(state.tobytes()).hexdigest()
