"""What chance could have dealt instead, as far as a seat could see it."""

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board
from anden.game.actions import ClaimRoute, DrawBlind, DrawCard, DrawTickets
from anden.kernel.actions import DRAW_DECK
from anden.kernel.ids import ActionId, Seat
from anden.kernel.layout import NUM_KINDS, SWEEP_WILDS, TUNNEL_REVEAL, WILD, Records, State
from anden.kernel.unseen import unseen_cards
from anden.strategy.appraisal import MOST_FORCED, see_draw

from .timeline import Step, views_of

CARD = "card"  # drawn blind
REFILL = "refill"  # of the row
TUNNEL = "tunnel"
TICKETS = "tickets"
DEAL = "deal"  # of the first cards and tickets


@dataclass(frozen=True)
class Outcome:
    """One of the cards that could have come, and what the seat would then have known."""

    kind: int
    chance: float
    views: Records


def event_of(step: Step, seat: Seat, board: Board) -> str | None:
    """The kind of chance event that a step is for a seat, or None."""
    match step.action:
        case DrawBlind() if step.is_of(seat):
            return CARD
        case DrawCard():
            return REFILL if step.is_of(seat) or is_enumerable(step, seat) else None
        case DrawTickets() if step.is_of(seat):
            return TICKETS
        case ClaimRoute(route) if (
            step.is_of(seat) and board.routes[board.find_route(route)].is_tunnel
        ):
            return TUNNEL
        case _:
            return None


def is_enumerable(step: Step, seat: Seat) -> bool:
    """Whether a single card came, so that all that could have come can be listed."""
    state = step.before.state
    if not isinstance(step.action, DrawBlind | DrawCard):
        return False
    if not 0 < int(state["deck_size"]) <= MOST_FORCED:
        return False
    return isinstance(step.action, DrawBlind) or not _can_sweep(state, _drawn(step))


def outcomes(step: Step, seat: Seat, tables: State) -> list[Outcome]:
    """Every card that could have come, with its chance as the seat knew it."""
    state = step.before.state
    chances = card_chances(state, seat, tables)
    found = []
    for kind in np.flatnonzero(chances).tolist():
        views = views_of(step.before)
        see_draw(views, _drawn(step), kind, seat)
        found.append(Outcome(kind, float(chances[kind]), views))
    return found


def card_chances(state: State, seat: Seat, tables: State) -> NDArray[np.float64]:
    """Of each kind, to be the next card of the deck, as the seat knows it."""
    unseen = [unseen_cards(tables, state, seat, kind) for kind in range(NUM_KINDS)]
    return np.array(unseen, np.float64) / max(1, sum(unseen))


def surcharge_chances(state: State, seat: Seat, tables: State, colour: int) -> list[float]:
    """Of each surcharge, 0 to 3, when a tunnel is dug with this colour: hypergeometric (E7, E8)."""
    unseen = [int(unseen_cards(tables, state, seat, kind)) for kind in range(NUM_KINDS)]
    total, like = sum(unseen), unseen[WILD] + (unseen[colour] if colour != WILD else 0)
    drawn = min(TUNNEL_REVEAL, int(state["deck_size"]))
    ways = [comb(like, number) * comb(total - like, drawn - number) for number in range(drawn + 1)]
    return [way / comb(total, drawn) for way in ways]


def _drawn(step: Step) -> ActionId:
    if isinstance(step.action, DrawBlind):
        return DRAW_DECK
    assert isinstance(step.action, DrawCard)
    return step.before.ids_of(step.action)[0]


def _can_sweep(state: State, taken: int) -> bool:
    """Whether the card that fills the gap can be a third wild: C9."""
    wilds = int((state["row"] == WILD).sum()) - (taken == WILD)
    return wilds >= SWEEP_WILDS - 1
