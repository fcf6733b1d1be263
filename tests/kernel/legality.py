"""The legal actions once more, read from the rules without any of the kernel's tables."""

from anden.boards import GRAY, WILD, Board, Route
from anden.kernel.actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    KEEP_TICKETS,
    PASS,
    PAY,
    PAY_WILDS,
    STATION,
    WITHDRAW,
)
from anden.kernel.layout import (
    KEEP,
    NO_CARD,
    OVER,
    PAY_ROUTE,
    PAY_STATION,
    SECOND_CARD,
    SETUP,
    TUNNEL,
    State,
)
from tests.kernel.support import bits_of, owned_routes


def actions_by_the_rules(board: Board, state: State) -> set[int]:
    """What the seat to act may do now."""
    phase, seat = int(state["phase"]), int(state["seat"])
    if phase == OVER:
        return set()
    if phase in (SETUP, KEEP):
        fewest = board.ticket_deal.keep if phase == SETUP else board.ticket_draw.keep
        return _keeps(int(state["offer_size"][seat]), fewest)
    if phase == SECOND_CARD:
        return _draws(state) - {WILD}  # C7
    if phase == PAY_ROUTE:
        route = board.routes[int(state["route"])]
        return _payments(state, route.colour, route.length, route.wilds)
    if phase == PAY_STATION:
        return _payments(state, GRAY, _station_price(state), 0)
    if phase == TUNNEL:
        price = int(state["surcharge"])
        return _payments(state, int(state["laid_colour"]), price, 0) | {WITHDRAW}  # E7 to E9
    return _turn_actions(board, state) or {PASS}  # C5, C23


def _keeps(size: int, fewest: int) -> set[int]:
    return {
        KEEP_TICKETS + subset
        for subset in range(1 << size)
        if subset.bit_count() >= min(fewest, size)  # C3, C21
    }


def _draws(state: State) -> set[int]:
    if state["deck"].sum() + state["discards"].sum() == 0:
        return set()  # C13
    return {int(kind) for kind in state["row"] if kind != NO_CARD} | {DRAW_DECK}


def _payments(state: State, colour: int, price: int, fewest_wilds: int) -> set[int]:
    """Every number of wilds with every colour that may be paid: C16, E6, E8."""
    hand = state["hand"][int(state["seat"])]
    found = {PAY_WILDS} if hand[WILD] >= price else set()
    for paid in range(WILD):
        for wilds in range(fewest_wilds, price):
            if colour in (GRAY, paid) and hand[paid] >= price - wilds and hand[WILD] >= wilds:
                found.add(PAY + 8 * paid + wilds)
    return found


def _station_price(state: State) -> int:
    return len(bits_of(state["station_cities"][int(state["seat"])])) + 1  # E11


def _turn_actions(board: Board, state: State) -> set[int]:
    found = _draws(state)
    if state["pool_size"] + state["returned_size"] > 0:
        found.add(DRAW_TICKETS)
    owners = {r: seat for seat in range(int(state["players"])) for r in owned_routes(state, seat)}
    for route in board.routes:
        if _may_claim(board, state, route, owners):
            found.add(CLAIM + route.index)
    return found | _stations(board, state)


def _may_claim(board: Board, state: State, route: Route, owners: dict[int, int]) -> bool:
    seat, players = int(state["seat"]), int(state["players"])
    if route.index in owners or state["pieces"][seat] < route.length:
        return False
    if route.twin is not None and route.twin in owners:  # C19
        if owners[route.twin] == seat or players < board.double_routes_from:
            return False
    return bool(_payments(state, route.colour, route.length, route.wilds))


def _stations(board: Board, state: State) -> set[int]:
    price = _station_price(state)
    if board.stations is None or price > board.stations.count:
        return set()
    if not _payments(state, GRAY, price, 0):
        return set()
    taken = {city for cities in state["station_cities"] for city in bits_of(cities)}
    return {STATION + city for city in range(len(board.cities)) if city not in taken}
