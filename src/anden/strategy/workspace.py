"""What a planner has before it: its plan, and room to think."""

from typing import Any, TypeAlias

import numpy as np

from anden.kernel.layout import MAX_CITIES, MAX_ROUTES, MAX_TICKETS, NUM_KINDS, WORDS

FAR = 1e9  # the weight of a route that can't be used: more than any way costs

NO_ACTION = -1  # in place of an action: there is none of the kind
NO_KIND = -1  # in place of a kind of card

Workspace: TypeAlias = Any  # a WORKSPACE record

WORKSPACE = np.dtype(
    [
        ("plan", "u8", (WORDS,)),  # routes to claim
        ("extra", "u8", (WORDS,)),  # routes for their points alone
        ("borrow", "u8", (WORDS,)),  # others' routes to use by a station
        ("goals", "u8"),  # tickets that the plan completes
        ("open_tickets", "u8"),  # held and not completed yet
        ("planned_tickets", "u8"),  # held when the plan was made
        ("best_plan", "u8", (WORDS,)),
        ("best_borrow", "u8", (WORDS,)),
        ("best_goals", "u8"),
        ("component", "u8", (MAX_CITIES,)),  # cities joined to each by own routes
        ("rival_component", "u8", (MAX_CITIES,)),  # the same for a rival
        ("weight", "f4", (MAX_ROUTES,)),  # points that a route costs, its own points set off
        ("base_weight", "f4", (MAX_ROUTES,)),  # the same before a plan made routes free
        ("route_turns", "f4", (MAX_ROUTES,)),  # that it takes to claim each
        ("distance", "f4", (MAX_CITIES,)),  # from the city where a way begins
        ("urgency", "f4", (MAX_ROUTES,)),
        ("block", "f4", (MAX_ROUTES,)),  # what claiming a route costs rivals
        ("want", "f4", (NUM_KINDS,)),  # what a card of each kind is worth now
        ("odds", "f4", (NUM_KINDS,)),  # of each kind to be the next card of the deck
        ("promise", "f4", (MAX_TICKETS,)),  # points that unseen tickets would bring, best first
        ("plan_value", "f4"),  # points that the plan brings
        ("plan_turns", "f4"),  # that it takes
        ("turns_left", "f4"),  # until the game is expected to end
        ("via", "i2", (MAX_CITIES,)),  # the route by which a city was reached
        ("plan_pieces", "i2"),  # that it takes
        ("order", "i1", (MAX_TICKETS,)),  # open tickets, dearest first
        ("num_open", "i1"),  # how many those are
        ("stations", "i1"),  # that the plan leaves
        ("missing", "i1", (MAX_ROUTES,)),  # cards lacking for a planned route
        ("paid_with", "i1", (MAX_ROUTES,)),  # the colour set aside for it
        ("spare", "i1", (NUM_KINDS,)),  # cards that nothing planned needs
        ("has_plan", "i1"),
    ],
    align=True,
)
