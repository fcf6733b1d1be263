"""Europe's stations: building them (E11), what they borrow (E12) and what they score (E13, E14)."""

import random
from collections import Counter
from itertools import product

import pytest

from anden.boards import Board
from anden.kernel.refusals import (
    CITY_TAKEN,
    NO_STATION_LEFT,
    NO_STATIONS,
    TOO_FEW_CARDS,
    TOO_FEW_OF_COLOUR,
)
from tests.support import Table, rule, small_board


def station_table() -> Table:
    table = Table("europe").keep_all().give(0).give(1).set_deck(blue=12).set_discards()
    return table.stack_row("white", "white", "black", "black", "green")


@rule("E11")
def test_a_station_may_stand_in_any_city_without_a_route() -> None:
    table = station_table().give(0, red=1)
    assert table.options_to("station") == {city.id for city in table.board.cities}
    table.play("station roma", "pay 1 red")
    assert table.state["stations_left"][0] == 2
    assert table.discards == Counter(red=1)
    assert table.pieces(0) == 45
    assert table.points(0) == 0
    assert table.seat == 1  # one in a turn


@rule("E11")
def test_no_city_has_two_stations_whoever_s() -> None:
    table = station_table().give(0, red=5).give(1, red=5)
    table.play("station roma", "pay 1 red")
    assert table.why_not("station roma") == CITY_TAKEN
    table.play("station paris", "pay 1 red")
    assert table.why_not("station roma") == CITY_TAKEN
    assert table.why_not("station paris") == CITY_TAKEN
    assert table.can("station wien")


@rule("E11")
@pytest.mark.parametrize(
    ("built", "payments"),
    [
        (0, {"1 red", "1 green", "1 wild"}),
        (1, {"2 red", "1 red 1 wild", "1 green 1 wild", "2 wild"}),
        (2, {"3 red", "2 red 1 wild", "1 red 2 wild", "1 green 2 wild"}),
    ],
)
def test_stations_cost_one_two_and_three_cards_of_a_colour(built: int, payments: set[str]) -> None:
    table = station_table().builds(0, *("paris", "wien")[:built])
    table.give(0, red=3, green=1, wild=2).play("station roma")
    assert table.options_to("pay") == payments
    if built:
        assert table.why_not(f"pay {built + 1} green") == TOO_FEW_OF_COLOUR


@rule("E11")
def test_the_cards_of_a_station_are_of_one_colour() -> None:
    table = station_table().builds(0, "paris").give(0, red=1, green=1)
    assert table.why_not("station roma") == TOO_FEW_CARDS
    table.give(0, red=1, wild=1)
    assert table.can("station roma")
    table.give(0, wild=2)
    table.play("station roma")
    assert table.options_to("pay") == {"2 wild"}


@rule("E11")
def test_there_are_three_stations_a_game() -> None:
    table = station_table().builds(0, "paris", "wien", "roma").give(0, red=9)
    assert table.options_to("station") == set()
    assert table.why_not("station berlin") == NO_STATION_LEFT


@rule("E11")
def test_the_price_rises_with_a_player_s_own_stations_only() -> None:
    table = station_table().builds(1, "paris", "wien").give(0, red=1).play("station roma")
    assert table.options_to("pay") == {"1 red"}


@rule("E11", "E4")
@pytest.mark.parametrize("board", ["usa", "london"])
def test_other_boards_have_no_stations(board: str) -> None:
    table = Table(board).keep_all().give(0, wild=3)
    assert table.options_to("station") == set()
    assert table.why_not_id(256) == NO_STATIONS


def star(tickets: str) -> Board:
    """Routes of one space from s to its neighbours, and a tail from each of these."""
    routes = "s-w 1 red, s-x 1 red, s-y 1 red, s-z 1 red, w-w2 1 red, x-x2 1 red, y-y2 1 red"
    return small_board(routes + ", z-z2 1 red", tickets)


@rule("E12")
def test_a_station_lends_one_route_of_another_player() -> None:
    table = Table(star("s-x 5, s-y 7")).keep_all()
    table.holds(0, "s-x").owns(1, "s-x")
    assert table.score(0).completed == set()
    table.builds(0, "s")  # and no route of its own at all
    assert table.score(0).completed == {"s-x"}
    assert table.score(0).borrowed[0] == "s-x"
    assert table.score(0).tickets == 5


@rule("E12")
def test_a_station_works_at_either_end_but_nowhere_else() -> None:
    for city, works in (("s", True), ("x", True), ("y", False), ("x2", False)):
        table = Table(star("s-x 5, s-y 7")).keep_all().holds(0, "s-x").owns(1, "s-x")
        table.builds(0, city)
        assert (table.score(0).completed == {"s-x"}) == works


@rule("E12")
def test_a_route_nobody_owns_is_not_borrowed() -> None:
    table = Table(star("s-x 5, s-y 7")).keep_all().holds(0, "s-x").builds(0, "s")
    assert table.score(0).completed == set()
    assert table.score(0).borrowed == [None] * 3


@rule("E12")
def test_the_same_route_serves_all_tickets() -> None:
    table = Table(star("s-x 5, s-y 7, s-x2 4")).keep_all().holds(0, "s-x", "s-y", "s-x2")
    table.builds(0, "s").owns(1, "s-x", "s-y").owns(0, "x-x2")
    # Through x: 5 + 4 made and 7 failed. Through y: 7 made and 9 failed.
    assert table.score(0).completed == {"s-x", "s-x2"}
    assert table.score(0).tickets == 5 + 4 - 7
    assert table.score(0).borrowed[0] == "s-x"


@rule("E12")
def test_the_best_choice_is_not_the_best_single_ticket() -> None:
    table = Table(star("s-x2 10, s-y 7, s-y2 6")).keep_all().holds(0, "s-x2", "s-y", "s-y2")
    table.builds(0, "s").owns(1, "s-x", "s-y").owns(0, "x-x2", "y-y2")
    assert table.score(0).completed == {"s-y", "s-y2"}
    assert table.score(0).tickets == 7 + 6 - 10


@rule("E12")
def test_stations_are_chosen_together_where_one_by_one_fails() -> None:
    # s alone does best through x (5), but with the station at z the way w pays more (20).
    board = small_board("s-x 1 red, s-w 1 red, w-z 1 red, z-t 1 red", "s-x 5, s-t 20, x-t 1, s-w 1")
    table = Table(board).keep_all().holds(0, "s-x", "s-t").builds(0, "s", "z")
    table.owns(1, "s-x", "s-w", "w-z").owns(0, "z-t")
    score = table.score(0)
    assert score.completed == {"s-t"}
    assert score.tickets == 20 - 5
    assert score.borrowed == ["s-w", "w-z", None]


@rule("E12")
def test_two_stations_chain_two_borrowed_routes() -> None:
    board = small_board("a-b 1 red, b-c 1 red, c-d 1 red", "a-c 9, a-d 12")
    table = Table(board).keep_all().holds(0, "a-c").owns(1, "a-b", "b-c", "c-d")
    table.builds(0, "a")
    assert table.score(0).completed == set()
    table.builds(0, "b")
    assert table.score(0).completed == {"a-c"}
    table.holds(0, "a-d")
    assert table.score(0).completed == set()
    table.builds(0, "d")
    assert table.score(0).completed == {"a-d"}
    assert table.score(0).borrowed == ["a-b", "b-c", "c-d"]


@rule("E12")
def test_one_station_never_lends_two_routes_of_a_chain() -> None:
    board = small_board("a-b 1 red, b-c 1 red, c-d 1 red", "a-c 9, a-d 12")
    table = Table(board).keep_all().holds(0, "a-c").owns(1, "a-b", "b-c").builds(0, "b")
    assert table.score(0).completed == set()


@rule("E12")
def test_among_equal_points_more_completed_tickets_count() -> None:
    table = Table(star("s-x 10, s-y 4, s-y2 6")).keep_all().holds(0, "s-x", "s-y", "s-y2")
    table.builds(0, "s").owns(1, "s-x", "s-y").owns(0, "y-y2")
    assert table.score(0).completed == {"s-y", "s-y2"}
    assert table.score(0).tickets == 0


@rule("E12")
def test_borrowing_takes_nothing_from_the_owner_and_two_may_borrow_one_route() -> None:
    board = small_board(
        "a-b 1 red, b-c 1 red",
        "a-b 3, a-c 4, b-c 6",
        players={"min": 2, "max": 3},
    )
    table = Table(board, players=3).keep_all().owns(2, "a-b")
    table.holds(0, "a-b").holds(1, "a-b").holds(2, "a-b").builds(0, "a").builds(1, "b")
    assert [table.score(seat).tickets for seat in range(3)] == [3, 3, 3]


def tickets_by_trying(table: Table, seat: int) -> tuple[int, int]:
    """Points and number of the seat's tickets under the best choice, by trying every one."""
    board = table.board
    others = [r for o in range(table.players) if o != seat for r in table.routes(o)]
    stations = [c for c in range(64) if int(table.state["station_cities"][seat]) >> c & 1]
    choices = [[None, *(r for r in others if city in board.routes[r].pair)] for city in stations]
    tickets = [board.tickets[board.find_ticket(name)] for name in table.tickets(seat)]
    best = (-1000, 0)
    for chosen in product(*choices):
        group = list(range(len(board.cities)))
        for route in [*table.routes(seat), *(r for r in chosen if r is not None)]:
            a, b = (group[city] for city in board.routes[route].pair)
            group = [a if g == b else g for g in group]
        made = [t for t in tickets if group[t.a] == group[t.b]]
        points = 2 * sum(t.points for t in made) - sum(t.points for t in tickets)
        best = max(best, (points, len(made)))
    return best


@rule("E12")
@pytest.mark.parametrize("seed", range(6))
def test_the_choice_is_the_best_there_is(seed: int) -> None:
    luck = random.Random(seed)
    table = Table("europe", players=3, seed=seed).keep_all()
    routes = [r for r in table.board.routes if r.twin is None]
    for route in luck.sample(routes, 45):
        table.owns(luck.randrange(3), table.board.route_name(route.index))
    cities = [city.id for city in luck.sample(table.board.cities, 9)]
    for seat in range(3):
        names = [table.board.ticket_name(t.index) for t in luck.sample(table.board.tickets, 10)]
        table.holds(seat, *names).builds(seat, *cities[3 * seat : 3 * seat + 3])
    for seat in range(3):
        score = table.score(seat)
        assert (score.tickets, len(score.completed)) == tickets_by_trying(table, seat)


@rule("E13")
@pytest.mark.parametrize(("built", "points"), [(0, 12), (1, 8), (2, 4), (3, 0)])
def test_each_station_not_built_scores_four(built: int, points: int) -> None:
    table = station_table().builds(0, *("paris", "wien", "roma")[:built]).holds(0).holds(1)
    assert table.score(0).stations == points
    assert table.score(0).total == points
    assert table.score(1).stations == 12


@rule("E14")
def test_the_express_goes_to_the_longest_path_and_all_who_tie() -> None:
    table = Table("europe", players=3).keep_all()
    table.owns(0, "palermo-smyrna").owns(1, "budapest-kyiv").owns(2, "athina-sarajevo")
    assert [table.score(seat).longest for seat in range(3)] == [6, 6, 4]
    assert [table.score(seat).longest_points for seat in range(3)] == [10, 10, 0]


@rule("E14")
def test_stations_and_borrowed_routes_do_not_lengthen_the_express() -> None:
    table = station_table().holds(0, "paris-wien").holds(1)
    table.owns(0, "frankfurt-paris:white", "munchen-wien").owns(1, "frankfurt-munchen")
    table.builds(0, "munchen")
    score = table.score(0)
    assert score.completed == {"paris-wien"}
    assert score.borrowed[0] == "frankfurt-munchen"
    assert score.longest == 3
