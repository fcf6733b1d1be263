"""One legal action applied to the game."""

from anden.machine.jit import inline

from .actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    KEEP_TICKETS,
    PASS,
    PAY_WILDS,
    STATION,
    WITHDRAW,
)
from .cards import draw_card, put_in_row
from .claim import apply_pay, begin_claim, begin_station
from .ids import ActionId, Seat
from .layout import ROW_SIZE, SECOND_CARD, TURN, WILD, State, Tables
from .tickets import apply_draw_tickets, apply_keep
from .tunnel import apply_withdraw
from .turn import end_idle_turn, end_turn


@inline
def step(tables: Tables, state: State, action: ActionId) -> None:
    """The state after the action, which must be legal: nothing is checked here."""
    if action <= DRAW_DECK:
        apply_draw(state, action)
    elif action >= STATION:
        begin_station(state, action - STATION)
    elif action >= CLAIM:
        begin_claim(state, action - CLAIM)
    elif action == DRAW_TICKETS:
        apply_draw_tickets(tables, state)
    elif action == PASS:
        end_idle_turn(state, True)
    elif action == WITHDRAW:
        apply_withdraw(state)
    elif action > PAY_WILDS and action < KEEP_TICKETS + 32:
        apply_keep(tables, state, action - KEEP_TICKETS)
    else:
        apply_pay(tables, state, action)


@inline
def apply_draw(state: State, action: ActionId) -> None:
    """One card into the hand, from the row or blind; the turn goes on for a second: C6 to C8."""
    seat = int(state["seat"])
    kind = draw_card(state)
    if action != DRAW_DECK:
        slot = ROW_SIZE - 1
        for other in range(ROW_SIZE - 2, -1, -1):
            slot = other if int(state["row"][other]) == action else slot
        put_in_row(state, slot, kind)
        kind = action
        state["known"][seat, kind] = int(state["known"][seat, kind]) + 1
    state["hand"][seat, kind] = int(state["hand"][seat, kind]) + 1
    state["hand_size"][seat] = int(state["hand_size"][seat]) + 1
    is_first = int(state["phase"]) == TURN
    if is_first and action != WILD and int(state["deck_size"]) > 0:  # C7, C13, C15
        state["phase"] = SECOND_CARD
    else:
        end_turn(state)


@inline
def take_seat(state: State, seat: Seat) -> None:
    """Lets a seat that has not chosen its dealt tickets choose now: C3 sets no order."""
    state["seat"] = seat
