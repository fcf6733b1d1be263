"""The final scores: every part, who wins, and by what."""

from collections.abc import Callable

import pytest

from anden.game import Game, StationScore, TicketScore
from tests.support import Table

from .support import MATCHES, new_table, played, seated


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_the_parts_add_up(name: str, players: int) -> None:
    game = played(name, players, 50 + players)
    scores = game.scores()
    for seat, score in enumerate(scores.seats):
        parts = (
            score.routes
            + score.ticket_points
            + score.longest_path_points
            + score.station_points
            + score.district_points
        )
        assert (score.seat, score.total) == (seat, parts)
        assert score.routes == game.position.score(seat)
        assert tuple(ticket.ticket for ticket in score.tickets) == game.position.tickets(seat)
        assert all(ticket.is_completed == (ticket.points > 0) for ticket in score.tickets)
        assert tuple(station.city for station in score.stations) == (
            game.position.station_cities(seat)
        )
        districts = game.board.districts
        assert score.district_points == sum(districts[d].points for d in score.districts)
    assert scores.totals == tuple(score.total for score in scores.seats)
    assert [score.rank for score in scores.ranking] == sorted(s.rank for s in scores.seats)
    assert scores.ranking[0].total == max(scores.totals)


def test_tickets_are_itemised() -> None:
    table = new_table("usa").holds(0, "denver-el_paso", "boston-miami")
    table.owns(0, "denver-santa_fe", "el_paso-santa_fe")
    score = seated(table).scores().seats[0]
    assert score.tickets == (
        TicketScore("boston-miami", -12, is_completed=False),
        TicketScore("denver-el_paso", 4, is_completed=True),
    )
    assert (score.routes, score.ticket_points) == (4, -8)
    assert (score.longest_path, score.longest_path_points, score.total) == (4, 10, 6)


def test_stations_tell_the_route_they_borrow() -> None:
    table = new_table("europe").builds(0, "paris", "roma").holds(0, "paris-wien")
    table.owns(0, "frankfurt-munchen", "munchen-wien").owns(1, "frankfurt-paris:white")
    score = seated(table).scores().seats[0]
    assert score.stations == (
        StationScore("paris", "frankfurt-paris:white"),
        StationScore("roma", None),
    )
    assert score.station_points == 4
    assert score.tickets[0].is_completed


def test_districts_are_listed() -> None:
    game = Game("london", 2, 1)
    cities = game.board.districts[0].cities
    routes = [game.board.route_name(route.index) for route in game.board.routes]
    lanes = {route.rpartition(":")[0] or route: route for route in routes}
    table = new_table("london").owns(0, *lanes.values())
    score = seated(table).scores().seats[0]
    assert cities
    assert score.districts == tuple(range(len(game.board.districts)))
    assert score.district_points == sum(district.points for district in game.board.districts)


def level(table: Table) -> Game:
    """The game with every seat's route points changed so that all totals are 50."""
    game = seated(table)
    for score in game.scores().seats:
        game.position.state["score"][score.seat] += 50 - score.total
    assert set(game.scores().totals) == {50}
    return game


def by_tickets(board: str) -> Game:
    table = new_table(board, players=3)
    ticket = next(
        t for t in table.board.tickets if any(t.pair == r.pair for r in table.board.routes)
    )
    route = next(r for r in table.board.routes if r.pair == ticket.pair)
    table.holds(1, table.board.ticket_name(ticket.index))
    return level(table.owns(1, table.board.route_name(route.index)))


DECISIONS: dict[str, tuple[Callable[[], Game], str, tuple[int, ...]]] = {
    "usa by tickets": (
        lambda: level(
            new_table("usa")
            .holds(1, "denver-el_paso")
            .owns(1, "denver-santa_fe", "el_paso-santa_fe")
            .owns(0, "denver-omaha", "chicago-omaha")
        ),
        "tickets",
        (1,),
    ),
    "usa by the longest path": (
        lambda: level(new_table("usa").owns(1, "denver-omaha").owns(0, "denver-santa_fe")),
        "longest_path",
        (1,),
    ),
    "usa shared": (
        lambda: level(new_table("usa", players=3).owns(2, "denver-omaha").owns(0, "chicago-omaha")),
        "shared",
        (0, 2),
    ),
    "europe by tickets": (
        lambda: level(
            new_table("europe")
            .holds(1, "paris-wien")
            .builds(1, "roma")
            .owns(1, "frankfurt-paris:white", "frankfurt-munchen", "munchen-wien")
        ),
        "tickets",
        (1,),
    ),
    "europe by stations": (
        lambda: level(new_table("europe").builds(0, "roma", "essen").builds(1, "paris")),
        "stations",
        (1,),
    ),
    "europe by the express": (
        lambda: level(new_table("europe").owns(1, "budapest-kyiv")),
        "longest_path",
        (1,),
    ),
    "europe shared": (lambda: level(new_table("europe")), "shared", (0, 1)),
    "london by tickets": (lambda: by_tickets("london"), "tickets", (1,)),
    "london shared": (lambda: level(new_table("london", players=4)), "shared", (0, 1, 2, 3)),
}


@pytest.mark.parametrize("name", DECISIONS)
def test_a_tie_is_decided_in_order(name: str) -> None:
    build, decided_by, winners = DECISIONS[name]
    scores = build().scores()
    assert (scores.decided_by, scores.winners) == (decided_by, winners)


@pytest.mark.parametrize("board", ["usa", "europe", "london"])
def test_points_decide_before_any_tie_break(board: str) -> None:
    game = by_tickets("london") if board == "london" else level(new_table(board, players=3))
    game.position.state["score"][0] += 1
    scores = game.scores()
    assert (scores.decided_by, scores.winners) == ("points", (0,))
    assert scores.ranking[0].seat == 0


def test_what_decided_is_what_set_the_winner_apart_from_the_closest() -> None:
    game = by_tickets("london")
    game.position.state["score"][2] -= 20
    scores = game.scores()
    assert scores.decided_by == "tickets"
    assert [score.seat for score in scores.ranking] == [1, 0, 2]
    assert [score.rank for score in scores.seats] == [2, 1, 3]
