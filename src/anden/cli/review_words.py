"""A review in words of a language."""

from collections.abc import Sequence
from typing import Any

from anden.arena.report.wording import Wording
from anden.boards import Board
from anden.game import parse_action
from anden.game.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    KeepTickets,
    Pass,
    PayTunnel,
    Withdraw,
)
from anden.kernel.ids import Seat
from anden.review import ChanceEvent, Review, ReviewedMove, Value
from anden.review.judging import SURE
from anden.review.reasons import Reason

from .text.speech import Speech

# What texts are called, by what a review says.
KINDS = {
    "inaccuracy": "review.inaccuracy",
    "mistake": "review.mistake",
    "blunder": "review.blunder",
}
VERDICTS = {"missed_win": "review.missed_win", "losing_move": "review.losing_move"}
EVENTS = {
    "card": "review.event_card",
    "refill": "review.event_refill",
    "tunnel": "review.event_tunnel",
    "tickets": "review.event_tickets",
    "deal": "review.event_deal",
}
LEVELS = {
    "easy": "review.level_easy",
    "medium": "review.level_medium",
    "hard": "review.level_hard",
    "expert": "review.level_expert",
}
REASONS = {
    "serves": "review.why_serves",
    "serves_none": "review.why_serves_none",
    "taken": "review.why_taken",
    "lacks": "review.why_lacks",
    "odds": "review.why_odds",
    "no_odds": "review.why_no_odds",
    "time": "review.why_time",
    "keeps": "review.why_keeps",
    "returns": "review.why_returns",
}


class ReviewWords:
    def __init__(self, board: Board, language: str) -> None:
        self.board, self.language = board, language
        self.speech, self.wording = Speech(board, language), Wording(language)

    def text(self, key: str, **params: object) -> str:
        return self.wording.text(key, **params)

    def share(self, share: float) -> str:
        return self.wording.percent(share)

    def change(self, value: Value) -> str:
        """+12.3 ± 0.4, in percentage points; ± is two standard errors everywhere."""
        return f"{self.wording.signed(100 * value.mean)} ± {self._error(value)}"

    def points(self, value: Value) -> str:
        """12.3 ± 0.4, of a loss."""
        return f"{self.wording.number(100 * value.mean)} ± {self._error(value)}"

    def chances(self, value: Value) -> str:
        """62.3% ± 4.1, of a value."""
        return f"{self.share(value.mean)} ± {self._error(value)}"

    def _error(self, value: Value) -> str:
        return self.wording.number(100 * SURE * value.error)

    def action(self, text: str) -> str:
        return self._said(parse_action(self.board, text))

    def _said(self, action: Action) -> str:
        say = self.speech
        match action:
            case DrawCard(colour):
                return self.text("review.draw", card=say.a_card(colour))
            case DrawBlind():
                return self.text("review.draw_deck")
            case DrawTickets():
                return self.text("review.draw_tickets")
            case KeepTickets(tickets):
                return self.text("review.keep", tickets=say.all_of(map(say.ticket, tickets)))
            case ClaimRoute(route, payment):
                cards = say.payment(payment)
                return self.text("review.claim", route=say.route(route), cards=cards)
            case BuildStation(city, payment):
                cards = say.payment(payment)
                return self.text("review.station", city=say.city(city), cards=cards)
            case PayTunnel(payment):
                return self.text("review.pay", cards=say.payment(payment))
            case Withdraw():
                return self.text("review.withdraw")
            case Pass():
                return self.text("review.pass")

    def mistake(self, move: ReviewedMove) -> str:
        """What was played, what was better, and by how much."""
        key = "review.mistake_line"
        kind = self.text(KINDS[move.kind])
        if move.verdict is not None:
            kind = f"{kind}; {self.text(VERDICTS[move.verdict])}"
        return self.text(
            key,
            number=move.number,
            played=self.action(move.action),
            best=self.action(move.best),
            loss=self.points(move.loss),
            kind=kind,
        )

    def reason(self, reason: Reason) -> str:
        say, facts = self.speech, reason.facts
        params: dict[str, Any] = {}
        if "route" in facts:
            params["route"] = say.route(facts["route"])
        if "tickets" in facts:
            params["tickets"] = say.all_of(map(say.ticket, facts["tickets"]))
        if "ticket" in facts:
            params["ticket"] = say.ticket(facts["ticket"])
            params["pieces"] = say.pieces(facts["pieces"])
            params["n"] = facts["points"]
        if "chance" in facts:
            params["chance"] = self.share(facts["chance"])
        if "colour" in facts:
            params["card"] = say.a_card(facts["colour"])
        if "number" in facts:
            params["n"] = facts["number"]
        for name in ("left", "needed"):
            if name in facts:
                params[name] = self.wording.number(facts[name])
        return self.text(REASONS[reason.why], **params)

    def event(self, event: ChanceEvent, seat: Seat, names: Sequence[str]) -> str:
        """What chance did, and whether that was good or bad luck for the seat."""
        came = next((name for name, _, _, is_it in event.outcomes if is_it), None)
        is_own = event.mover == seat
        key = EVENTS[event.event] if is_own else "review.event_refill_after"
        what = self.text(key, name=names[event.mover])
        if came is not None and event.event != "tunnel":
            what = f"{what}: {self.speech.a_card(came)}"
        if came is not None and event.event == "tunnel":
            what = f"{what}: +{came}"
        kind = self.text("review.good_luck" if event.luck.mean > 0 else "review.bad_luck")
        params = {"what": what, "luck": self.change(event.luck), "kind": kind}
        if event.event == "deal":
            return self.text("review.luck_at_start", **params)
        return self.text("review.luck_line", number=event.number, **params)

    def level(self, review: Review) -> str | None:
        """Which bots lose as much."""
        if review.level is None:
            return None
        loss = self.points(Value(review.level.loss, review.level.loss_se))
        name = self._level(review.level.name)
        if not review.level.alike:
            return self.text("review.plays_apart", level=name, loss=loss)
        others = [level for level in review.level.alike if level != review.level.name]
        if not others:
            return self.text("review.plays_as", level=name, loss=loss)
        alike = self.speech.any_of(map(self._level, others))
        return self.text("review.plays_like", level=name, loss=loss, alike=alike)

    def _level(self, name: str) -> str:
        return self.text(LEVELS[name])
