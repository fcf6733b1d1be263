"""Information-set Monte-Carlo tree search: many deals of what is hidden, played out by planners.

Each playout deals the hidden cards anew (see `resample`) and plays the game to its end. In the
tree of the seat's own decisions the action is searched; everyone else, and the seat itself below
the tree, plays by the planner. At the root all candidates are tried on the same deals, so that
luck cancels, and the worse half is dropped round by round (see `race`).
"""

import math

import numpy as np

from anden.kernel.chance import GOLDEN, mix
from anden.kernel.layout import MAX_SEATS, OVER, PAY_ROUTE, PAY_STATION, Records, State, Tables
from anden.kernel.scoring import final_scores
from anden.kernel.step import step
from anden.machine.jit import inline, jit

from .beliefs import weigh_tickets
from .luck import luck_at
from .margin import margin_of
from .planner import plan_action
from .resample import resample
from .search_record import DEAL, VIEW, Search
from .selection import select
from .style import QUICK, THOROUGH
from .tree import MAX_DEPTH, NO_NODE, ROOT, back_up, descend, plant


@jit
def begin_search(tables: Records, searches: Records, views: Records, luck: np.uint64) -> int:
    """Makes a search ready for the decision of the seat to act; how many candidates there are.

    `luck` is the bot's word for the whole game.
    """
    search = searches[0]
    view = views[0]
    seat = int(view["seat"])
    workspace = search["workspaces"][seat]
    search["states"][VIEW] = view
    search["luck"] = luck_at(luck, view)
    weights = search["ticket_weights"]
    weigh_tickets(tables[0], view, seat, float(search["trust"]), weights, workspace)
    for other in range(MAX_SEATS):
        search["styles"][other]["orders"] = QUICK
    style = search["styles"][seat]
    style["luck"] = luck
    style["orders"] = THOROUGH
    size = plant(tables[0], view, style, workspace, search["tree"])
    style["orders"] = QUICK
    return size


@jit
def try_deals(tables: Records, searches: Records, min_steps: int) -> int:
    """Deals, each played with every candidate still alive, until they took so many steps; the
    steps they took.
    """
    search = searches[0]
    steps = 0
    while steps < min_steps:
        search["luck"] = search["luck"] + GOLDEN
        steps += _try_deal(tables[0], search)
    return steps


@jit
def _try_deal(tables: Tables, search: Search) -> int:
    """One deal for every candidate still alive; the steps it took."""
    tree = search["tree"]
    steps = 0
    planners = 0.0
    for place in range(int(tree["size"][ROOT])):
        if int(tree["is_alive"][place]) == 0:
            continue
        value, taken = play_deal(tables, search, place)
        steps += taken
        if place == 0:
            planners = value
        gain = value - planners
        tree["gain"][place] += gain
        tree["gain_squares"][place] += gain * gain
        tree["num_deals"][place] += 1
    return steps


@jit
def play_deal(tables: Tables, search: Search, first: int) -> tuple[float, int]:
    """One game from the root with its candidate `first`; its value for the seat, and its steps.

    The search's luck decides the deal: while it stays, all candidates get the same.
    """
    tree = search["tree"]
    seat = int(tree["seat"])
    deal_anew(tables, search)
    state = search["states"][DEAL]
    node = ROOT
    depth = 0
    steps = 0
    while int(state["phase"]) != OVER:
        mover = int(state["seat"])
        if mover == seat and node != NO_NODE and not _is_paying(state):
            place = first if depth == 0 else select(tables, search, node)
            action = int(tree["action"][node, place])
            if depth < MAX_DEPTH:
                tree["path_node"][depth] = node
                tree["path_place"][depth] = place
                depth += 1
            node = descend(node, place, tree)
        else:
            style = search["styles"][mover]
            action = plan_action(tables, state, style, search["workspaces"][mover])
        step(tables, state, action)
        steps += 1
    final_scores(tables, state, search["result"], search["net"])
    margin = margin_of(search["result"], int(state["players"]), seat)
    value = _value_of(margin, float(search["scale"]))
    back_up(value, depth, tree)
    return value, steps


@inline
def deal_anew(tables: Tables, search: Search) -> None:
    """Makes a state that looks like the view, with planners that have no plan yet."""
    states = search["states"]
    states[DEAL] = states[VIEW]
    luck = mix(search["luck"])
    seat = int(search["tree"]["seat"])
    resample(tables, states[DEAL], seat, luck, search["ticket_weights"])
    for other in range(MAX_SEATS):
        search["styles"][other]["luck"] = luck
        search["workspaces"][other]["has_plan"] = 0


@inline
def _is_paying(state: State) -> bool:
    """Whether the decision is a payment, which is left to the planner."""
    return int(state["phase"]) in (PAY_ROUTE, PAY_STATION)


@inline
def _value_of(margin: int, scale: float) -> float:
    """From 0 to 1: the margin over the best rival, bent so that winning counts most."""
    return 1.0 / (1.0 + math.exp(-margin / scale))
