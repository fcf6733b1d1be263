"""Routes beside the plan: what they bring, and which to collect for."""

from anden.kernel.bits import ZERO, count, next_route
from anden.kernel.ids import CityId, RouteId, Seat
from anden.kernel.layout import GRAY, NO_ROUTE, WILD, WORDS, State, Tables
from anden.machine.jit import inline, jit

from .needs import reserve
from .numbers import Numbers
from .route_sets import add_route
from .weights import most_of_a_colour
from .workspace import Workspace

NOT_WORTH_IT = -1.0  # what claiming has to be worth more than
NUM_EXTRAS = 2  # routes beside the plan to collect for: the next one, and one to follow
# Turns still to come from which a card held has its full worth: it can be put to other use.
CARD_USE_TURNS = 6.0
LATE_TURNS = 0.5  # that a route may take beyond the expected end, which is a guess


@jit
def seek_points(
    tables: Tables, state: State, seat: Seat, numbers: Numbers, workspace: Workspace
) -> tuple[float, RouteId]:
    """Chooses routes beside the plan that bring most points for the turns left, into `extra`.

    Returns what claiming the best of them now is worth, and the route, or NO_ROUTE.
    """
    value = NOT_WORTH_IT
    claim = NO_ROUTE
    for word in range(WORDS):
        workspace["extra"][word] = ZERO
    pieces = int(workspace["plan_pieces"])
    for place in range(NUM_EXTRAS):
        route = _best_extra(tables, state, seat, pieces, numbers, workspace)
        if route == NO_ROUTE:
            break
        workspace["urgency"][route] = 0.0
        reserve(tables, route, workspace)
        add_route(workspace["extra"], route)
        pieces += int(tables["route_length"][route])
        if place == 0 and int(workspace["missing"][route]) == 0:
            value = worth_of(tables, state, seat, route, numbers, workspace)
            claim = route
    return value, claim


@inline
def worth_of(
    tables: Tables, state: State, seat: Seat, route: RouteId, numbers: Numbers, workspace: Workspace
) -> float:
    """Points that a route beside the plan brings, less what its cards could bring elsewhere."""
    length = int(tables["route_length"][route])
    worth = float(tables["length_points"][length])
    if int(tables["longest_bonus"]) > 0:
        at_a = _is_path_end(tables, state, seat, int(tables["route_a"][route]))
        at_b = _is_path_end(tables, state, seat, int(tables["route_b"][route]))
        worth += float(numbers["longest_value"]) * length * int(at_a or at_b)
    if float(numbers["race"]) != 0.0 and _is_ahead(state, seat):
        worth += float(numbers["race"]) * length
    later = min(1.0, (float(workspace["turns_left"]) - 1.0) / CARD_USE_TURNS)
    card = float(numbers["card_cost"]) * float(numbers["turn_value"]) / float(numbers["draw_rate"])
    return worth - card * later * length


@inline
def _is_path_end(tables: Tables, state: State, seat: Seat, city: CityId) -> bool:
    """Whether an odd number of the seat's routes meet in the city, so that a path ends there."""
    own = state["owned"][seat]
    here = tables["city_routes"][city]
    return bool((count(own[0] & here[0]) + count(own[1] & here[1])) & 1)


@inline
def _is_ahead(state: State, seat: Seat) -> bool:
    """Whether the seat has more points from routes than every other."""
    is_ahead = True
    for other in range(int(state["players"])):
        if other != seat and int(state["score"][other]) >= int(state["score"][seat]):
            is_ahead = False
    return is_ahead


@inline
def _best_extra(
    tables: Tables, state: State, seat: Seat, pieces: int, numbers: Numbers, workspace: Workspace
) -> RouteId:
    """The open route with the most points per turn, of those that pieces and time allow.

    `pieces` are those that are planned for already.
    """
    most = most_of_a_colour(workspace["spare"])
    wilds = int(workspace["spare"][WILD])
    left = float(workspace["turns_left"]) - float(workspace["plan_turns"])
    best = NO_ROUTE
    density = 0.0
    available = state["available"][seat]
    low = available[0] & ~workspace["plan"][0] & ~workspace["extra"][0]
    high = available[1] & ~workspace["plan"][1] & ~workspace["extra"][1]
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        length = int(tables["route_length"][route])
        if pieces + length > int(state["pieces"][seat]):
            continue
        colour = int(tables["route_colour"][route])
        held = most if colour == GRAY else int(workspace["spare"][colour])
        lacking = max(0, length - held - wilds)
        lacking = max(lacking, int(tables["route_symbols"][route]) - wilds)
        turns = 1.0 + lacking / float(numbers["draw_rate"])
        if turns > max(left, 1.0) + LATE_TURNS:
            continue
        used = float(numbers["card_cost"]) * (length - lacking) / float(numbers["draw_rate"])
        here = float(tables["length_points"][length]) / (turns + used)
        if here > density:
            density = here
            best = route
    return best
