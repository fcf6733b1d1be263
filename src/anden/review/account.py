"""The finished review: every number, and an account that adds up."""

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from anden.game.progress import TicketProgress, own_progress
from anden.kernel.ids import Seat

from .evaluator import NOTHING, Value, Whole, summed_up
from .job import Found, ReviewJob, action_text
from .judging import FORCED, GOOD, is_notable, kind_of, verdict_of
from .level import Level, level_of
from .reasons import Reason, reasons_for
from .timeline import Step


@dataclass(frozen=True)
class Option:
    """An action of a decision, measured on the deals that did not choose the better move."""

    action: str
    value: float
    loss: Value  # against the better move

    @property
    def kind(self) -> str:
        """As a move of this loss is judged."""
        return kind_of(self.loss)


@dataclass(frozen=True)
class ReviewedMove:
    """One of the seat's own moves."""

    number: int
    action: str
    value: Value  # before it, as the evaluator's planner would continue
    gain: Value  # what it was worth more than the planner's
    loss: Value  # what the better move would have been worth more
    best: str
    kind: str  # FORCED, GOOD or one of KINDS
    verdict: str | None  # of mistakes
    options: list["Option"]  # those compared, the better move first
    reasons: list[Reason] = field(default_factory=list)  # of mistakes
    offer: list[TicketProgress] = field(default_factory=list)  # to choose from, of mistakes


@dataclass(frozen=True)
class ChanceEvent:
    """What chance dealt: its luck is what it brought less what was to be expected."""

    number: int  # of the move; 0 is the deal
    mover: Seat
    event: str
    luck: Value
    outcomes: list[tuple[str, float, float, bool]]  # name, chance, its luck, whether it came

    @property
    def is_notable(self) -> bool:
        """Whether it is worth a mark."""
        return is_notable(self.luck)


@dataclass
class Account:
    """Result less start, by what it came from."""

    start: Value
    result: float
    luck: Value
    decisions: Value
    others: Value
    rest: Value


@dataclass(frozen=True)
class Review:
    """A seat's game, from what the seat knew."""

    evaluator: str
    board: str
    players: int
    seat: Seat
    deals: int
    account: Account
    curve: list[tuple[int, Value]]
    moves: list[ReviewedMove]
    chance: list[ChanceEvent]
    loss: Value  # mean per unforced decision
    decisions: int  # unforced ones
    level: Level | None  # of bot that loses as much; None where that was not measured

    @property
    def mistakes(self) -> list[ReviewedMove]:
        """The dearest first."""
        shown = [move for move in self.moves if move.kind not in (FORCED, GOOD)]
        return sorted(shown, key=lambda move: -move.loss.mean)

    @property
    def luck(self) -> list[ChanceEvent]:
        """What chance did, as far as it stands out from its error, the greatest first."""
        notable = [event for event in self.chance if event.is_notable]
        return sorted(notable, key=lambda event: -abs(event.luck.mean))

    def as_json(self) -> dict[str, Any]:
        """Everything, as `anden review --json` prints it."""
        account = self.account
        return {
            "evaluator": self.evaluator,
            "board": self.board,
            "players": self.players,
            "seat": self.seat,
            "deals": self.deals,
            "start": account.start.mean,
            "start_se": account.start.error,
            "result": account.result,
            **_pair("luck", account.luck),
            **_pair("decisions", account.decisions),
            **_pair("others", account.others),
            **_pair("rest", account.rest),
            **_pair("loss_per_decision", self.loss),
            "unforced": self.decisions,
            "plays_like": None if self.level is None else self.level.as_json(),
            "moves": [_move_json(move) for move in self.moves],
            "chance": [_chance_json(event) for event in self.chance],
            "curve": [{"number": n, **_pair("value", value)} for n, value in self.curve],
        }


def _pair(name: str, value: Value) -> dict[str, float]:
    return {name: value.mean, f"{name}_se": value.error}


def _move_json(move: ReviewedMove) -> dict[str, Any]:
    return {
        "number": move.number,
        "action": move.action,
        **_pair("value", move.value),
        **_pair("gain", move.gain),
        **_pair("loss", move.loss),
        "best": move.best,
        "kind": move.kind,
        "verdict": move.verdict,
        "reasons": [reason.as_json() for reason in move.reasons],
        "offer": [asdict(ticket) for ticket in move.offer],
        "options": [
            {"action": each.action, "value": each.value, **_pair("loss", each.loss)}
            | {"kind": each.kind}
            for each in move.options
        ],
    }


def _chance_json(event: ChanceEvent) -> dict[str, Any]:
    names = ("outcome", "chance", "luck", "came")
    return {
        "number": event.number,
        "mover": event.mover,
        "event": event.event,
        **_pair("luck", event.luck),
        "is_notable": event.is_notable,
        "outcomes": [dict(zip(names, outcome, strict=True)) for outcome in event.outcomes],
    }


class Accountant:
    """Goes through a finished job step by step, and sums up what each came to."""

    def __init__(self, job: ReviewJob) -> None:
        self._job = job
        self._value = Value(*job.found["v0"])
        self._moves: list[ReviewedMove] = []
        self._chance: list[ChanceEvent] = []
        self._rest: list[Value] = []

    def review(self) -> Review:
        job = self._job
        start = Value(*job.found["start"])
        self._add_deal(start)
        for step in job.timeline.steps:
            self._take(step)
        losses = [move.loss for move in self._moves if move.kind != FORCED]
        loss = _mean_loss(losses)
        return Review(
            evaluator=job.evaluator.version,
            board=job.board.id,
            players=job.record.players,
            seat=job.seat,
            deals=job.deals,
            account=self._account(start),
            curve=job.curve(),
            moves=self._moves,
            chance=self._chance,
            loss=loss,
            decisions=len(losses),
            level=level_of(job.evaluator, loss),
        )

    def _account(self, start: Value) -> Account:
        """What others did is what is left when everything else is told."""
        result = self._job.timeline.share
        luck = _sum(event.luck for event in self._chance)
        decisions = _sum(move.gain for move in self._moves)
        rest = _sum(self._rest)
        told = _sum((start, luck, decisions, rest))
        others = Value(result - told.mean, told.error)
        return Account(start, result, luck, decisions, others, rest)

    def _add_deal(self, start: Value) -> None:
        """The luck of the deal is what the first view is worth more than a place at the table."""
        luck = _sum((self._value, Value(-start.mean, start.error)))
        self._chance.append(ChanceEvent(0, self._job.seat, "deal", luck, []))

    def _take(self, step: Step) -> None:
        job = self._job
        if step.is_of(job.seat):
            self._decide(step)
        found = job.found.get(f"c{step.number}")
        if found is not None:
            self._note(step, found)
        if job.is_valued(step):
            self._value = Value(*job.found[f"v{step.number}"])

    def _decide(self, step: Step) -> None:
        text = action_text(step.before, step.whole)
        found = self._job.found.get(f"d{step.number}")
        self._moves.append(
            ReviewedMove(step.number, text, self._value, NOTHING, NOTHING, text, FORCED, None, [])
            if found is None
            else self._judged(step, text, found)
        )

    def _judged(self, step: Step, text: str, found: Found) -> ReviewedMove:
        gain, loss = Value(*found["gain"]), Value(*found["loss"])
        options = [Option(name, value, Value(*lost)) for name, value, *lost in found["options"]]
        own = next(option.value for option in options if option.action == text)
        best: Whole = (found["best"][0], found["best"][1])
        kind = kind_of(loss)
        is_good = kind == GOOD
        players = self._job.record.players
        return ReviewedMove(
            number=step.number,
            action=text,
            value=Value(*found["own"]),
            gain=gain,
            loss=loss,
            best=action_text(step.before, best),
            kind=kind,
            verdict=None if is_good else verdict_of(own + loss.mean, own, players),
            options=options,
            reasons=[] if is_good else self._reasons(step, best),
            offer=[] if is_good else own_progress(step.before, self._job.seat)[1],
        )

    def _reasons(self, step: Step, best: Whole) -> list[Reason]:
        job = self._job
        return reasons_for(job.evaluator, step.before, job.seat, step.whole, best)

    def _note(self, step: Step, found: Found) -> None:
        event = self._job.event_of(step)
        assert event is not None
        outcomes = [(name, chance, luck, came) for name, chance, luck, came in found["outcomes"]]
        luck = Value(*found["luck"])
        self._chance.append(ChanceEvent(step.number, step.mover, event, luck, outcomes))
        self._rest.append(Value(*found["rest"]))


def _sum(values: Iterable[Value]) -> Value:
    """Of numbers from deals that have nothing to do with each other."""
    terms = list(values)
    mean = math.fsum(term.mean for term in terms)
    return Value(mean, math.sqrt(math.fsum(term.error**2 for term in terms)))


def _mean_loss(losses: list[Value]) -> Value:
    """Per decision, with an error for how losses vary from decision to decision."""
    if not losses:
        return NOTHING
    return summed_up(np.array([loss.mean for loss in losses]))
