"""The finished review: every number, and an account that adds up."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from anden.kernel.ids import Seat

from .evaluator import Floats, Value, Whole, summed_up
from .job import ReviewJob, action_text
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


@dataclass(frozen=True)
class ChanceEvent:
    """What chance dealt: its luck is the value after it less what was to be expected."""

    number: int  # of the move; 0 is the deal
    mover: Seat
    event: str
    luck: Value
    outcomes: list[tuple[str, float, float, bool]]  # name, chance, value, whether it came

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
        """What chance did beyond doubt, the greatest first."""
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
        "options": [
            {"action": each.action, "value": each.value, **_pair("loss", each.loss)}
            | {"kind": each.kind}
            for each in move.options
        ],
    }


def _chance_json(event: ChanceEvent) -> dict[str, Any]:
    names = ("outcome", "chance", "value", "came")
    return {
        "number": event.number,
        "mover": event.mover,
        "event": event.event,
        **_pair("luck", event.luck),
        "is_notable": event.is_notable,
        "outcomes": [dict(zip(names, outcome, strict=True)) for outcome in event.outcomes],
    }


@dataclass
class _Sums:
    """By deal, so that errors which all values share are told once."""

    size: int
    terms: dict[str, Floats] = field(init=False)

    def __post_init__(self) -> None:
        names = ("luck", "decisions", "others", "rest")
        self.terms = {name: np.zeros(self.size) for name in names}

    def add(self, name: str, change: Floats) -> None:
        self.terms[name] += change


class Accountant:
    """Goes through a finished job step by step: every change of the value has its place."""

    def __init__(self, job: ReviewJob) -> None:
        self._job = job
        self._sums = _Sums(job.measuring)
        self._now: Floats = job.shares(0)
        self._moves: list[ReviewedMove] = []
        self._chance: list[ChanceEvent] = []

    def review(self) -> Review:
        job = self._job
        opening = np.array(job.found["start"])
        start = summed_up(opening)
        self._add_deal(start)
        for step in job.timeline.steps:
            self._take(step)
        self._sums.add("others", job.timeline.share - self._now)
        terms = {name: summed_up(term) for name, term in self._sums.terms.items()}
        terms["luck"] = _less(terms["luck"], start)
        losses = [move.loss for move in self._moves if move.kind != FORCED]
        return Review(
            evaluator=job.evaluator.version,
            board=job.board.id,
            players=job.record.players,
            seat=job.seat,
            deals=job.measuring,
            account=Account(start=start, result=job.timeline.share, **terms),
            curve=job.curve(),
            moves=self._moves,
            chance=self._chance,
            loss=_mean_loss(losses),
            decisions=len(losses),
            level=level_of(job.evaluator.version, _mean_loss(losses)),
        )

    def _add_deal(self, start: Value) -> None:
        change = self._now - start.mean
        self._sums.add("luck", change)
        luck = _less(summed_up(change), start)
        self._chance.append(ChanceEvent(0, self._job.seat, "deal", luck, []))

    def _take(self, step: Step) -> None:
        job = self._job
        is_own = step.is_of(job.seat)
        if is_own:
            self._decide(step)
        found = job.found.get(f"c{step.number}")
        passing = "rest" if is_own and step.before.phase != "setup" else "others"
        if found is not None:
            self._move_to(passing, np.array(found["expected"]))
        if job.is_valued(step):
            before = self._now
            self._move_to("luck" if found is not None else passing, job.shares(step.number))
            if found is not None:
                self._note(step, self._now - before, found)

    def _move_to(self, name: str, shares: Floats) -> None:
        self._sums.add(name, shares - self._now)
        self._now = shares

    def _decide(self, step: Step) -> None:
        job, before = self._job, self._now
        text = action_text(step.before, step.whole)
        value = summed_up(before)
        found = job.found.get(f"d{step.number}")
        if found is None:
            none = Value(0.0, 0.0)
            self._moves.append(
                ReviewedMove(step.number, text, value, none, none, text, FORCED, None, [])
            )
            return
        self._move_to("decisions", np.array(found["played"]))
        loss = Value(found["loss"], found["loss_se"])
        kind = kind_of(loss)
        played = float(self._now.mean())
        best: Whole = (found["best"][0], found["best"][1])
        is_good = kind == GOOD
        reasons = [] if is_good else self._reasons(step, best)
        self._moves.append(
            ReviewedMove(
                number=step.number,
                action=text,
                value=value,
                gain=summed_up(self._now - before),
                loss=loss,
                best=action_text(step.before, best),
                kind=kind,
                verdict=verdict_of(played + loss.mean, played, job.record.players)
                if not is_good
                else None,
                reasons=reasons,
                options=[
                    Option(action, value, Value(lost, error))
                    for action, value, lost, error in found["options"]
                ],
            )
        )

    def _reasons(self, step: Step, best: Whole) -> list[Reason]:
        job = self._job
        return reasons_for(job.evaluator, step.before, job.seat, step.whole, best)

    def _note(self, step: Step, change: Floats, found: dict[str, Any]) -> None:
        event = self._job.event_of(step)
        assert event is not None
        outcomes = [(name, chance, mean, came) for name, chance, mean, came in found["outcomes"]]
        self._chance.append(
            ChanceEvent(step.number, step.mover, event, summed_up(change), outcomes)
        )


def _less(luck: Value, start: Value) -> Value:
    """With the error of the start, which luck is counted from and other deals have told."""
    return Value(luck.mean, float(np.hypot(luck.error, start.error)))


def _mean_loss(losses: list[Value]) -> Value:
    """Per decision, with an error for how losses vary from decision to decision."""
    if not losses:
        return Value(0.0, 0.0)
    return summed_up(np.array([loss.mean for loss in losses]))
