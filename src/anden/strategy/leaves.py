"""Where the candidates of a search lead, deal by deal: the seat's next turn, for others to judge.

In a leaf one candidate was played, and then everybody else's turns by planners. What the seat
itself has to decide on the way, a second card or which tickets to keep, the caller decides.
"""

import numpy as np
from numpy.typing import NDArray

from anden.kernel.batch import REWARD_WIN, reward
from anden.kernel.chance import GOLDEN
from anden.kernel.encode import encode
from anden.kernel.ids import Seat
from anden.kernel.layout import KEEP, OVER, SECOND_CARD, TURN, Records, State, Tables
from anden.kernel.legal import legal_mask
from anden.kernel.observe import conceal
from anden.kernel.scoring import final_scores
from anden.kernel.step import step
from anden.machine.jit import inline, jit

from .candidates import Actions
from .planner import plan_action
from .search import deal_anew
from .search_record import DEAL, VIEW, Search
from .tree import ROOT

Places = NDArray[np.int64]  # of leaves in their array
Floats = NDArray[np.float32]


@jit
def grow_leaves(
    tables: Records,
    searches: Records,
    leaves: Records,
    places: Places,
    actions: Actions,
    is_new: bool,
) -> None:
    """Plays an action in each leaf of these places, and on from there. New leaves are dealt
    first: one deal for every candidate of the root, then the next deal.
    """
    search = searches[0]
    size = int(search["tree"]["size"][ROOT])
    for row in range(len(places)):
        leaf = leaves[places[row]]
        if is_new:
            if row % size == 0:
                search["luck"] = search["luck"] + GOLDEN
            deal_anew(tables[0], search)
            leaf = search["states"][DEAL]
        step(tables[0], leaf, int(actions[row]))
        _go_on(tables[0], search, leaf)
        leaves[places[row]] = leaf


@inline
def _go_on(tables: Tables, search: Search, state: State) -> None:
    """Planners play until the seat has something of its own to decide, or the game is over."""
    seat = int(search["tree"]["seat"])
    for other in range(int(state["players"])):
        search["workspaces"][other]["has_plan"] = 0
    while int(state["phase"]) != OVER and not _is_own(state, seat):
        mover = int(state["seat"])
        style = search["styles"][mover]
        step(tables, state, plan_action(tables, state, style, search["workspaces"][mover]))


@inline
def _is_own(state: State, seat: Seat) -> bool:
    """Whether the seat decides something that is not left to the planner."""
    phase = int(state["phase"])
    return int(state["seat"]) == seat and phase in (TURN, SECOND_CARD, KEEP)


@jit
def see_leaves(
    tables: Records,
    searches: Records,
    leaves: Records,
    places: Places,
    nets: Records,
    sketches: Records,
    observations: NDArray[np.int16],
) -> None:
    """What the seat sees at some leaves, a row for each; `nets` and `sketches` are scratch."""
    search = searches[0]
    view = search["states"][DEAL]
    for row in range(len(places)):
        search["states"][DEAL] = leaves[places[row]]
        conceal(view, int(search["tree"]["seat"]))
        encode(tables[0], view, nets[0], sketches[0], observations[row])


@jit
def decide_leaves(
    tables: Records,
    leaves: Records,
    places: Places,
    logits: Floats,
    mask: NDArray[np.bool_],
    actions: Actions,
) -> None:
    """Fills in the likeliest legal action at some leaves; `mask` is scratch."""
    for row in range(len(places)):
        legal_mask(tables[0], leaves[places[row]], mask)
        best = -1
        for action in range(len(mask)):
            if mask[action] and (best < 0 or logits[row, action] > logits[row, best]):
                best = action
        actions[row] = best


@jit
def score_leaves(
    tables: Records, searches: Records, leaves: Records, leads: Floats, wins: Floats
) -> None:
    """By leaf: the lead over the mean of the others, and 1 for a win where the game is over."""
    search = searches[0]
    seat = int(search["tree"]["seat"])
    result = search["result"]
    players = int(search["states"][VIEW]["players"])
    for index in range(len(leaves)):
        state = leaves[index]
        wins[index] = 0.0
        if int(state["phase"]) == OVER:
            final_scores(tables[0], state, result, search["net"])
            wins[index] = (reward(REWARD_WIN, result, seat, players) + 1) / 2.0
            leads[index] = _lead(result["total"], seat, players)
        else:
            leads[index] = _lead(state["score"], seat, players)


@inline
def _lead(points: NDArray[np.int16], seat: Seat, players: int) -> float:
    others = 0
    for other in range(players):
        others += int(points[other])
    others -= int(points[seat])
    return int(points[seat]) - others / (players - 1.0)
