"""What a seat can do, what it can't and why, so that a client need not know the rules.

Everything is read from the seat's view, so nothing hidden can leak.
"""

from typing import Any

from anden.core.sets import members_of_words
from anden.game import (
    Action,
    BuildStation,
    ClaimRoute,
    KeepTickets,
    Payment,
    PayTunnel,
    Position,
    Reason,
    View,
)
from anden.game.explain import why_not
from anden.kernel import layout, legal_words
from anden.kernel.actions import CLAIM, STATION
from anden.kernel.ids import Seat

_ONLY_MISSING = ("too_few_cards", "too_few_of_one_colour")  # their `n` is what is missing


def options_as_dict(view: View, language: str) -> dict[str, Any] | None:
    """Legal actions by kind, and reasons for the rest; None for spectators and after the end."""
    if view.seat is None or view.is_over:
        return None
    is_now = view.to_act == view.seat
    position = view if is_now else _on_its_turn(view, view.seat)
    legal = Position.legal_actions(position)
    is_turn = position.phase == "turn"
    routes = _route_payments(legal)
    return {
        "is_now": is_now,
        "simple": [str(action) for action in legal if not _is_composed(action)],
        "keep": _keep(position, view.seat),
        "routes": routes,
        "blocked": _blocked(position, routes, language) if is_turn else {},
        "almost": _almost(position, routes, view.seat) if is_turn else {},
        "no_claim": None if is_turn else _no_claim(position, language),
        "stations": _stations(position, legal, view.seat),
        "no_station": _no_station(position, legal, language) if is_turn else None,
        "pay": [str(action.payment) for action in legal if isinstance(action, PayTunnel)],
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
    position = view if view.to_act == view.seat else _on_its_turn(view, view.seat)
    return why_not(position, action)


def _on_its_turn(view: View, seat: Seat) -> Position:
    """The view as it would be if the seat's turn began now."""
    record = view.state.copy()
    record["phase"] = layout.TURN
    record["seat"] = seat
    return Position(view.board, record, view.tables)


def _is_composed(action: Action) -> bool:
    return isinstance(action, ClaimRoute | BuildStation | PayTunnel | KeepTickets)


def _keep(position: Position, seat: Seat) -> dict[str, Any] | None:
    if position.phase not in ("setup", "keep"):
        return None
    return {"min": position.must_keep(seat), "offer": list(position.offer(seat))}


def _route_payments(legal: list[Action]) -> dict[str, list[str]]:
    payments: dict[str, list[str]] = {}
    for action in legal:
        if isinstance(action, ClaimRoute):
            payments.setdefault(action.route, []).append(str(action.payment))
    return payments


def _blocked(
    position: Position, claimable: dict[str, list[str]], language: str
) -> dict[str, dict[str, Any]]:
    """Why each route that nobody owns can't be claimed."""
    blocked = {}
    for route in position.board.routes:
        name = position.board.route_name(route.index)
        if name not in claimable and position.owner(route.index) is None:
            reason = why_not(position, ClaimRoute(name, Payment(None, 0, route.length)))
            blocked[name] = reason_as_dict(reason, language)
    return blocked


def _almost(
    position: Position, claimable: dict[str, list[str]], seat: Seat
) -> dict[str, list[str]]:
    """Routes that one more card would open, each with the kinds of card that would do."""
    record = position.state.copy()
    found: dict[str, list[str]] = {}
    for number, kind in position.kinds:
        record["hand"][seat, number] += 1
        for action in members_of_words(legal_words(position.tables, record)):
            name = position.board.route_name(action - CLAIM) if CLAIM <= action < STATION else None
            if name is not None and name not in claimable:
                found.setdefault(name, []).append(kind)
        record["hand"][seat, number] -= 1
    return found


def _no_claim(position: Position, language: str) -> dict[str, Any]:
    route = position.board.routes[0]
    name = position.board.route_name(route.index)
    action = ClaimRoute(name, Payment(None, 0, route.length))
    return reason_as_dict(why_not(position, action), language)


def _stations(position: Position, legal: list[Action], seat: Seat) -> dict[str, Any] | None:
    """Every station costs the same, so cities and payments are told apart."""
    found = [action for action in legal if isinstance(action, BuildStation)]
    if not found:
        return None
    cities = dict.fromkeys(action.city for action in found)
    payments = dict.fromkeys(str(action.payment) for action in found)
    return {
        "price": position.station_price(seat),
        "cities": list(cities),
        "payments": list(payments),
    }


def _no_station(position: Position, legal: list[Action], language: str) -> dict[str, Any] | None:
    """Why no station can be built, on boards that have them."""
    if position.board.stations is None or any(isinstance(a, BuildStation) for a in legal):
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
