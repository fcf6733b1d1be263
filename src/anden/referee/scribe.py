"""A played game as a record file, written along with the moves."""

from collections.abc import Sequence

from anden.boards import Board
from anden.core import GameCore, WholeActions
from anden.game import Move, Position, Record, write_record
from anden.game.record import seed_hash
from anden.kernel.actions import PAY_WILDS
from anden.kernel.ids import ActionId, Seat
from anden.kernel.layout import State


class Scribe:
    """Notes every decision of a game; `text` is its record once it is over."""

    def __init__(self, board: Board, seed: int, notes: dict[str, str]) -> None:
        self._board = board
        self._seed = seed
        self._notes = notes
        self._actions = WholeActions()
        self._moves: list[tuple[Seat, str]] = []
        self._tags: list[str] = []
        self._names: dict[ActionId, str] = {}

    def note(self, core: GameCore, action: ActionId) -> None:
        """Takes down a decision, before it is played."""
        if self._actions.is_between:
            self._tag(core)
        whole = self._actions.add(core.state, action)
        if whole is not None:
            before, ids = whole
            self._moves.append((int(before["seat"]), self._name(before, ids)))

    def text(self, core: GameCore, scores: Sequence[int]) -> str:
        self._tag(core)
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
                state=core.digest,
                notes=self._notes,
            )
        )

    def _tag(self, core: GameCore) -> None:
        """The hash before a move is the one after the last."""
        self._tags.append(core.digest[:6])

    def _name(self, before: State, ids: list[ActionId]) -> str:
        """The notation; a plain draw or a pass reads the same everywhere."""
        if ids[0] >= PAY_WILDS:
            return self._told(before, ids)
        if ids[0] not in self._names:
            self._names[ids[0]] = self._told(before, ids)
        return self._names[ids[0]]

    def _told(self, before: State, ids: list[ActionId]) -> str:
        return str(Position(self._board, before).action_of(ids))
