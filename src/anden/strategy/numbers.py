"""What a planner believes, as a record of numbers: tuned by play (see `tools.tune`)."""

import json
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from anden.kernel.layout import Tables

Numbers: TypeAlias = Any  # a NUMBERS record

NUMBERS = np.dtype(
    [
        # Points and turns.
        ("turn_value", "f4"),  # points that a turn is worth
        ("draw_rate", "f4"),  # useful cards drawn per turn
        ("hand_share", "f4"),  # part of a held card that counts when a route is weighed
        ("points_share", "f4"),  # part of a route's points that is set against its cost
        ("piece_cost", "f4"),  # points that a piece is worth
        ("min_cost", "f4"),  # least weight per space, so that no way is free
        ("rival_risk", "f4"),  # points of risk for a route at a city that a rival has reached
        ("ticket_trust", "f4"),  # how likely a planned ticket is completed
        ("keep_bias", "f4"),  # points for keeping one more ticket of the first offer
        ("late_slack", "f4"),  # turns beyond the expected end that a plan may take
        # The hand.
        ("ready_value", "f4"),  # a card for a route that lacks n more is worth 1 + this / n
        ("urgent_value", "f4"),  # and this on top, for each unit of the route's urgency
        ("wild_value", "f4"),  # a wild, against the most wanted card
        ("idle_value", "f4"),  # a card that nothing planned needs
        ("set_value", "f4"),  # and on top of that for each spare card of its colour
        # The turn.
        ("claim_base", "f4"),  # how much claiming what is ready goes before drawing
        ("claim_urgency", "f4"),  # and more for each unit of the route's urgency
        ("claim_points", "f4"),  # and more for each of its points
        ("draw_weight", "f4"),  # of the two best cards at hand, against a claim
        ("ticket_bar", "f4"),  # points that a draw of tickets has to promise
        ("ticket_turns", "f4"),  # turns to spare that it needs
        ("card_cost", "f4"),  # part of a card's turns that counts when it is held already
        ("longest_value", "f4"),  # points that a space which lengthens the path is worth
        ("block_value", "f4"),  # part of a rival's loss that counts as a gain
        ("tunnel_odds", "f4"),  # least chance of success to dig at once
        ("station_cost", "f4"),  # points that a station costs on top of its price
        ("tunnel_extra", "f4"),  # cards that a tunnel is expected to cost more
        ("ferry_extra", "f4"),  # cards that a missing wild is worth
        ("pace", "f4"),  # pieces that a seat places when it claims a route
        ("extra_tickets", "f4"),  # part of the second-best drawn ticket that counts
        ("noise", "f4"),  # how much the weights of routes vary from game to game
        ("detour_share", "f4"),  # part of the detour that makes a route urgent
        ("hurry", "f4"),  # points for claiming, for each turn that the plan lacks
        ("race", "f4"),  # points for each piece placed while ahead
        ("ticket_yield", "f4"),  # tickets are drawn only if no claim is worth as much
        ("extra_value", "f4"),  # of a card for a route beside the plan, against a planned one
        ("hand_use", "f4"),  # part of a hand that can be placed
        ("card_pace", "f4"),  # cards towards routes that a seat draws per turn
    ],
    align=True,
)

NAMES: tuple[str, ...] = NUMBERS.names or ()

SHORT_GAME = 25  # pieces up to which a game is a short one


def numbers_for(tables: Tables) -> Numbers:
    """A new record for a board: tuned on London for short games, on Europe where there are
    stations, and on North America for all others.
    """
    if int(tables["pieces"]) <= SHORT_GAME:
        return load_numbers("short")
    return load_numbers("stations" if int(tables["stations"]) > 0 else "long")


def load_numbers(kind: str) -> Numbers:
    """A new record with the numbers of one section of the file."""
    return _load_all()[kind].copy()


@cache
def _load_all() -> dict[str, Numbers]:
    sections = json.loads(Path(__file__).with_name("numbers.json").read_text(encoding="utf-8"))
    return {kind: read_numbers(values) for kind, values in sections.items()}


def read_numbers(values: dict[str, float]) -> Numbers:
    """The record of these values, each by the name of its field."""
    numbers = np.zeros(1, NUMBERS)[0]
    for name in NAMES:
        numbers[name] = values[name]
    return numbers
