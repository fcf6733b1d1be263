"""Positions, actions, and what is said against them: routes, stations, payments."""

from tests.support import Table

from .reason_cases import Case, dug, europe, london, usa
from .support import new_table


def pieces_left(number: int) -> Table:
    table = usa().give(0, wild=9)
    table.state["pieces"][0] = number
    return table


ROUTE_CASES = [
    Case(
        "route_taken",
        "C18",
        "claim denver-omaha with 4 wild",
        "the route is taken",
        lambda: usa().owns(1, "denver-omaha").give(0, wild=4),
    ),
    Case(
        "own_twin",
        "C19",
        "claim boston-new_york:yellow with 2 wild",
        "you own the other lane, and nobody may own both",
        lambda: new_table("usa", players=4).owns(0, "boston-new_york:red").give(0, wild=4),
    ),
    Case(
        "twin_closed",
        "U4",
        "claim boston-new_york:yellow with 2 wild",
        "with 2 players only one lane is used, and the other lane is taken",
        lambda: usa().owns(1, "boston-new_york:red").give(0, wild=4),
    ),
    Case(
        "twin_closed",
        "E16",
        "claim budapest-wien:red with 1 wild",
        "with 2 players only one lane is used, and the other lane is taken",
        lambda: europe().owns(1, "budapest-wien:white").give(0, wild=4),
    ),
    Case(
        "twin_closed",
        "L4",
        "claim hyde_park-buckingham_palace:yellow with 1 wild",
        "with 2 players only one lane is used, and the other lane is taken",
        lambda: london().owns(1, "hyde_park-buckingham_palace:orange").give(0, wild=4),
    ),
    Case(
        "too_few_cards",
        "C16",
        "claim calgary-winnipeg with 6 white",
        "you need 3 more white or locomotive cards",
        lambda: usa().give(0, white=2, wild=1, red=9),
    ),
    Case(
        "too_few_cards",
        "C16",
        "claim calgary-winnipeg with 6 white",
        "you need 5 more white or locomotive cards",
        lambda: usa().give(0, wild=1, red=9),
    ),
    Case(
        "too_few_of_one_colour",
        "C16",
        "claim sault_st_marie-winnipeg with 6 red",
        "you need 1 more card of one colour, or locomotive card",
        lambda: usa().give(0, white=2, wild=1, red=4),
    ),
    Case(
        "too_few_of_one_colour",
        "C16",
        "claim sault_st_marie-winnipeg with 6 wild",
        "you need 5 more cards of one colour, or locomotive cards",
        lambda: usa().give(0, wild=1),
    ),
    Case(
        "too_few_of_one_colour",
        "E11",
        "station roma with 3 red",
        "you need 2 more cards of one colour, or locomotive cards",
        lambda: europe().builds(0, "paris", "wien").give(0, red=1, blue=1),
    ),
    Case(
        "too_few_symbols",
        "E6",
        "claim palermo-smyrna with 5 red 1 wild",
        "the ferry needs at least 2 locomotive cards, not 1",
        lambda: europe().give(0, red=9, wild=1),
    ),
    Case(
        "too_few_symbols",
        "E6",
        "claim athina-smyrna with 2 red",
        "the ferry needs at least 1 locomotive card, not 0",
        lambda: europe().give(0, red=9, wild=1),
    ),
    Case(
        "too_few_symbols",
        "E6",
        "claim palermo-smyrna with 6 red",
        "the ferry needs at least 2 locomotive cards, not 0",
        lambda: europe().give(0, red=9),
    ),
    Case(
        "no_stations",
        "E4",
        "station denver with 1 red",
        "this board has no stations",
        lambda: usa().give(0, red=1),
    ),
    Case(
        "no_station_left",
        "E11",
        "station roma with 3 red",
        "you have built all your stations",
        lambda: europe().builds(0, "paris", "wien", "essen").give(0, red=9),
    ),
    Case(
        "city_taken",
        "E11",
        "station roma with 1 red",
        "there is already a station in Rome",
        lambda: europe().builds(1, "roma").give(0, red=9),
    ),
    Case(
        "wrong_colour",
        "C16",
        "claim calgary-winnipeg with 6 red",
        "it takes white cards",
        lambda: usa().give(0, white=6, red=9),
    ),
    Case(
        "wrong_colour",
        "C16",
        "pay 3 red",
        "it takes locomotive cards",
        lambda: dug(wild=4, blue=3).give(0, red=3),
    ),
    Case(
        "too_few_of_colour",
        "C16",
        "claim denver-omaha with 3 purple 1 wild",
        "that takes 3 purple cards, and you have 2",
        lambda: usa().give(0, purple=2, wild=4),
    ),
    Case(
        "too_few_wilds",
        "C16",
        "claim denver-omaha with 2 purple 2 wild",
        "that takes 2 locomotive cards, and you have 1",
        lambda: usa().give(0, purple=4, wild=1),
    ),
    Case(
        "too_few_wilds",
        "C16",
        "pay 3 wild",
        "that takes 3 locomotive cards, and you have 0",
        lambda: dug(red=6),
    ),
    Case(
        "wrong_total",
        "C16",
        "claim denver-omaha with 3 purple",
        "it costs 4 cards, not 3",
        lambda: usa().give(0, purple=4),
    ),
    Case(
        "wrong_total",
        "C16",
        "station roma with 2 red",
        "it costs 1 card, not 2",
        lambda: europe().give(0, red=4),
    ),
    Case("wrong_total", "C16", "pay 2 red", "it costs 3 cards, not 2", lambda: dug(red=6)),
    Case(
        "too_few_pieces",
        "C17",
        "claim dallas-houston:gray.1 with 1 wild",
        "the route needs 1 piece and you have 0",
        lambda: pieces_left(0),
    ),
    Case(
        "too_few_pieces",
        "C17",
        "claim denver-omaha with 4 wild",
        "the route needs 4 pieces and you have 3",
        lambda: pieces_left(3),
    ),
]
