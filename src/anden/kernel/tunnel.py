"""Tunnels: cards are laid, cards are revealed, and the price may rise: E7 to E10."""

from anden.machine.intrinsics import apart
from anden.machine.jit import inline, jit

from .bits import has
from .cards import discard, draw_card, settle
from .ids import RouteId, Seat
from .layout import NO_CARD, TUNNEL, TUNNEL_REVEAL, WILD, State, Tables
from .turn import end_idle_turn


@inline
def is_tunnel(tables: Tables, route: RouteId) -> bool:
    return has(tables["tunnels"][route >> 6], route & 63)


@jit
def dig(state: State, colour: int, cards: int, wilds: int) -> bool:
    """Lays the cards, reveals up to three, and returns whether there is a surcharge to decide on.

    `colour` is WILD when only wilds were laid: then only wilds surcharge (E8).
    """
    apart()
    state["laid_colour"] = colour
    state["laid_cards"] = cards
    state["laid_wilds"] = wilds
    surcharge = 0
    for card in range(TUNNEL_REVEAL):
        kind = draw_card(state) if state["deck_size"] > 0 else NO_CARD
        state["revealed"][card] = kind
        if kind in (colour, WILD):
            surcharge += 1
    state["surcharge"] = surcharge
    if surcharge > 0:
        state["phase"] = TUNNEL
    return surcharge > 0


@jit
def clear_tunnel(state: State, is_paid: bool) -> None:
    """Discards the revealed cards, and the laid ones if paid; `settle` must follow."""
    apart()
    if is_paid:
        discard(state, int(state["laid_colour"]), int(state["laid_cards"]))
        discard(state, WILD, int(state["laid_wilds"]))
    for card in range(TUNNEL_REVEAL):
        kind = int(state["revealed"][card])
        if kind != NO_CARD:
            discard(state, kind, 1)
    state["laid_colour"] = NO_CARD
    state["laid_cards"] = 0
    state["laid_wilds"] = 0
    state["surcharge"] = 0


@jit
def apply_withdraw(state: State) -> None:
    """The laid cards go back to the hand, where everybody now knows them: E9."""
    apart()
    seat = int(state["seat"])
    _take_back(state, seat, int(state["laid_colour"]), int(state["laid_cards"]))
    _take_back(state, seat, WILD, int(state["laid_wilds"]))
    clear_tunnel(state, False)
    settle(state)
    end_idle_turn(state, False)


@jit
def _take_back(state: State, seat: Seat, kind: int, number: int) -> None:
    state["hand"][seat, kind] = int(state["hand"][seat, kind]) + number
    state["known"][seat, kind] = int(state["known"][seat, kind]) + number
    state["hand_size"][seat] = int(state["hand_size"][seat]) + number
