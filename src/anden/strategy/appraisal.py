"""What a view leads to, deal by deal, whoever is to act: for those who judge a game afterwards.

Planners play everybody's turns to the seat's next one, for others to judge, or to the end. Deals
follow from luck alone, so that what is compared is compared on the same ones.
"""

import numpy as np
from numpy.typing import NDArray

from anden.kernel.chance import GOLDEN
from anden.kernel.ids import ActionId, Seat
from anden.kernel.layout import (
    MAX_SEATS,
    NUM_KINDS,
    OVER,
    SETUP,
    TUNNEL,
    TURN,
    Records,
    Result,
    State,
    Tables,
)
from anden.kernel.observe import conceal
from anden.kernel.scoring import final_scores
from anden.kernel.step import apply_draw, step
from anden.machine.jit import inline, jit

from .beliefs import weigh_tickets
from .planner import plan_action
from .search import deal_anew
from .search_record import DEAL, VIEW, Search
from .style import QUICK

NO_STEP = -1  # in place of an action: the planner chooses
FIRST_STEPS = 2  # of a candidate: its action and its payment
UNDECIDED = -1.0  # in place of a share of the win: the game goes on
END_PART = 3  # of the pieces a seat begins with: with one part left the end is near
MOST_FORCED = 127  # cards of one kind that a deck can be made of

Firsts = NDArray[np.int16]  # by candidate: its action and its payment, or NO_STEP
Shares = NDArray[np.float64]


@jit
def begin_appraisal(tables: Records, searches: Records, views: Records, seat: Seat) -> None:
    """Makes a search ready for what a seat knows, whoever is to act."""
    search = searches[0]
    search["states"][VIEW] = views[0]
    search["tree"]["seat"] = seat
    weights, workspace = search["ticket_weights"], search["workspaces"][seat]
    weigh_tickets(tables[0], views[0], seat, float(search["trust"]), weights, workspace)
    for other in range(MAX_SEATS):
        search["styles"][other]["orders"] = QUICK


@jit
def appraise(
    tables: Records,
    searches: Records,
    firsts: Firsts,
    luck: np.uint64,
    to_end: bool,
    leaves: Records,
    surcharges: NDArray[np.int8],
    shares: Shares,
) -> int:
    """Fills the leaves, all candidates of the first deal before those of the next; steps taken.

    Of each leaf also the surcharge that its first action met, and the seat's share of the win.
    """
    search = searches[0]
    steps = 0
    for index in range(len(leaves)):
        candidate = index % len(firsts)
        search["luck"] = luck + np.uint64(index // len(firsts) + 1) * GOLDEN
        deal_anew(tables[0], search)
        state = search["states"][DEAL]
        for place in range(FIRST_STEPS):
            if int(firsts[candidate, place]) != NO_STEP:
                _take_action(tables[0], search, state, int(firsts[candidate, place]))
        surcharges[index] = state["surcharge"] if int(state["phase"]) == TUNNEL else 0
        steps += _play_on(tables[0], search, state, to_end)
        shares[index] = UNDECIDED
        if int(state["phase"]) == OVER:
            final_scores(tables[0], state, search["result"], search["net"])
            shares[index] = _share(search["result"], int(search["tree"]["seat"]), state)
        leaves[index] = state
    return steps


@inline
def _take_action(tables: Tables, search: Search, state: State, action: ActionId) -> None:
    """Plays an action for a planner, which plans before as if it had chosen it itself."""
    mover = int(state["seat"])
    plan_action(tables, state, search["styles"][mover], search["workspaces"][mover])
    step(tables, state, action)


@inline
def _play_on(tables: Tables, search: Search, state: State, to_end: bool) -> int:
    """Planners play to the seat's next turn, or to the end; the steps that took."""
    steps = 0
    while int(state["phase"]) != OVER and (to_end or not _is_next_turn(search, state)):
        mover = int(state["seat"])
        style = search["styles"][mover]
        step(tables, state, plan_action(tables, state, style, search["workspaces"][mover]))
        steps += 1
    return steps


@inline
def _is_next_turn(search: Search, state: State) -> bool:
    """Whether the seat begins a turn after that of the view."""
    view = search["states"][VIEW]
    if int(state["phase"]) != TURN or int(state["seat"]) != int(search["tree"]["seat"]):
        return False
    return int(state["turn"]) > int(view["turn"]) or int(view["phase"]) == SETUP


@jit
def is_end_near(tables: Tables, state: State) -> bool:
    """Whether a seat is so short of pieces that deals are better played to the end than judged."""
    fewest = int(tables["pieces"])
    for seat in range(int(state["players"])):
        fewest = min(fewest, int(state["pieces"][seat]))
    return fewest * END_PART <= int(tables["pieces"])


@jit
def see_draw(states: Records, action: ActionId, kind: int, seat: Seat) -> None:
    """Turns a seat's view into the one after somebody drew a card, with `kind` from the deck.

    It must not sweep the row, and the deck may have MOST_FORCED cards at most.
    """
    state = states[0]
    for other in range(NUM_KINDS):
        state["deck"][other] = 0
    state["deck"][kind] = int(state["deck_size"])
    apply_draw(state, action)
    conceal(state, seat)


@inline
def _share(result: Result, seat: Seat, state: State) -> float:
    """The seat's share of the win: those who are level share it."""
    if int(result["rank"][seat]) != 1:
        return 0.0
    winners = 0
    for other in range(int(state["players"])):
        winners += int(int(result["rank"][other]) == 1)
    return 1.0 / winners
