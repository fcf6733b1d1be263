"""The built-in boards hold the facts: pinned totals, and every entry of the reference files."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from anden.boards import GRAY, Board, builtin_boards, load_board

REFERENCE = Path(__file__).parents[3] / "shared" / "boards"
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


@pytest.fixture(params=BOARDS)
def reference(request: pytest.FixtureRequest) -> tuple[Board, dict[str, Any]]:
    path = REFERENCE / f"{request.param}.json"
    if not REFERENCE.is_dir():
        pytest.skip("the reference files are not beside this checkout (../shared/boards)")
    return load_board(request.param), json.loads(path.read_text(encoding="utf-8"))


def test_cities_agree_with_the_reference(reference: tuple[Board, dict[str, Any]]) -> None:
    board, facts = reference
    assert len(board.cities) == len(facts["cities"])
    for city, fact in zip(board.cities, facts["cities"], strict=True):
        assert city.id == fact["id"]
        assert city.printed == fact["name"]
        assert city.names == {"en": fact.get("name_en", fact["name"]), "es": fact["name_es"]}
        assert list(city.aliases) == fact.get("aliases", [])
        assert (city.lat, city.lon) == (fact["lat"], fact["lon"])


def test_routes_agree_with_the_reference(reference: tuple[Board, dict[str, Any]]) -> None:
    board, facts = reference
    for route, fact in zip(board.routes, facts["routes"], strict=True):
        colour = "gray" if route.colour == GRAY else board.cards.colours[route.colour].id
        kind = "tunnel" if route.is_tunnel else "ferry" if route.is_ferry else "plain"
        assert fact == {
            "a": board.cities[route.a].id,
            "b": board.cities[route.b].id,
            "length": route.length,
            "color": colour,
            "kind": kind,
            "locomotives": route.wilds,
        }


def test_tickets_agree_with_the_reference(reference: tuple[Board, dict[str, Any]]) -> None:
    board, facts = reference
    for ticket, fact in zip(board.tickets, facts["tickets"], strict=True):
        assert fact == {
            "a": board.cities[ticket.a].id,
            "b": board.cities[ticket.b].id,
            "points": ticket.points,
            "long": ticket.is_long,
        }


def test_points_and_districts_agree_with_the_reference(
    reference: tuple[Board, dict[str, Any]],
) -> None:
    board, facts = reference
    assert {str(length): points for length, points in board.points_by_length.items()} == facts[
        "scoring"
    ]
    districts = [
        {"points": district.points, "cities": [board.cities[city].id for city in district.cities]}
        for district in board.districts
    ]
    assert districts == facts.get("districts", [])
    for city in facts["cities"]:
        if "district" in city:
            assert city["id"] in districts[city["district"] - 1]["cities"]
