"""Why an action is not legal: one reason code, LEGAL if it is."""

from anden.machine.jit import jit

from .actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    KEEP_TICKETS,
    MAX_ACTIONS,
    PASS,
    PAY,
    PAY_WILDS,
    STATION,
    WITHDRAW,
)
from .bits import has
from .ids import ActionId, CityId, RouteId, Seat
from .layout import (
    GRAY,
    KEEP,
    MAX_COLOURS,
    MAX_OFFER,
    MAX_SEATS,
    NO_ROUTE,
    OVER,
    PAY_ROUTE,
    PAY_STATION,
    ROW_SIZE,
    SECOND_CARD,
    SETUP,
    TUNNEL,
    TURN,
    WILD,
    State,
    Tables,
)
from .legal import is_legal, price_at_stake

LEGAL = 0
GAME_OVER = 1
NO_SUCH_ACTION = 2  # on this board
KEEP_FIRST = 3  # tickets are waiting to be chosen
DRAW_FIRST = 4  # the second card is still to be drawn
PAY_FIRST = 5  # a route or station is being paid for
TUNNEL_FIRST = 6  # a surcharge is to be paid or refused
NOTHING_OFFERED = 7
NOTHING_TO_PAY = 8
NO_TUNNEL = 9  # to withdraw from
CAN_ACT = 10  # so can't pass
NO_CARDS = 11  # to draw
NOT_IN_ROW = 12
NO_SECOND_WILD = 13
NO_TICKETS = 14  # left to draw
NOT_OFFERED = 15  # the choice names more tickets than the offer has
TOO_FEW_KEPT = 16
ROUTE_TAKEN = 17
OWN_TWIN = 18
TWIN_CLOSED = 19
TOO_FEW_PIECES = 20
TOO_FEW_CARDS = 21
TOO_FEW_SYMBOLS = 22  # wilds for a ferry
NO_STATIONS = 23  # on this board
NO_STATION_LEFT = 24
CITY_TAKEN = 25
WRONG_COLOUR = 26
TOO_FEW_OF_COLOUR = 27
TOO_FEW_WILDS = 28
BAD_MIX = 29  # more wilds than the price leaves room for


@jit
def refusal(tables: Tables, state: State, action: ActionId) -> int:
    """The first reason against the action for the seat to act, in the order a player would see."""
    if is_legal(tables, state, action):
        return LEGAL
    if int(state["phase"]) == OVER:
        return GAME_OVER
    if action < 0 or action >= MAX_ACTIONS:
        return NO_SUCH_ACTION
    if KEEP_TICKETS <= action < KEEP_TICKETS + (1 << MAX_OFFER):
        return _keep_refusal(state, action - KEEP_TICKETS)
    if action == PAY_WILDS or PAY <= action < CLAIM:
        return _pay_refusal(tables, state, action)
    if action == WITHDRAW:
        return NO_TUNNEL
    if action <= DRAW_DECK:
        return _draw_refusal(state, action)
    pending = _pending(state)
    if pending != LEGAL:
        return pending
    if action == PASS:
        return CAN_ACT
    if action == DRAW_TICKETS:
        return NO_TICKETS
    if action >= STATION:
        return _station_refusal(tables, state, action - STATION)
    if action >= CLAIM:
        return _claim_refusal(tables, state, action - CLAIM)
    return NO_SUCH_ACTION


@jit
def _pending(state: State) -> int:
    """What has to be decided before a turn's action can be chosen."""
    phase = int(state["phase"])
    if phase in (SETUP, KEEP):
        return KEEP_FIRST
    if phase == SECOND_CARD:
        return DRAW_FIRST
    if phase in (PAY_ROUTE, PAY_STATION):
        return PAY_FIRST
    if phase == TUNNEL:
        return TUNNEL_FIRST
    return LEGAL


@jit
def _keep_refusal(state: State, subset: int) -> int:
    if int(state["phase"]) not in (SETUP, KEEP):
        return NOTHING_OFFERED
    if subset >> int(state["offer_size"][int(state["seat"])]) != 0:
        return NOT_OFFERED
    return TOO_FEW_KEPT


@jit
def _draw_refusal(state: State, kind: int) -> int:
    phase = int(state["phase"])
    if phase not in (TURN, SECOND_CARD):
        return _pending(state)
    if int(state["deck_size"]) == 0:
        return NO_CARDS
    for slot in range(ROW_SIZE):
        if int(state["row"][slot]) == kind:
            return NO_SECOND_WILD
    return NOT_IN_ROW


@jit
def _claim_refusal(tables: Tables, state: State, route: RouteId) -> int:
    if route >= int(tables["num_routes"]):
        return NO_SUCH_ACTION
    seat = int(state["seat"])
    if not has(state["available"][seat, route >> 6], route & 63):
        return _closed_reason(tables, state, seat, route)
    length = int(tables["route_length"][route])
    if length > int(state["pieces"][seat]):
        return TOO_FEW_PIECES
    symbols = int(tables["route_symbols"][route])
    if symbols > int(state["hand"][seat, WILD]):
        return TOO_FEW_SYMBOLS
    return TOO_FEW_CARDS


@jit
def _closed_reason(tables: Tables, state: State, seat: Seat, route: RouteId) -> int:
    for other in range(MAX_SEATS):
        if has(state["owned"][other, route >> 6], route & 63):
            return ROUTE_TAKEN
    twin = int(tables["route_twin"][route])
    if twin != NO_ROUTE and has(state["owned"][seat, twin >> 6], twin & 63):
        return OWN_TWIN
    return TWIN_CLOSED


@jit
def _station_refusal(tables: Tables, state: State, city: CityId) -> int:
    if int(tables["stations"]) == 0:
        return NO_STATIONS
    if city >= int(tables["num_cities"]):
        return NO_SUCH_ACTION
    for other in range(MAX_SEATS):
        if has(state["station_cities"][other], city):
            return CITY_TAKEN
    if int(state["stations_left"][int(state["seat"])]) == 0:
        return NO_STATION_LEFT
    return TOO_FEW_CARDS


@jit
def _pay_refusal(tables: Tables, state: State, action: ActionId) -> int:
    if int(state["phase"]) not in (PAY_ROUTE, PAY_STATION, TUNNEL):
        return NOTHING_TO_PAY
    colour, price, symbols = price_at_stake(tables, state)
    return payment_refusal(state, action, colour, price, symbols)


@jit
def payment_refusal(state: State, action: ActionId, colour: int, price: int, symbols: int) -> int:
    """Why the seat to act can't pay the price so; LEGAL if it can."""
    seat = int(state["seat"])
    held_wilds = int(state["hand"][seat, WILD])
    if action == PAY_WILDS:
        return TOO_FEW_WILDS if held_wilds < price else LEGAL
    paid = (action - PAY) >> 3
    wilds = (action - PAY) & 7
    if colour not in (GRAY, paid) or paid >= MAX_COLOURS:
        return WRONG_COLOUR
    if wilds >= price:
        return BAD_MIX
    if wilds < symbols:
        return TOO_FEW_SYMBOLS
    if held_wilds < wilds:
        return TOO_FEW_WILDS
    if int(state["hand"][seat, paid]) < price - wilds:
        return TOO_FEW_OF_COLOUR
    return LEGAL
