"""What a planner has before it: its plan, and room to think."""

from typing import Any, TypeAlias

import numpy as np

from anden.kernel.layout import MAX_CITIES, MAX_ROUTES, MAX_TICKETS, NUM_KINDS, WORDS

FAR = 1e9  # the weight of a route that can't be used

Desk: TypeAlias = Any  # a DESK record

DESK = np.dtype(
    [
        ("plan", "u8", (WORDS,)),  # routes to claim
        ("extra", "u8", (WORDS,)),  # routes for their points alone
        ("borrow", "u8", (WORDS,)),  # others' routes to use by a station
        ("goals", "u8"),  # tickets the plan completes
        ("open", "u8"),  # tickets held and not completed yet
        ("seen_owned", "u8", (WORDS,)),  # own routes when the plan was made
        ("seen_tickets", "u8"),  # and tickets
        ("best_plan", "u8", (WORDS,)),
        ("best_borrow", "u8", (WORDS,)),
        ("best_goals", "u8"),
        ("component", "u8", (MAX_CITIES,)),  # cities joined to each by own routes
        ("rival_component", "u8", (MAX_CITIES,)),  # the same for a rival
        ("weight", "f4", (MAX_ROUTES,)),  # points a route costs, its own points set off
        ("base", "f4", (MAX_ROUTES,)),  # the same before a plan made routes free
        ("route_turns", "f4", (MAX_ROUTES,)),  # turns it takes to claim it
        ("dist", "f4", (MAX_CITIES,)),
        ("urgency", "f4", (MAX_ROUTES,)),
        ("block", "f4", (MAX_ROUTES,)),  # what claiming a route costs rivals
        ("want", "f4", (NUM_KINDS,)),  # what a card of each kind is worth now
        ("odds", "f4", (NUM_KINDS,)),  # of each kind to be the next card of the deck
        ("promise", "f4", (MAX_TICKETS,)),
        ("value", "f4"),
        ("turns", "f4"),  # the plan takes
        ("left", "f4"),  # turns until the game is expected to end
        ("via", "i2", (MAX_CITIES,)),  # the route by which a city was reached
        ("pieces", "i2"),  # the plan takes
        ("order", "i1", (MAX_TICKETS,)),
        ("missing", "i1", (MAX_ROUTES,)),  # cards lacking for a planned route
        ("paid_with", "i1", (MAX_ROUTES,)),  # the colour set aside for it; WILD: none
        ("paid_wilds", "i1", (MAX_ROUTES,)),  # wilds set aside for it
        ("spare", "i1", (NUM_KINDS,)),  # cards that nothing planned needs
        ("made", "i1"),  # whether there is a plan at all
        ("padding", "u1", (7,)),
    ]
)
