"""What the planner believes, as numbers in one array: tuned by play (see `tools.tune`)."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Points and turns.
TURN_VALUE = 0  # points a turn is worth
DRAW_RATE = 1  # useful cards drawn in a turn
HAND_SHARE = 2  # part of a held card that counts when a route is weighed
POINTS_SHARE = 3  # part of a route's points set against its cost
PIECE_COST = 4  # points a piece is worth
MIN_COST = 5  # least weight of a space, so that no way is free
RIVAL_RISK = 6  # points of risk for a route at a city a rival has reached
TICKET_TRUST = 7  # how likely a planned ticket is completed
KEEP_BIAS = 8  # points for keeping one more ticket of the first offer
LATE_SLACK = 9  # turns beyond the expected end that a plan may take
# The hand.
READY_VALUE = 10  # a card for a route that lacks n more: this / n on top of 1
URGENT_VALUE = 11  # for a route in danger
WILD_VALUE = 12  # a wild, against a wanted card
IDLE_VALUE = 13  # a card nothing planned needs
SET_VALUE = 14  # and for each of its colour in the hand
# The turn.
CLAIM_BASE = 15  # how much claiming what is ready goes before drawing
CLAIM_URGENCY = 16
CLAIM_POINTS = 17
DRAW_WEIGHT = 18  # of the two best cards at hand
TICKET_BAR = 19  # points that a draw of tickets has to promise
TICKET_TURNS = 20  # turns that must be left for it
CARD_COST = 21  # part of a card's turns that counts when it is held already
LONGEST_VALUE = 22  # points a space that lengthens the path is worth
BLOCK_VALUE = 23  # part of a rival's loss that counts as a gain
TUNNEL_ODDS = 24  # least chance of success to dig at once
STATION_COST = 25  # points on top of its price
TUNNEL_EXTRA = 26  # cards a tunnel is expected to cost more
FERRY_EXTRA = 27  # cards a missing wild is worth
PACE = 28  # pieces a seat places when it claims a route
EXTRA_TICKETS = 29  # part of the second-best drawn ticket that counts
NOISE = 30  # how much weights of routes vary from game to game
DETOUR_SHARE = 31  # part of the detour that makes a route urgent
HURRY = 32  # points for claiming, for each turn that the plan lacks
RACE = 33  # points for each piece placed while ahead
TICKET_YIELD = 34  # tickets are drawn only if no claim is worth more
EXTRA_VALUE = 35  # of a card for a route beside the plan, against a planned one
HAND_USE = 36  # part of a hand that can be placed
CARD_PACE = 37  # cards towards routes that a seat draws in a turn
NUM_PARAMS = 38

Params = NDArray[np.float32]

NAMES: dict[str, int] = {
    name: value
    for name, value in globals().items()
    if name.isupper() and isinstance(value, int) and name != "NUM_PARAMS"
}

SHORT_GAME = 25  # pieces up to which a game is a short one


def params_for(tables: Any) -> Params:
    """The numbers for a board: tuned on London for short games, on Europe where there are
    stations, and on North America for all others.
    """
    if int(tables["pieces"]) <= SHORT_GAME:
        return load_params("short")
    return load_params("stations" if int(tables["stations"]) > 0 else "long")


def load_params(kind: str) -> Params:
    return _load_all()[kind].copy()


@cache
def _load_all() -> dict[str, Params]:
    numbers = json.loads(Path(__file__).with_name("numbers.json").read_text(encoding="utf-8"))
    return {kind: _as_array(values) for kind, values in numbers.items()}


def _as_array(values: dict[str, float]) -> Params:
    params = np.zeros(NUM_PARAMS, np.float32)
    for name, index in NAMES.items():
        params[index] = values[name]
    return params
