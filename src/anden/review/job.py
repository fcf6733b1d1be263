"""A review as work in small pieces: it can be stopped after any of them, kept, and resumed."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from anden.boards import Board
from anden.core.game_core import tables_array
from anden.game import Record, View
from anden.game.actions import ClaimRoute
from anden.game.notation import kind_name
from anden.game.record import write_record
from anden.kernel.ids import Seat
from anden.kernel.layout import OVER, WILD, Records
from anden.strategy.appraisal import NO_STEP

from . import chance
from .errors import ReviewError
from .evaluator import Evaluator, Floats, Value, Whole, summed_up
from .judging import GOOD, kind_of
from .opening import opening_shares
from .timeline import Step, can_value, read_timeline, views_of

# Deals at effort 1: to choose the better move by, to measure everything by, and before the deal.
CHOOSING, MEASURING, OPENING = 32, 48, 256
LEAST_EFFORT, MOST_EFFORT = 0.25, 64.0
DIGITS = 6  # of the shares that are kept
MOST_OPTIONS = 6  # that are measured where a mistake was made: an exercise offers them

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
        self.measuring = round(MEASURING * effort)
        self._choosing = round(CHOOSING * effort)
        self._tables = tables_array(record.board)[0]
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
        """The value after this many moves, if it is known; the result is the last."""
        points = [
            (int(key[1:]), summed_up(np.array(shares)))
            for key, shares in self.found.items()
            if key.startswith("v")
        ]
        return [*sorted(points), (len(self.record.moves), Value(self.timeline.share, 0.0))]

    def shares(self, number: int) -> Floats:
        """By deal, what the view after this many moves was found to be worth."""
        return np.array(self.found[f"v{number}"])

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
        return _kept(opening_shares(self.evaluator, place, deals))

    def _value(self, view: View) -> list[float]:
        return _kept(self._shares(views_of(view)))

    def _shares(self, views: Records) -> Floats:
        return self.evaluator.values(views, self.seat, deals=self.measuring).shares[:, 0]

    def _decision(self, step: Step) -> Found:
        """The better move is picked on some deals, and measured on others."""
        views, played = views_of(step.before), step.whole
        wholes = self.evaluator.candidates(views)
        if played not in wholes:
            wholes.append(played)
        trial = self.evaluator.values(
            views, self.seat, wholes, deals=self._choosing, first_deal=self.measuring
        )
        means = trial.shares.mean(axis=0)
        by_mean = [wholes[place] for place in np.argsort(-means, kind="stable")]
        best = by_mean[0]
        options = [best] if best == played else [best, played]
        shares = self._measured(views, options)
        if kind_of(loss_of(shares, len(options) - 1)) != GOOD:
            others = [whole for whole in by_mean if whole not in options]
            others = others[: MOST_OPTIONS - len(options)]
            shares = np.hstack([shares, *([self._measured(views, others)] if others else [])])
            options += others
        own = options.index(played)
        loss = loss_of(shares, own)
        return {
            "best": list(best),
            "played": _kept(shares[:, own]),
            "loss": loss.mean,
            "loss_se": loss.error,
            "options": [
                [action_text(step.before, whole), *_told(shares, place)]
                for place, whole in enumerate(options)
            ],
        }

    def _measured(self, views: Records, wholes: list[Whole]) -> Floats:
        """By deal and action, on the deals that choose nothing."""
        return self.evaluator.values(views, self.seat, wholes, deals=self.measuring).shares

    def _chance(self, step: Step) -> Found:
        """What was to be expected of a chance event, by deal; each outcome where they are few."""
        if chance.is_enumerable(step, self.seat):
            return self._cards(step)
        is_tunnel = isinstance(step.action, ClaimRoute)
        values = self.evaluator.values(
            views_of(step.before),
            self.seat,
            [step.whole],
            deals=self.measuring,
            is_plain=is_tunnel,
        )
        shares = values.shares[:, 0]
        if is_tunnel:
            return self._tunnel(step, shares, values.surcharges[:, 0])
        return {"expected": _kept(shares), "outcomes": []}

    def _cards(self, step: Step) -> Found:
        came = views_of(step.after).tobytes()
        expected = np.zeros(self.measuring)
        told = []
        for outcome in chance.outcomes(step, self.seat, self._tables):
            is_actual = outcome.views.tobytes() == came
            shares = self.shares(step.number) if is_actual else self._shares(outcome.views)
            expected += outcome.chance * shares
            name = kind_name(self.board, outcome.kind)
            mean = round(float(shares.mean()), DIGITS)
            told.append([name, round(outcome.chance, DIGITS), mean, is_actual])
        return {"expected": _kept(expected), "outcomes": told}

    def _tunnel(self, step: Step, shares: Floats, surcharges: Any) -> Found:
        """By surcharge, with exact chances; one that no deal met counts as the others do."""
        assert isinstance(step.action, ClaimRoute)
        payment = step.action.payment
        colour = WILD if payment.colour is None else self.board.colour_index(payment.colour)
        state = step.before.state
        chances = chance.surcharge_chances(state, self.seat, self._tables, colour)
        met = [number for number in range(len(chances)) if (surcharges == number).any()]
        total = sum(chances[number] for number in met)
        weights = np.zeros(len(shares))
        told = []
        came = int(step.after.state["surcharge"]) if step.after.tunnel else 0
        for number in met:
            group = surcharges == number
            weights[group] = chances[number] / total / group.mean()
            mean = round(float(shares[group].mean()), DIGITS)
            told.append([str(number), round(chances[number], DIGITS), mean, number == came])
        return {"expected": _kept(weights * shares), "outcomes": told}


def loss_of(shares: Floats, place: int) -> Value:
    """What the first action brings more than another one, deal by deal; of itself nothing."""
    if place == 0:
        return Value(0.0, 0.0)
    return summed_up(shares[:, 0] - shares[:, place])


def _told(shares: Floats, place: int) -> list[float]:
    """An action's value, what it loses against the first one, and the error of that."""
    return _kept(np.array([shares[:, place].mean(), *loss_of(shares, place)]))


def _kept(shares: Floats) -> list[float]:
    return [round(float(share), DIGITS) for share in shares]


def action_text(view: View, whole: Whole) -> str:
    return str(view.action_of([action for action in whole if action != NO_STEP]))
