"""Who wins: U6, E15, L7 and C27. Totals are set level, then one tie-break after another."""

import pytest

from tests.support import Table, rule


def level(table: Table, total: int = 50) -> Table:
    """Every seat's route points changed so that all totals are the same."""
    for seat in range(table.players):
        table.state["score"][seat] += total - table.score(seat).total
    assert {table.score(seat).total for seat in range(table.players)} == {total}
    return table


def new_table(board: str, players: int = 2) -> Table:
    table = Table(board, players=players).keep_all()
    for seat in range(players):
        table.holds(seat)
    return table


@pytest.mark.parametrize(
    "board",
    [
        pytest.param("usa", marks=rule("U6")),
        pytest.param("europe", marks=rule("E15")),
        pytest.param("london", marks=rule("L7")),
    ],
)
def test_most_points_win_whatever_the_tie_breaks_say(board: str) -> None:
    table = new_table(board, players=3)
    first = table.board.routes[0]
    tickets = table.board.tickets
    table.owns(2, table.board.route_name(first.index)).holds(2, table.board.ticket_name(0))
    assert tickets[0].points > 0
    level(table)
    table.state["score"][0] += 1
    table.state["score"][1] += 2
    assert table.ranks() == [2, 1, 3]


@rule("U6")
def test_usa_a_tie_goes_to_more_completed_tickets() -> None:
    table = new_table("usa").holds(1, "denver-el_paso")
    table.owns(1, "denver-santa_fe", "el_paso-santa_fe").owns(0, "denver-omaha", "chicago-omaha")
    assert table.score(0).longest_points == 10  # which comes later
    assert level(table).ranks() == [2, 1]


@rule("U6")
def test_usa_failed_tickets_do_not_count() -> None:
    table = new_table("usa").holds(0, "boston-miami", "atlanta-new_york").holds(1, "denver-el_paso")
    table.owns(1, "denver-santa_fe", "el_paso-santa_fe")
    assert level(table).ranks() == [2, 1]


@rule("U6")
def test_usa_a_tie_in_tickets_goes_to_the_holder_of_the_longest_path() -> None:
    table = new_table("usa").owns(1, "denver-omaha").owns(0, "denver-santa_fe")
    assert level(table).ranks() == [2, 1]


@rule("U6", "C27")
def test_usa_players_who_share_the_bonus_share_the_win() -> None:
    table = new_table("usa", players=3).owns(1, "denver-omaha").owns(0, "chicago-omaha")
    assert level(table).ranks() == [1, 1, 3]


@rule("E15")
def test_europe_a_tie_goes_first_to_more_completed_tickets() -> None:
    table = new_table("europe").holds(1, "paris-wien").builds(1, "roma", "essen")
    table.owns(1, "frankfurt-paris:white", "frankfurt-munchen", "munchen-wien")
    table.owns(0, "petrograd-stockholm", "petrograd-riga")
    assert table.score(0).longest_points == 10
    assert level(table).ranks() == [2, 1]


@rule("E15")
def test_europe_then_to_fewer_stations_built() -> None:
    table = new_table("europe").builds(0, "roma", "essen").builds(1, "paris")
    table.owns(0, "petrograd-stockholm")
    assert table.score(0).longest_points == 10  # which comes later
    assert level(table).ranks() == [2, 1]


@rule("E15")
def test_europe_then_to_the_holder_of_the_express() -> None:
    table = new_table("europe").builds(0, "roma").builds(1, "paris").owns(1, "budapest-kyiv")
    assert level(table).ranks() == [2, 1]


@rule("E15", "C27")
def test_europe_players_level_in_everything_share_the_win() -> None:
    table = new_table("europe", players=3).builds(0, "roma").builds(1, "paris").builds(2, "wien")
    table.owns(0, "palermo-smyrna").owns(1, "budapest-kyiv")
    assert level(table).ranks() == [1, 1, 3]


@rule("L7")
def test_london_a_tie_goes_to_more_completed_tickets() -> None:
    table = new_table("london", players=3).holds(1, "british_museum-piccadilly_circus")
    table.owns(1, "british_museum-piccadilly_circus")
    assert level(table).ranks() == [2, 1, 2]


@rule("L7", "C27")
def test_london_a_tie_in_tickets_is_shared_whatever_else_differs() -> None:
    table = new_table("london").owns(
        0, "baker_street-british_museum", "british_museum-charterhouse"
    )
    table.owns(1, "british_museum-covent_garden:gray.1")
    assert level(table).ranks() == [1, 1]


@rule("C27")
@pytest.mark.parametrize("board", ["usa", "europe", "london"])
def test_all_players_level_in_everything_share_the_win(board: str) -> None:
    table = new_table(board, players=4)
    assert level(table).ranks() == [1, 1, 1, 1]


@rule("C27")
def test_places_after_a_shared_one_are_left_out() -> None:
    table = level(new_table("usa", players=5))
    for seat, extra in enumerate((3, 9, 9, 3, 0)):
        table.state["score"][seat] += extra
    assert table.ranks() == [3, 1, 1, 3, 5]
