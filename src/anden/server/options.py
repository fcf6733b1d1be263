"""What a seat can do, and on request what it can't and why: a client need not know the rules.

Everything is read from the seat's view, so nothing hidden can leak.
"""

from functools import cached_property
from typing import Any

from anden.game import (
    Action,
    BuildStation,
    ClaimRoute,
    Payment,
    Position,
    Reason,
    View,
)
from anden.game.explain import why_not
from anden.game.outlook import Outlook
from anden.kernel.ids import Seat
from anden.kernel.layout import TURN

from .record_fields import RecordFields

_REACH = RecordFields("hand", "available", "pieces")
_DECISIONS = RecordFields(
    *("hand", "available", "pieces", "stations_left", "offer", "offer_size", "has_chosen"),
    of_all=("station_cities", "row", "laid_colour", "laid_cards", "laid_wilds", "surcharge"),
)
_ONLY_MISSING = ("too_few_cards", "too_few_of_one_colour")  # their `n` is what is missing


class Options:
    """What a seat can do now; if it waits, what it could if its turn began now."""

    def __init__(self, view: View, seat: Seat) -> None:
        self._view, self._seat = view, seat
        self._is_now = view.to_act == seat
        self._phase = int(view.state["phase"]) if self._is_now else TURN
        self._record = view.state.tobytes()

    @property
    def decisions_from(self) -> tuple[object, ...]:
        """Whatever `decisions` are made from."""
        view = self._view
        are_left = view.deck_size > 0, view.tickets_left > 0
        return self._phase, are_left, _DECISIONS.of(self._record, self._seat)

    @property
    def reach_from(self) -> tuple[object, ...]:
        """Whatever `reach` is made from."""
        return self._phase, _REACH.of(self._record, self._seat)

    def turn(self) -> dict[str, Any]:
        return {"is_now": self._is_now}

    def decisions(self) -> dict[str, Any]:
        outlook = self._outlook
        return {
            "simple": outlook.simple(),
            "keep": _keep(outlook.position, self._seat),
            "stations": _stations(outlook, self._seat),
            "pay": outlook.surcharges(),
        }

    def reach(self) -> dict[str, Any]:
        """The routes that can be claimed, and those that one more card would open."""
        return {"routes": self._outlook.routes(), "almost": self._outlook.almost()}

    @cached_property
    def _outlook(self) -> Outlook:
        return Outlook(self._view, self._seat)


def options_as_dict(view: View) -> dict[str, Any] | None:
    """Legal actions by kind; None for spectators and after the end."""
    if view.seat is None or view.is_over:
        return None
    options = Options(view, view.seat)
    return options.turn() | options.decisions() | options.reach()


def reasons_as_dict(view: View, language: str) -> dict[str, Any]:
    """Why routes that nobody owns can't be claimed, and why no station can be built."""
    if view.seat is None or view.is_over:
        return {"blocked": {}, "no_claim": None, "no_station": None}
    outlook = Outlook(view, view.seat)
    position, is_turn = outlook.position, outlook.is_turn
    return {
        "blocked": _blocked(position, outlook.routes(), language) if is_turn else {},
        "no_claim": None if is_turn else _no_claim(position, language),
        "no_station": _no_station(outlook, language) if is_turn else None,
    }


def reason_as_dict(reason: Reason | None, language: str) -> dict[str, Any]:
    if reason is None:
        return {"reason": None, "rule": None, "missing": None, "text": None}
    return {
        "reason": reason.name,
        "rule": reason.rule,
        "missing": _missing(reason),
        "text": reason.text(language),
    }


def why_not_now(view: View, action: Action) -> Reason | None:
    """The reason against an action, of a seat that waits as if it were its turn."""
    assert view.seat is not None
    return why_not(Outlook(view, view.seat).position, action)


def _keep(position: Position, seat: Seat) -> dict[str, Any] | None:
    if position.phase not in ("setup", "keep"):
        return None
    return {"min": position.must_keep(seat), "offer": list(position.offer(seat))}


def _stations(outlook: Outlook, seat: Seat) -> dict[str, Any] | None:
    """Every station costs the same, so cities and payments are told apart."""
    if not (cities := outlook.station_cities()):
        return None
    price = outlook.position.station_price(seat)
    return {"price": price, "cities": cities, "payments": outlook.station_payments()}


def _blocked(
    position: Position, claimable: dict[str, tuple[str, ...]], language: str
) -> dict[str, dict[str, Any]]:
    """Why each route that nobody owns can't be claimed."""
    blocked = {}
    owned = {route for seat in range(position.players) for route in position.route_ids(seat)}
    for route in position.board.routes:
        name = position.board.route_name(route.index)
        if name not in claimable and route.index not in owned:
            reason = why_not(position, ClaimRoute(name, Payment(None, 0, route.length)))
            blocked[name] = reason_as_dict(reason, language)
    return blocked


def _no_claim(position: Position, language: str) -> dict[str, Any]:
    route = position.board.routes[0]
    name = position.board.route_name(route.index)
    action = ClaimRoute(name, Payment(None, 0, route.length))
    return reason_as_dict(why_not(position, action), language)


def _no_station(outlook: Outlook, language: str) -> dict[str, Any] | None:
    """Why no station can be built, on boards that have them."""
    position = outlook.position
    if position.board.stations is None or outlook.station_cities():
        return None
    taken = {city for seat in range(position.players) for city in position.station_cities(seat)}
    free = [city.id for city in position.board.cities if city.id not in taken]
    if not free:
        return None
    action = BuildStation(free[0], Payment(None, 0, 1))
    return reason_as_dict(why_not(position, action), language)


def _missing(reason: Reason) -> int | None:
    """How many cards or pieces are missing."""
    number, have = reason.params.get("n"), reason.params.get("have")
    if not isinstance(number, int):
        return None
    if isinstance(have, int):
        return max(number - have, 0)
    return number if reason.name in _ONLY_MISSING else None
