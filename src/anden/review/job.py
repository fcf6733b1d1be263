"""A review as work in small pieces: it can be stopped after any of them, kept, and resumed."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from anden.boards import Board
from anden.game import Record, View
from anden.game.record import write_record
from anden.kernel.ids import Seat
from anden.kernel.layout import OVER
from anden.strategy.appraisal import NO_STEP

from . import chance
from .decision import measure_decision
from .errors import ReviewError
from .evaluator import Evaluator, Value, Whole, summed_up
from .luck import measure_luck
from .opening import opening_shares
from .timeline import Step, can_value, read_timeline, views_of

DEALS, OPENING = 320, 1024  # at effort 1: of a point of the curve, and before the deal
LEAST_EFFORT, MOST_EFFORT = 0.25, 64.0
DIGITS = 6  # of the numbers that are kept

Found = dict[str, Any]  # results of pieces by their key, ready for JSON


@dataclass(frozen=True)
class Piece:
    """A part of the work, and how long it takes against the others."""

    key: str
    weight: float
    work: Callable[[], Any]


class ReviewJob:
    """Reviews one seat of a finished game, from what the seat knew alone.

    The curve comes first, then the decisions, then the luck. `found` is all there is to keep.
    """

    def __init__(
        self,
        record: Record,
        seat: Seat,
        effort: float = 1.0,
        found: Mapping[str, Any] | None = None,
    ) -> None:
        """`effort` multiplies deals and time; `found` is what an earlier job has found.

        Raises RecordError or ReviewError, which say why this can't be reviewed.
        """
        if not LEAST_EFFORT <= effort <= MOST_EFFORT:
            low, high = LEAST_EFFORT, MOST_EFFORT
            raise ReviewError("review.error_effort", effort=effort, low=low, high=high)
        self.timeline = read_timeline(record, seat)
        self.record, self.seat, self.effort = record, seat, effort
        self.evaluator = Evaluator(record.board, record.players)
        self.deals = round(DEALS * effort)
        self.pieces = list(self._pieces())
        self.found: Found = {}
        self.take_up(found or {})

    @property
    def key(self) -> str:
        """Names what `found` belongs to: record, seat, evaluator and effort."""
        facts = f"{write_record(self.record)} {self.seat} {self.evaluator.version} {self.effort}"
        return hashlib.sha256(facts.encode()).hexdigest()

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.record.board

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to be worked out."""
        return len(self.found) == len(self.pieces)

    @property
    def has_curve(self) -> bool:
        """Whether the whole curve is known: the first part of the work."""
        return all(piece.key in self.found for piece in self.pieces if piece.key[0] in "sv")

    @property
    def progress(self) -> float:
        """From 0 to 1."""
        total = sum(piece.weight for piece in self.pieces)
        return sum(piece.weight for piece in self.pieces if piece.key in self.found) / total

    def take_up(self, found: Mapping[str, Any]) -> None:
        """Adds what an earlier job of the same key has found."""
        keys = {piece.key for piece in self.pieces}
        self.found |= {key: value for key, value in found.items() if key in keys}

    def run(self) -> Iterator[float]:
        """Does a piece, yields the progress, and continues when asked to, until all is done."""
        for piece in self.pieces:
            if piece.key not in self.found:
                self.found[piece.key] = piece.work()
                yield self.progress

    def curve(self) -> list[tuple[int, Value]]:
        """The value after this many moves, as far as it is known; the result is the last."""
        points = [(int(key[1:]), Value(*told)) for key, told in self.found.items() if key[0] == "v"]
        return [*sorted(points), (len(self.record.moves), Value(self.timeline.share, 0.0))]

    def is_valued(self, step: Step) -> bool:
        """Whether the view after a step is worth something of its own. What the seat does without
        chance tells it nothing new: that is worth what the decision was.
        """
        is_new = not step.is_of(self.seat) or self.event_of(step) is not None
        return can_value(step.after, self.seat) and (is_new or step.before.phase == "setup")

    def event_of(self, step: Step) -> str | None:
        """The chance event that a step is and whose luck can be told, or None."""
        if not can_value(step.after, self.seat) or int(step.before.state["phase"]) == OVER:
            return None
        return chance.event_of(step, self.seat, self.board)

    def is_decision(self, step: Step) -> bool:
        """Whether the seat could have done something else."""
        return step.is_of(self.seat) and step.is_choice

    def _pieces(self) -> Iterator[Piece]:
        steps = self.timeline.steps
        yield Piece("start", 2, self._opening)
        yield Piece("v0", 1, partial(self._value, self.timeline.start))
        for step in filter(self.is_valued, steps):
            yield Piece(f"v{step.number}", 1, partial(self._value, step.after))
        for step in filter(self.is_decision, steps):
            yield Piece(f"d{step.number}", 8, partial(self._decision, step))
        for step in steps:
            if self.event_of(step) is not None:
                yield Piece(f"c{step.number}", 6, partial(self._chance, step))

    def _opening(self) -> list[float]:
        place = (self.seat - self.timeline.first) % self.record.players
        deals = round(OPENING * self.effort)
        return _kept(*summed_up(opening_shares(self.evaluator, place, deals)))

    def _value(self, view: View) -> list[float]:
        return _kept(*self.evaluator.value(views_of(view), self.seat, self.deals))

    def _decision(self, step: Step) -> Found:
        views = views_of(step.before)
        found = measure_decision(self.evaluator, views, self.seat, step.whole, self.effort)
        return {
            "best": list(found.best),
            "own": _kept(*found.own),
            "gain": _kept(*found.gain),
            "loss": _kept(*found.loss),
            "options": [
                [action_text(step.before, whole), *_kept(value, *loss)]
                for whole, value, loss in found.options
            ],
        }

    def _chance(self, step: Step) -> Found:
        found = measure_luck(self.evaluator, step, self.seat, self.effort)
        return {
            "luck": _kept(*found.luck),
            "rest": _kept(*found.rest),
            "outcomes": [
                [name, *_kept(odds, gain), is_it] for name, odds, gain, is_it in found.outcomes
            ],
        }


def _kept(*numbers: float) -> list[float]:
    return [round(number, DIGITS) for number in numbers]


def action_text(view: View, whole: Whole) -> str:
    return str(view.action_of([action for action in whole if action != NO_STEP]))
