"""Boards broken in their cities, routes, tickets and districts."""

from tests.boards.broken import Broken, JsonBoard, add, many, put

FIRST = "routes[0] (amsterdam-bruxelles)"
FERRY = "routes[3] (amsterdam-london)"
PLAIN_ROUTE = {"cities": ["amsterdam", "bruxelles"], "length": 1, "colour": "red"}


def isolate_cadiz(board: JsonBoard) -> None:
    board["routes"] = [r for r in board["routes"] if "cadiz" not in r["cities"]]


BROKEN_MAPS = {
    "one city": Broken(
        lambda board: board.update(cities=board["cities"][:1]), "cities", "has 1 entries", True
    ),
    "too many cities": Broken(
        many("cities", 2), "cities", "94 entries; it must have 2 to 64", True
    ),
    "city twice": Broken(
        lambda board: board["cities"].append(board["cities"][0]),
        "cities[47] (amsterdam)",
        "already stands for the city 'amsterdam'",
    ),
    "two cities of one name": Broken(
        put("cities", 1, "aliases", value=["PARÍS"]), "cities[29] (paris)", "already stands for"
    ),
    "beyond the pole": Broken(put("cities", 0, "lat", value=90.5), ".lat", "-90 to 90", True),
    "beyond the date line": Broken(put("cities", 0, "lon", value=-181), ".lon", "to 180", True),
    "no routes": Broken(put("routes", value=[]), "routes", "has 0 entries", True),
    "too many routes": Broken(many("routes", 2), "routes", "202 entries", True),
    "route to an unknown city": Broken(
        put("routes", 0, "cities", 1, value="bruxeles"),
        "routes[0] (amsterdam-bruxeles).cities[1]",
        "did you mean 'bruxelles'",
    ),
    "route to itself": Broken(
        put("routes", 0, "cities", 1, value="amsterdam"), "cities[1]", "appears twice", True
    ),
    "route of three cities": Broken(
        put("routes", 0, "cities", value=["paris", "dieppe", "brest"]),
        "routes[0].cities",
        "exactly 2",
        True,
    ),
    "length zero": Broken(put("routes", 0, "length", value=0), f"{FIRST}.length", "1 to 8", True),
    "length without points": Broken(
        put("routes", 0, "length", value=5), f"{FIRST}.length", "no points for length 5"
    ),
    "unknown colour": Broken(
        put("routes", 0, "colour", value="blakc"), f"{FIRST}.colour", "did you mean 'black'"
    ),
    "third lane": Broken(
        lambda board: board["routes"].extend([PLAIN_ROUTE, PLAIN_ROUTE]),
        "routes[102] (amsterdam-bruxelles)",
        "third lane",
    ),
    "coloured ferry": Broken(
        put("routes", 3, "colour", value="red"), f"{FERRY}.colour", "must be gray"
    ),
    "more symbols than spaces": Broken(
        put("routes", 3, "wilds", value=3), f"{FERRY}.wilds", "3 are more than its 2 spaces"
    ),
    "ferry in a tunnel": Broken(
        put("routes", 3, "tunnel", value=True), FERRY, "both a ferry and a tunnel"
    ),
    "tunnel as a number": Broken(
        put("routes", 3, "tunnel", value=1), f"{FERRY}.tunnel", "must be true or false", True
    ),
    "ticket to an unknown city": Broken(
        put("tickets", 0, "cities", 0, value="atlantis"), "tickets[0] (atlantis-", "unknown city"
    ),
    "ticket to itself": Broken(
        put("tickets", 0, "cities", value=["paris", "paris"]), "cities[1]", "appears twice", True
    ),
    "ticket twice": Broken(
        add("tickets", {"cities": ["wien", "paris"], "points": 1}),
        "tickets[46] (wien-paris)",
        "already a ticket",
    ),
    "ticket for nothing": Broken(
        put("tickets", 0, "points", value=0), "tickets[0]", "1 to 200", True
    ),
    "ticket that can't be completed": Broken(
        isolate_cadiz, "-stockholm)", "no path of routes joins"
    ),
    "too many tickets": Broken(many("tickets", 2), "tickets", "92 entries", True),
    "district of one city": Broken(
        put("districts", 0, "cities", value=["big_ben"]),
        "districts[0].cities",
        "1 entries",
        True,
        "london",
    ),
    "district of an unknown city": Broken(
        put("districts", 0, "cities", 0, value="big_bem"),
        "cities[0]",
        "did you mean 'big_ben'",
        False,
        "london",
    ),
    "district with a city twice": Broken(
        put("districts", 0, "cities", value=["big_ben", "big_ben"]),
        "cities[1]",
        "appears twice",
        True,
        "london",
    ),
    "district that can't be joined": Broken(
        lambda board: board.update(
            routes=[r for r in board["routes"] if "brick_lane" not in r["cities"]],
            tickets=[t for t in board["tickets"] if "brick_lane" not in t["cities"]],
        ),
        "districts[3]",
        "no path of routes joins",
        False,
        "london",
    ),
    "too many districts": Broken(many("districts", 2), "districts", "10 entries", True, "london"),
}
