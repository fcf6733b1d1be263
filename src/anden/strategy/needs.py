"""The hand against the plan: which cards are set aside for what, and what is wanted."""

import numpy as np

from anden.kernel.bits import ZERO, next_route
from anden.kernel.ids import RouteId, Seat
from anden.kernel.layout import (
    GRAY,
    MAX_CARDS_PER_KIND,
    MAX_COLOURS,
    MAX_LENGTH,
    NO_ROUTE,
    NUM_KINDS,
    ROW_SIZE,
    WILD,
    State,
    Tables,
)
from anden.kernel.unseen import unseen_cards
from anden.machine.jit import inline, jit

from .numbers import Numbers
from .route_sets import has_route, without_route
from .workspace import NO_KIND, Workspace

NOT_URGENT = -1.0  # below every urgency
PLANNED_CARD = 1.0  # what a card for a planned route is worth: the unit of `want`
# A colour that suffices goes before all that do not; of those that do, the one held least of.
ENOUGH = 100
assert ENOUGH - MAX_CARDS_PER_KIND > MAX_LENGTH


@jit
def set_aside(tables: Tables, state: State, seat: Seat, workspace: Workspace) -> None:
    """Shares the hand out among the planned routes, the most urgent first."""
    for kind in range(NUM_KINDS):
        workspace["spare"][kind] = int(state["hand"][seat, kind])
    low = workspace["plan"][0]
    high = workspace["plan"][1]
    while low | high != ZERO:
        route = _most_urgent(low, high, workspace)
        low, high = without_route(low, high, route)
        reserve(tables, route, workspace)


@inline
def _most_urgent(low: np.uint64, high: np.uint64, workspace: Workspace) -> RouteId:
    best = NO_ROUTE
    most = NOT_URGENT
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        if float(workspace["urgency"][route]) > most:
            most = float(workspace["urgency"][route])
            best = route
    return best


@inline
def reserve(tables: Tables, route: RouteId, workspace: Workspace) -> None:
    """Sets cards aside for a route, of those not set aside yet."""
    spare = workspace["spare"]
    length = int(tables["route_length"][route])
    colour = int(tables["route_colour"][route])
    symbols = int(tables["route_symbols"][route])
    if colour == GRAY:
        colour = _colour_for(length - symbols, workspace)
    wilds = min(symbols, int(spare[WILD]))
    lacking_wilds = symbols - wilds
    cards = min(length - symbols, int(spare[colour]))
    lacking = length - symbols - cards
    further = min(lacking, int(spare[WILD]) - wilds)
    wilds += further
    spare[colour] = int(spare[colour]) - cards
    spare[WILD] = int(spare[WILD]) - wilds
    workspace["missing"][route] = lacking - further + lacking_wilds
    workspace["paid_with"][route] = colour


@inline
def _colour_for(price: int, workspace: Workspace) -> int:
    """The colour to pay a gray route with: the least that is enough, or else the most."""
    best = 0
    rank = -1
    for colour in range(MAX_COLOURS):
        held = int(workspace["spare"][colour])
        here = ENOUGH - held if held >= price else held
        if here > rank:
            rank = here
            best = colour
    return best


@jit
def value_cards(
    tables: Tables, state: State, seat: Seat, numbers: Numbers, workspace: Workspace
) -> None:
    """Fills `want`, after `set_aside`, and `odds` of the deck."""
    want = workspace["want"]
    for kind in range(NUM_KINDS):
        held = int(workspace["spare"][kind])
        want[kind] = float(numbers["idle_value"]) + float(numbers["set_value"]) * held
        if kind < MAX_COLOURS and int(tables["card_counts"][kind]) == 0:
            want[kind] = 0.0
    wild = 0.0
    low = workspace["plan"][0] | workspace["extra"][0]
    high = workspace["plan"][1] | workspace["extra"][1]
    while low | high != ZERO:
        route, low, high = next_route(low, high)
        missing = int(workspace["missing"][route])
        if missing == 0:
            continue
        value = PLANNED_CARD + float(numbers["ready_value"]) / missing
        if has_route(workspace["extra"], route):
            value *= float(numbers["extra_value"])
        value += float(numbers["urgent_value"]) * float(workspace["urgency"][route])
        colour = int(workspace["paid_with"][route])
        want[colour] = max(float(want[colour]), value)
        wild = max(wild, value)
    want[WILD] = max(float(want[WILD]), wild) * float(numbers["wild_value"])
    _reckon_odds(tables, state, seat, workspace)


@inline
def _reckon_odds(tables: Tables, state: State, seat: Seat, workspace: Workspace) -> None:
    """How likely each kind is to come off the deck, from all that the seat can't see."""
    odds = workspace["odds"]
    total = 0
    for kind in range(NUM_KINDS):
        unseen = max(unseen_cards(tables, state, seat, kind), 0)
        odds[kind] = unseen
        total += unseen
    if total > 0:
        for kind in range(NUM_KINDS):
            odds[kind] = float(odds[kind]) / total


@inline
def blind_value(workspace: Workspace) -> float:
    """What the next card of the deck is worth on average."""
    value = 0.0
    for kind in range(NUM_KINDS):
        value += float(workspace["odds"][kind]) * float(workspace["want"][kind])
    return value


@inline
def best_colour_in_row(state: State, workspace: Workspace) -> int:
    """The most wanted kind of the row, wilds apart, or NO_KIND if there is none."""
    best = NO_KIND
    for slot in range(ROW_SIZE):
        kind = int(state["row"][slot])
        if kind < 0 or kind == WILD:
            continue
        if best < 0 or float(workspace["want"][kind]) > float(workspace["want"][best]):
            best = kind
    return best
