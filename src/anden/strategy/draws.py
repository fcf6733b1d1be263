"""Cards: which one to draw, once `want` and `odds` are known."""

from anden.kernel.actions import DRAW_DECK, DRAW_ROW
from anden.kernel.ids import ActionId
from anden.kernel.layout import ROW_SIZE, WILD, State
from anden.machine.jit import inline

from .needs import best_colour_in_row, blind_value
from .numbers import Numbers
from .workspace import NO_KIND, Workspace


@inline
def best_draw(state: State, numbers: Numbers, workspace: Workspace) -> tuple[float, ActionId]:
    """The first card to draw, and what the turn's cards are worth together."""
    blind = blind_value(workspace)
    kind = best_colour_in_row(state, workspace)
    card = DRAW_DECK
    first = blind
    if kind != NO_KIND and float(workspace["want"][kind]) >= blind:
        first = float(workspace["want"][kind])
        card = DRAW_ROW + kind
    value = first + _value_of_second(state, kind, card, blind, workspace)
    for slot in range(ROW_SIZE):
        if int(state["row"][slot]) == WILD and float(workspace["want"][WILD]) > value:
            value = float(workspace["want"][WILD])
            card = DRAW_ROW + WILD
    return float(numbers["draw_weight"]) * value, card


@inline
def _value_of_second(
    state: State, kind: int, card: ActionId, blind: float, workspace: Workspace
) -> float:
    """What the second card is worth if `card` is the first, which may take one `kind` away."""
    second = blind
    is_taken = card == DRAW_DECK
    for slot in range(ROW_SIZE):
        other = int(state["row"][slot])
        if other < 0 or other == WILD:
            continue
        if other == kind and not is_taken:
            is_taken = True
            continue
        second = max(second, float(workspace["want"][other]))
    return second


@inline
def second_card(state: State, workspace: Workspace) -> ActionId:
    kind = best_colour_in_row(state, workspace)
    if kind != NO_KIND and float(workspace["want"][kind]) >= blind_value(workspace):
        return DRAW_ROW + kind
    return DRAW_DECK
