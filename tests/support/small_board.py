"""Boards of a few cities, for rules that a whole map would blur."""

import json
from typing import Any

from anden.boards import Board, board_from_json


def small_board(routes: str, tickets: str, **changes: Any) -> Board:
    """A board of a few cities: `a-b 3 red, a-c 2 gray tunnel, b-c 4 gray ferry 2` and such.

    Tickets are `a-b 5, a-c 20 long`. Changes are further keys of the board file.
    """
    content: dict[str, Any] = {
        "format": 1,
        "id": "small",
        "names": {"en": "Small"},
        "players": {"min": 2, "max": 2},
        "pieces": {
            "count": 20,
            "names": {"en": {"one": "train", "many": "trains"}},
            "colours": [{"id": f"p{n}", "names": {"en": f"p{n}"}} for n in range(5)],
        },
        "cards": few_colours(red=12, blue=12, green=12, wild=14),
        "starting_hand": 1,
        "ticket_deal": {"regular": 1, "long": 0, "keep": 1, "dropped": "under_deck"},
        "ticket_draw": {"count": 3, "keep": 1},
        "double_routes_from": 4,
        "points_by_length": {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15, "8": 21},
        "longest_path": {"bonus": 10, "names": {"en": "longest"}},
        "stations": {"count": 3, "unbuilt_points": 4},
        "tie_breaks": ["tickets", "stations", "longest_path"],
        "districts": [],
        "routes": [_route(text.split()) for text in routes.split(", ")],
        "tickets": [_ticket(text.split()) for text in tickets.split(", ")],
    }
    ids = dict.fromkeys(city for route in content["routes"] for city in route["cities"])
    content["cities"] = [{"id": c, "names": {"en": c}, "lat": 0, "lon": 0} for c in ids]
    return board_from_json(json.dumps(content | changes), "small board")


def few_colours(wild: int, **colours: int) -> dict[str, Any]:
    """The `cards` of a board file: this many of each colour."""
    return {
        "names": {"en": {"one": "card", "many": "cards"}},
        "colours": [{"id": c, "count": n, "names": {"en": c}} for c, n in colours.items()],
        "wild": {"count": wild, "names": {"en": "wild"}},
    }


def _route(words: list[str]) -> dict[str, Any]:
    cities, length, colour, *rest = words
    route: dict[str, Any] = {
        "cities": cities.split("-"),
        "length": int(length),
        "colour": colour,
    }
    if rest == ["tunnel"]:
        route["tunnel"] = True
    elif rest:
        route["wilds"] = int(rest[1])
    return route


def _ticket(words: list[str]) -> dict[str, Any]:
    cities, points, *rest = words
    return {"cities": cities.split("-"), "points": int(points), "long": rest == ["long"]}
