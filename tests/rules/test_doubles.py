"""Double routes: C19, with every number of players on every board."""

import pytest

from anden.kernel.refusals import OWN_TWIN, ROUTE_TAKEN, TWIN_CLOSED
from tests.support import Table, rule

TABLES = [
    *(pytest.param("usa", n, n >= 4, marks=rule("U4")) for n in (2, 3, 4, 5)),
    *(pytest.param("europe", n, n >= 4, marks=rule("E16")) for n in (2, 3, 4, 5)),
    *(pytest.param("london", n, n >= 3, marks=rule("L4")) for n in (2, 3, 4)),
]


def doubles(table: Table) -> list[tuple[int, int]]:
    return [(r.index, r.twin) for r in table.board.routes if r.twin is not None]


def claim(table: Table, route: int) -> None:
    """Claims it all in wilds, with nothing in the deck that could surcharge a tunnel."""
    length = table.board.routes[route].length
    table.give(table.seat, wild=length).set_deck(blue=9).set_discards()
    table.play(f"claim {table.board.route_name(route)}", f"pay {length} wild")


@rule("C19")
@pytest.mark.parametrize(("board", "players", "both"), TABLES)
def test_the_twin_closes_for_others_only_below_the_board_s_number_of_players(
    board: str, players: int, both: bool
) -> None:
    table = Table(board, players=players).keep_all()
    for route, twin in doubles(table):
        after = table.copy()
        claim(after, route)
        for _ in range(1, players):
            after.give(after.seat, wild=8)
            name = after.board.route_name(twin)
            assert after.can(f"claim {name}") == both
            if not both:
                assert after.why_not(f"claim {name}") == TWIN_CLOSED
            assert after.why_not(f"claim {after.board.route_name(route)}") == ROUTE_TAKEN
            after.play("draw tickets", "keep all")


@rule("C19")
@pytest.mark.parametrize(("board", "players", "both"), TABLES)
def test_nobody_claims_both_of_a_pair(board: str, players: int, both: bool) -> None:
    table = Table(board, players=players).keep_all()
    route, twin = doubles(table)[0]
    claim(table, route)
    for _ in range(1, players):
        table.play("draw tickets", "keep all")
    table.give(0, wild=8)
    assert table.why_not(f"claim {table.board.route_name(twin)}") == OWN_TWIN


@rule("C19", "U4")
def test_a_pair_used_by_two_is_closed_to_the_third() -> None:
    table = Table("usa", players=4).keep_all()
    claim(table, table.board.find_route("dallas-houston:gray.1"))
    claim(table, table.board.find_route("dallas-houston:gray.2"))
    table.give(2, wild=8)
    for lane in ("gray.1", "gray.2"):
        assert table.why_not(f"claim dallas-houston:{lane}") == ROUTE_TAKEN


@rule("C19", "U4")
def test_twin_route_closes_with_three_players() -> None:
    table = Table("usa", players=3).keep_all().give(0, red=2).give(1, yellow=2).give(2, yellow=2)
    assert table.can("claim boston-new_york:red")
    table.play("claim boston-new_york:red", "pay 2 red")
    assert table.why_not("claim boston-new_york:yellow") == TWIN_CLOSED


@rule("C19", "E16")
def test_a_double_tunnel_closes_too() -> None:
    table = Table("europe", players=2).keep_all().give(0, white=3).give(1, black=3)
    table.set_deck(red=5).play("claim madrid-pamplona:white", "pay 3 white")
    assert table.why_not("claim madrid-pamplona:black") == TWIN_CLOSED


@rule("C19")
def test_an_abandoned_tunnel_closes_nothing() -> None:
    table = Table("europe", players=2).keep_all().give(0, white=3).give(1, black=3)
    table.set_deck(white=5).play("claim madrid-pamplona:white", "pay 3 white", "withdraw")
    assert table.can("claim madrid-pamplona:black")


@rule("C19")
def test_routes_without_a_twin_stay_open_for_others() -> None:
    table = Table("usa", players=2).keep_all()
    claim(table, table.board.find_route("denver-omaha"))
    table.give(1, wild=8)
    open_routes = {r.index for r in table.board.routes} - set(table.routes(0))
    assert len(table.options_to("claim")) == len(open_routes)
