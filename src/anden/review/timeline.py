"""A recorded game as one seat knew it: its view after every move, and its own actions."""

from dataclasses import dataclass

import numpy as np

from anden.game import Game, Record, View, parse_action, replay_steps
from anden.game.actions import Action, DrawCard
from anden.kernel.ids import Seat
from anden.kernel.layout import KEEP, OVER, SETUP, Records
from anden.strategy.appraisal import NO_STEP

from .errors import ReviewError
from .evaluator import Whole

__all__ = ["Step", "Timeline", "can_value", "read_timeline", "views_of"]


@dataclass(frozen=True)
class Step:
    """A move, and what the seat knew before and after it."""

    number: int  # of the move in the record, from 1
    mover: Seat
    before: View
    after: View
    action: Action | None  # the seat's own, or a card somebody took from the row; else None

    def is_of(self, seat: Seat) -> bool:
        """Whether the seat decided it."""
        return self.mover == seat

    @property
    def whole(self) -> Whole:
        """The action's ids."""
        assert self.action is not None
        first, *rest = self.before.ids_of(self.action)
        return first, rest[0] if rest else NO_STEP

    @property
    def is_choice(self) -> bool:
        """Whether there was anything else to do."""
        return len(self.before.legal_actions()) > 1


@dataclass(frozen=True)
class Timeline:
    """The steps of a finished game for one seat, who dealt tickets are chosen by in one go (C3)."""

    seat: Seat
    players: int
    first: Seat  # that began
    steps: tuple[Step, ...]
    share: float  # of the win that the seat got

    @property
    def start(self) -> View:
        """What the seat knew before its first decision."""
        return self.steps[0].before


def read_timeline(record: Record, seat: Seat) -> Timeline:
    """Replays and checks the record; RecordError or ReviewError if it can't be reviewed."""
    if record.result is None:
        raise ReviewError("review.error_unfinished", moves=len(record.moves))
    if not 0 <= seat < record.players:
        raise ReviewError("review.error_seat", seat=seat, high=record.players - 1)
    game = Game.replay(record)
    winners = game.scores().winners
    share = 1 / len(winners) if seat in winners else 0.0
    first = int(game.position.state["first"])
    return Timeline(seat, record.players, first, tuple(_steps(record, seat)), share)


def _steps(record: Record, seat: Seat) -> list[Step]:
    """One for each move, but none for others' choices at the deal: they show only at its end."""
    steps: list[Step] = []
    before = Game.from_header(record).view(seat)
    for step in replay_steps(record):
        mover, after = step.move.seat, step.game.view(seat)
        if before.phase != "setup" or mover == seat:
            action = parse_action(record.board, step.move.action)
            is_public = mover == seat or isinstance(action, DrawCard)
            steps.append(Step(step.number, mover, before, after, action if is_public else None))
        elif after.phase != "setup" and steps:
            steps.append(Step(step.number, mover, steps[-1].after, after, None))
        before = after
    return steps


def views_of(view: View) -> Records:
    """The view as compiled code takes it."""
    return np.array([view.state])


def can_value(view: View, seat: Seat) -> bool:
    """Whether the view is worth something of its own: not while others choose tickets, of which
    the seat knows nothing until they are kept, and not at the end, which is known.
    """
    phase = int(view.state["phase"])
    if phase == SETUP:
        return not view.has_chosen(seat)
    return phase != OVER and (phase != KEEP or view.to_act == seat)
