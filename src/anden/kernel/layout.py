"""The records the rules work on: TABLES (read-only tables), STATE (one game), RESULT, NET, SKETCH.

Sets are 64-bit words: bit i is city, ticket or edge i. A set of routes is two words: route r is
bit r % 64 of word r // 64. Fields go from wide to narrow, so that nothing is padded and every
word is aligned, on the GPU too.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

MAX_SEATS = 5
MAX_CITIES = 64
MAX_ROUTES = 128
MAX_TICKETS = 64
MAX_COLOURS = 8
MAX_LENGTH = 8
MAX_PIECES = 64
MAX_STATIONS = 3
MAX_OFFER = 5
MAX_DISTRICTS = 8
MAX_CARDS_PER_KIND = 60
MAX_CARDS = 250

WILD = 8  # card kinds 0..7 are the board's colours in its order; the wild is always 8
NUM_KINDS = 9
ROW_SIZE = 5
TUNNEL_REVEAL = 3
WORDS = MAX_ROUTES // 64

NO_CARD = -1
NO_SEAT = -1
NO_ROUTE = -1
NO_TICKET = -1
GRAY = -1

LAST_ROUND_PIECES = 2  # C24
SWEEP_WILDS = 3  # C9
MAX_SWEEPS = 20  # C10
MAX_REDEALS = 1000  # C10
MAX_IDLE_TURNS = 100  # C23

# Phases: what the seat to act decides now.
SETUP = 0  # which dealt tickets to keep; `seat` is one that has not chosen yet
TURN = 1  # the turn's action
SECOND_CARD = 2
KEEP = 3  # which drawn tickets to keep
PAY_ROUTE = 4
PAY_STATION = 5
TUNNEL = 6  # pay the surcharge, or withdraw
OVER = 7

# Tie-breaks, in the order a board lists them.
NO_TIE_BREAK = 0
BY_TICKETS = 1  # most completed
BY_STATIONS = 2  # fewest built
BY_LONGEST_PATH = 3  # holds the bonus

Tables: TypeAlias = Any  # a TABLES record
State: TypeAlias = Any  # a STATE record
Result: TypeAlias = Any  # a RESULT record
Net: TypeAlias = Any  # a NET record
Sketch: TypeAlias = Any  # a SKETCH record
Records: TypeAlias = NDArray[np.void]  # of any type; one element, unless it says otherwise

TABLES = np.dtype(
    [
        # Routes that colour c can pay with n cards, wilds included; n is capped at MAX_LENGTH.
        ("payable", "u8", (MAX_COLOURS, MAX_LENGTH + 1, WORDS)),
        ("within_symbols", "u8", (MAX_LENGTH + 1, WORDS)),  # routes with at most n ferry symbols
        ("within_length", "u8", (MAX_LENGTH + 1, WORDS)),  # routes of at most n spaces
        ("routes", "u8", (WORDS,)),  # every route
        ("tunnels", "u8", (WORDS,)),
        ("city_routes", "u8", (MAX_CITIES, WORDS)),
        ("cities", "u8"),  # every city
        ("regular_tickets", "u8"),
        ("long_tickets", "u8"),
        ("districts", "u8", (MAX_DISTRICTS,)),  # cities of each
        # Subsets of an offer of n tickets that may be kept, as bits of action word 0.
        ("deal_keeps", "u8", (MAX_OFFER + 1,)),
        ("draw_keeps", "u8", (MAX_OFFER + 1,)),
        ("route_a", "i2", (MAX_ROUTES,)),
        ("route_b", "i2", (MAX_ROUTES,)),
        ("route_length", "i2", (MAX_ROUTES,)),
        ("route_colour", "i2", (MAX_ROUTES,)),  # GRAY: any
        ("route_symbols", "i2", (MAX_ROUTES,)),  # wilds a ferry demands
        ("route_twin", "i2", (MAX_ROUTES,)),  # NO_ROUTE: single
        ("ticket_a", "i2", (MAX_TICKETS,)),
        ("ticket_b", "i2", (MAX_TICKETS,)),
        ("ticket_points", "i2", (MAX_TICKETS,)),
        ("length_points", "i2", (MAX_LENGTH + 1,)),
        ("card_counts", "i2", (NUM_KINDS,)),
        ("district_points", "i2", (MAX_DISTRICTS,)),
        ("tie_breaks", "i2", (3,)),
        ("num_routes", "i2"),
        ("num_cities", "i2"),
        ("num_tickets", "i2"),
        ("num_districts", "i2"),
        ("pieces", "i2"),
        ("starting_hand", "i2"),
        ("deal_regular", "i2"),
        ("deal_long", "i2"),
        ("drops_return", "i2"),  # 1: tickets dropped at the deal go under the deck; 0: they leave
        ("draw_tickets", "i2"),
        ("doubles_from", "i2"),  # players from which both lanes of a double route are used
        ("longest_bonus", "i2"),  # 0: the board has none
        ("stations", "i2"),  # per seat; 0: the board has none
        ("station_points", "i2"),  # for each one not built
        ("spare", "u1", (2,)),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("seed", "u8", (2,)),
        ("luck", "u8", (3,)),  # what is left of a random word, by stream: deck, tickets, long ones
        ("available", "u8", (MAX_SEATS, WORDS)),  # routes the seat may still claim
        ("owned", "u8", (MAX_SEATS, WORDS)),
        ("tickets", "u8", (MAX_SEATS,)),  # kept
        ("station_cities", "u8", (MAX_SEATS,)),
        ("ticket_pool", "u8"),  # tickets of the deck that nobody has seen; no order until drawn
        ("turn", "i4"),
        ("reshuffles", "i4"),
        ("sweeps", "i4"),  # rows discarded by C9
        ("deck_draws", "i4"),  # cards drawn since the last reshuffle
        ("score", "i2", (MAX_SEATS,)),  # from routes
        ("hand_size", "i2", (MAX_SEATS,)),
        ("deck_size", "i2"),  # 0 only while the discards are empty too: C12
        ("route", "i2"),  # being paid for, or NO_ROUTE
        ("city", "i2"),  # where a station is being paid for, or -1
        ("hand", "i1", (MAX_SEATS, NUM_KINDS)),
        ("known", "i1", (MAX_SEATS, NUM_KINDS)),  # cards everybody knows the seat holds, at least
        ("deck", "i1", (NUM_KINDS,)),  # by kind; no order until drawn
        ("discards", "i1", (NUM_KINDS,)),
        ("row", "i1", (ROW_SIZE,)),  # kinds, or NO_CARD
        ("swept", "i1", (ROW_SIZE,)),  # the row last discarded by C9
        ("revealed", "i1", (TUNNEL_REVEAL,)),  # by the last tunnel, or NO_CARD
        ("pieces", "i1", (MAX_SEATS,)),
        ("stations_left", "i1", (MAX_SEATS,)),
        ("ticket_count", "i1", (MAX_SEATS,)),  # kept, since everybody has chosen: C3
        ("offer", "i1", (MAX_SEATS, MAX_OFFER)),  # tickets to choose from, or NO_TICKET
        ("offer_size", "i1", (MAX_SEATS,)),
        ("has_chosen", "i1", (MAX_SEATS,)),  # its dealt tickets
        # Tickets put under the deck: a ring, drawn in order when the pool is empty.
        ("returned", "i1", (MAX_TICKETS,)),
        ("returned_by", "i1", (MAX_TICKETS,)),  # seats, or NO_SEAT
        ("returned_head", "i1"),
        ("returned_size", "i1"),
        ("pool_size", "i1"),
        ("pool_draws", "i1"),
        ("players", "i1"),
        ("first", "i1"),
        ("seat", "i1"),  # to act
        ("phase", "i1"),
        ("laid_colour", "i1"),  # of the cards laid for a tunnel; WILD: wilds only
        ("laid_cards", "i1"),  # of that colour
        ("laid_wilds", "i1"),
        ("surcharge", "i1"),
        ("last_turns", "i1"),  # turns left once the end is near: C24; 0: not yet
        ("passes", "i1"),  # in a row
        ("idle_turns", "i1"),  # passes and abandoned tunnels in a row
        ("spare", "u1", (4,)),
    ],
    align=True,
)

RESULT = np.dtype(
    [
        ("completed", "u8", (MAX_SEATS,)),  # tickets
        ("districts", "u8", (MAX_SEATS,)),  # joined
        ("route_points", "i2", (MAX_SEATS,)),
        ("ticket_points", "i2", (MAX_SEATS,)),  # made less failed
        ("longest", "i2", (MAX_SEATS,)),  # spaces in the longest path
        ("longest_points", "i2", (MAX_SEATS,)),
        ("station_points", "i2", (MAX_SEATS,)),
        ("district_points", "i2", (MAX_SEATS,)),
        ("total", "i2", (MAX_SEATS,)),
        ("borrowed", "i2", (MAX_SEATS, MAX_STATIONS)),  # routes; stations by city, ascending
        ("rank", "i2", (MAX_SEATS,)),  # 1 wins; shared when level to the end: C27
        ("spare", "u1", (2,)),
    ],
    align=True,
)

MAX_FRAMES = 2 * MAX_PIECES + 8

# One seat's network, and the stacks of the searches in it. Edge i is its i-th route: a seat has
# at most MAX_PIECES routes, so a set of them is one word.
NET = np.dtype(
    [
        ("reach", "u8", (MAX_CITIES,)),  # cities joined to each, itself included
        ("edges", "u8", (MAX_CITIES,)),  # at each city
        ("near", "u8", (MAX_CITIES,)),  # cities one edge away
        ("odd", "u8"),  # cities with an odd number of edges
        ("branching", "u8"),  # cities with more than one
        ("touched", "u8"),  # cities with any
        ("options", "u8", (MAX_FRAMES,)),
        ("alive", "u8", (MAX_FRAMES,)),
        ("kept", "u8", (MAX_FRAMES,)),
        ("ends", "u8", (MAX_FRAMES,)),
        ("not_ends", "u8", (MAX_FRAMES,)),
        ("joined", "u8", (MAX_STATIONS, MAX_CITIES)),  # cities a station joins by each candidate
        ("candidates", "i2", (MAX_STATIONS, MAX_CITIES)),  # routes a station could borrow
        ("num_candidates", "i2", (MAX_STATIONS,)),
        ("depth", "i2", (MAX_CITIES,)),  # spaces in the longest path that hangs on a city
        ("second", "i2", (MAX_CITIES,)),  # and in the longest besides it
        ("order", "i1", (MAX_CITIES,)),  # a numbering in which neighbours are close
        ("path", "i1", (MAX_CITIES,)),
        ("edge_a", "i1", (MAX_PIECES,)),
        ("edge_b", "i1", (MAX_PIECES,)),
        ("edge_length", "i1", (MAX_PIECES,)),
        ("vertex", "i1", (MAX_FRAMES,)),
        ("taken", "i1", (MAX_FRAMES,)),
        ("num_edges", "i2"),
    ],
    align=True,
)

# The map as a seat sees it that looks for ways: what it has is free, what it can still claim takes
# as many pieces as the route has spaces, and the rest is closed.
SKETCH = np.dtype(
    [
        ("near", "u8", (MAX_LENGTH + 1, MAX_CITIES)),  # cities that an open route of n spaces joins
        ("joined", "u8", (MAX_CITIES,)),  # cities that are free to reach from each, itself included
        ("due", "u8", (MAX_LENGTH + 1,)),  # scratch of a search
        ("plan", "u8", (WORDS,)),  # routes to claim for own tickets
        ("planned", "i8"),  # pieces they take
        ("from_a", "i2", (MAX_CITIES,)),  # pieces it takes to join a city with a ticket's first
        ("from_b", "i2", (MAX_CITIES,)),  # and with the second
    ],
    align=True,
)
