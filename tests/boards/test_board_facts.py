"""The built-in boards hold the facts: pinned totals, and every entry of the files in `facts/`.

Those were established apart from the boards, from many sources and pictures of the printed ones.
"""

from collections import Counter
from pathlib import Path

import pytest

from anden.boards import GRAY, Board, builtin_boards, load_board

FACTS = Path(__file__).parent / "facts"
BOARDS = builtin_boards()


def spaces_by_colour(board: Board) -> dict[str, int]:
    spaces: Counter[str] = Counter()
    for route in board.routes:
        if route.colour != GRAY:
            spaces[board.cards.colours[route.colour].id] += route.length
    return dict(spaces)


@pytest.mark.parametrize(
    ("name", "cities", "routes", "pairs", "tickets", "ticket_points"),
    [
        ("usa", 36, 100, 78, 30, 349),
        ("europe", 47, 101, 90, 46, 444),
        ("london", 17, 44, 35, 20, 108),
    ],
)
def test_totals(
    name: str, cities: int, routes: int, pairs: int, tickets: int, ticket_points: int
) -> None:
    board = load_board(name)
    assert len(board.cities) == cities
    assert len(board.routes) == routes
    assert len({route.pair for route in board.routes}) == pairs
    assert len(board.tickets) == tickets
    assert sum(ticket.points for ticket in board.tickets) == ticket_points


def test_usa_has_27_spaces_of_every_colour() -> None:
    board = load_board("usa")
    assert spaces_by_colour(board) == {colour.id: 27 for colour in board.cards.colours}


def test_europe_tunnels_ferries_and_long_tickets() -> None:
    board = load_board("europe")
    assert sum(route.is_tunnel for route in board.routes) == 18
    assert sum(route.is_ferry for route in board.routes) == 13
    assert sum(route.wilds for route in board.routes) == 17
    assert sum(ticket.is_long for ticket in board.tickets) == 6


def test_only_europe_has_tunnels_ferries_stations_and_long_tickets() -> None:
    for board in map(load_board, ("usa", "london")):
        assert not any(route.is_tunnel or route.is_ferry for route in board.routes)
        assert not any(ticket.is_long for ticket in board.tickets)
        assert board.stations is None


def test_london_has_five_districts_that_share_out_its_cities() -> None:
    board = load_board("london")
    assert [district.points for district in board.districts] == [1, 2, 3, 4, 5]
    members = [city for district in board.districts for city in district.cities]
    assert sorted(members) == list(range(17))


@pytest.mark.parametrize(
    ("name", "players", "pieces", "cards", "hand", "deal", "draw", "double_from", "ties"),
    [
        ("usa", 5, 45, 110, 4, (3, 0, 2), (3, 1), 4, "tickets longest_path"),
        ("europe", 5, 45, 110, 4, (3, 1, 2), (3, 1), 4, "tickets stations longest_path"),
        ("london", 4, 17, 44, 2, (2, 0, 1), (2, 1), 3, "tickets"),
    ],
)
def test_counts_of_the_rulebook(
    name: str,
    players: int,
    pieces: int,
    cards: int,
    hand: int,
    deal: tuple[int, int, int],
    draw: tuple[int, int],
    double_from: int,
    ties: str,
) -> None:
    board = load_board(name)
    assert (board.players.min, board.players.max) == (2, players)
    assert board.pieces.count == pieces
    assert board.cards.total == cards
    assert board.starting_hand == hand
    assert (board.ticket_deal.regular, board.ticket_deal.long, board.ticket_deal.keep) == deal
    assert board.ticket_deal.dropped == ("removed" if name == "europe" else "under_deck")
    assert (board.ticket_draw.count, board.ticket_draw.keep) == draw
    assert board.double_routes_from == double_from
    assert " ".join(board.tie_breaks) == ties
    assert (board.longest_path is None) == (name == "london")


@pytest.mark.parametrize("name", BOARDS)
def test_twins_point_at_each_other(name: str) -> None:
    board = load_board(name)
    for route in board.routes:
        lanes = [other.index for other in board.routes if other.pair == route.pair]
        assert lanes == sorted({route.index, route.index if route.twin is None else route.twin})


Facts = dict[str, list[str]]  # the lines of each section


def read_facts(name: str) -> Facts:
    sections: Facts = {}
    for line in (FACTS / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            lines = sections.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            lines.append(line)
    return sections


@pytest.fixture(params=BOARDS)
def known(request: pytest.FixtureRequest) -> tuple[Board, Facts]:
    return load_board(request.param), read_facts(request.param)


def test_there_are_facts_of_every_board() -> None:
    assert sorted(path.stem for path in FACTS.iterdir()) == sorted(BOARDS)


def test_cities_are_those_known(known: tuple[Board, Facts]) -> None:
    board, facts = known
    told = []
    for city in board.cities:
        names = list(dict.fromkeys([city.printed, city.names["en"], city.names["es"]]))
        if len(names) > 1:
            names = [city.printed, city.names["en"], city.names["es"]]
        line = f"{city.id}: {city.lat} {city.lon}, {' | '.join(names)}"
        told.append(line + (f"; {', '.join(city.aliases)}" if city.aliases else ""))
        assert set(city.names) == {"en", "es"}
    assert told == facts["cities"]


def test_routes_are_those_known(known: tuple[Board, Facts]) -> None:
    board, facts = known
    told = []
    for route in board.routes:
        colour = "gray" if route.colour == GRAY else board.cards.colours[route.colour].id
        kind = " tunnel" if route.is_tunnel else f" ferry {route.wilds}" if route.is_ferry else ""
        cities = f"{board.cities[route.a].id}-{board.cities[route.b].id}"
        told.append(f"{cities}: {route.length} {colour}{kind}")
    assert told == facts["routes"]


def test_tickets_are_those_known(known: tuple[Board, Facts]) -> None:
    board, facts = known
    told = [
        f"{board.cities[ticket.a].id}-{board.cities[ticket.b].id}: {ticket.points}"
        + (" long" if ticket.is_long else "")
        for ticket in board.tickets
    ]
    assert told == facts["tickets"]


def test_points_and_districts_are_those_known(known: tuple[Board, Facts]) -> None:
    board, facts = known
    assert [f"{n}: {points}" for n, points in board.points_by_length.items()] == facts["points"]
    districts = [
        f"{district.points}: {' '.join(board.cities[city].id for city in district.cities)}"
        for district in board.districts
    ]
    assert districts == facts["districts"]
