"""Scores common to all boards: tickets (C25) and the recount of routes (C26)."""

import random

import pytest

from tests.support import Table, rule


def recounted(table: Table, seat: int) -> int:
    """The seat's route points, from the routes on the board alone."""
    lengths = [table.board.routes[route].length for route in table.routes(seat)]
    return sum(table.board.points_by_length[length] for length in lengths)


@rule("C25")
def test_completed_tickets_add_and_others_subtract() -> None:
    table = Table("usa").keep_all().holds(0, "denver-el_paso", "boston-miami", "chicago-santa_fe")
    assert table.score(0).tickets == -4 - 12 - 9
    table.owns(0, "denver-santa_fe", "el_paso-santa_fe")
    assert table.score(0).tickets == 4 - 12 - 9
    assert table.score(0).completed == {"denver-el_paso"}
    table.owns(0, "denver-omaha", "chicago-omaha")
    assert table.score(0).tickets == 4 - 12 + 9


@rule("C25")
def test_a_ticket_needs_a_path_not_just_its_two_cities() -> None:
    table = Table("usa").keep_all().holds(0, "denver-el_paso")
    table.owns(0, "denver-omaha", "dallas-el_paso", "denver-oklahoma_city")
    assert table.score(0).completed == set()
    table.owns(0, "dallas-oklahoma_city:gray.1")
    assert table.score(0).completed == {"denver-el_paso"}


@rule("C25")
def test_another_player_s_routes_complete_nothing() -> None:
    table = Table("usa").keep_all().holds(0, "denver-el_paso")
    table.owns(0, "denver-santa_fe").owns(1, "el_paso-santa_fe")
    assert table.score(0).completed == set()
    assert table.score(0).tickets == -4


@rule("C25")
def test_two_players_may_complete_through_the_same_cities() -> None:
    table = Table("usa").keep_all().holds(0, "denver-el_paso").holds(1, "chicago-santa_fe")
    table.owns(0, "denver-santa_fe", "el_paso-santa_fe")
    table.owns(1, "chicago-omaha", "denver-omaha", "denver-phoenix", "phoenix-santa_fe")
    assert table.score(0).tickets == 4
    assert table.score(1).tickets == 9


@rule("C26")
@pytest.mark.parametrize("board", ["usa", "europe", "london"])
def test_route_points_can_be_recounted_at_any_time(board: str) -> None:
    table = Table(board, players=3)
    board_pieces = table.board.pieces.count
    claims = 0
    for action in table.play_at_random(random.Random(5), 250):
        claims += action.startswith("claim")
        for seat in range(3):
            assert table.points(seat) == recounted(table, seat)
            lengths = sum(table.board.routes[route].length for route in table.routes(seat))
            assert table.pieces(seat) == board_pieces - lengths
    assert claims > 3
    assert [table.score(seat).routes for seat in range(3)] == [
        recounted(table, seat) for seat in range(3)
    ]


@rule("C25", "C26")
@pytest.mark.parametrize("board", ["usa", "europe", "london"])
def test_the_total_is_the_sum_of_its_items(board: str) -> None:
    table = Table(board, players=3)
    for _ in table.play_at_random(random.Random(6), 200):
        pass
    for seat in range(3):
        score = table.score(seat)
        items = (score.routes, score.tickets, score.longest_points, score.stations)
        assert score.total == sum(items) + score.districts
        points = {
            t: table.board.tickets[table.board.find_ticket(t)].points for t in table.tickets(seat)
        }
        made = sum(points[ticket] for ticket in score.completed)
        assert score.tickets == 2 * made - sum(points.values())
