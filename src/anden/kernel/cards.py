"""The deck, the discards and the row."""

from anden.machine.intrinsics import apart
from anden.machine.jit import inline, jit

from .chance import DECK_STREAM, draw_below
from .layout import MAX_REDEALS, MAX_SWEEPS, NO_CARD, NUM_KINDS, ROW_SIZE, SWEEP_WILDS, WILD, State


@inline
def draw_card(state: State) -> int:
    """The top card of the deck, which must not be empty."""
    apart()
    deck = state["deck"]
    size = int(state["deck_size"])
    draws = int(state["deck_draws"])
    place = draw_below(state, DECK_STREAM, int(state["reshuffles"]), draws, size)
    kind = 0
    for other in range(NUM_KINDS - 1):
        place -= int(deck[other])
        kind += int(place >= 0)
    deck[kind] = int(deck[kind]) - 1
    state["deck_size"] = size - 1
    state["deck_draws"] = draws + 1
    if size == 1:
        reshuffle(state)
    return kind


@jit
def reshuffle(state: State) -> None:
    """The discards become the deck, if there are any: C12. The deck must be empty."""
    apart()
    size = 0
    for kind in range(NUM_KINDS):
        size += int(state["discards"][kind])
        state["deck"][kind] = state["discards"][kind]
        state["discards"][kind] = 0
    if size > 0:
        state["deck_size"] = size
        state["deck_draws"] = 0
        state["reshuffles"] = int(state["reshuffles"]) + 1


@inline
def discard(state: State, kind: int, number: int) -> None:
    """Cards onto the discards; `settle` must follow before the next decision."""
    state["discards"][kind] = int(state["discards"][kind]) + number


@inline
def settle(state: State) -> None:
    """Deck, row and discards put in order after cards were discarded: C12, C14, C9."""
    if state["deck_size"] == 0:
        reshuffle(state)
        _refill_row(state)
    if _wilds_in_row(state) >= SWEEP_WILDS:
        _sweep_row(state)


@inline
def put_in_row(state: State, slot: int, kind: int) -> None:
    """The card drawn for a slot whose card was taken: C6, C9."""
    state["row"][slot] = kind
    if kind == WILD and _wilds_in_row(state) >= SWEEP_WILDS:
        _sweep_row(state)


@jit
def deal_row(state: State) -> None:
    """The first row: C2, C9."""
    apart()
    for slot in range(ROW_SIZE):
        state["row"][slot] = NO_CARD
    _refill_row(state)
    _sweep_row(state)


@jit
def _refill_row(state: State) -> None:
    apart()
    for slot in range(ROW_SIZE):
        if state["row"][slot] == NO_CARD and state["deck_size"] > 0:
            state["row"][slot] = draw_card(state)


@inline
def _wilds_in_row(state: State) -> int:
    wilds = 0
    for slot in range(ROW_SIZE):
        wilds += int(state["row"][slot] == WILD)
    return wilds


@jit
def _can_row_improve(state: State) -> bool:
    """Whether the cards in no hand can make a row with fewer than three wilds: C10."""
    apart()
    plain = 0
    wilds = 0
    for kind in range(NUM_KINDS):
        loose = int(state["deck"][kind]) + int(state["discards"][kind])
        if kind == WILD:
            wilds += loose
        else:
            plain += loose
    for slot in range(ROW_SIZE):
        if state["row"][slot] == WILD:
            wilds += 1
        elif state["row"][slot] != NO_CARD:
            plain += 1
    row_size = min(ROW_SIZE, plain + wilds)
    return plain >= row_size - (SWEEP_WILDS - 1)


@jit
def _sweep_row(state: State) -> None:
    """Rows with three wilds discarded until one has fewer, or none can: C9, C10.

    A deck of five and a row of five can change places for ever, so after MAX_SWEEPS everything
    loose is shuffled together.
    """
    apart()
    for sweep in range(MAX_SWEEPS):
        if _wilds_in_row(state) < SWEEP_WILDS or not _can_row_improve(state):
            return
        for slot in range(ROW_SIZE):
            state["swept"][slot] = state["row"][slot]
        state["sweeps"] = int(state["sweeps"]) + 1
        _discard_row(state)
        if sweep == MAX_SWEEPS - 1:
            _redeal_row(state)
            return
        if state["deck_size"] == 0:
            reshuffle(state)
        _refill_row(state)


@jit
def _discard_row(state: State) -> None:
    apart()
    for slot in range(ROW_SIZE):
        kind = int(state["row"][slot])
        state["row"][slot] = NO_CARD
        if kind != NO_CARD:
            discard(state, kind, 1)


@jit
def _redeal_row(state: State) -> None:
    """All loose cards are shuffled and a row dealt until one has fewer than three wilds: C10.

    Every valid row is then as likely as a fair deal makes it. The row that MAX_REDEALS leaves
    stays; on a board of ours that has a chance of less than one in a million.
    """
    apart()
    for _ in range(MAX_REDEALS):
        _discard_row(state)
        for kind in range(NUM_KINDS):
            discard(state, kind, int(state["deck"][kind]))
        reshuffle(state)
        _refill_row(state)
        if _wilds_in_row(state) < SWEEP_WILDS:
            return
