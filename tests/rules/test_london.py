"""London: districts (L5), and no bonus for the longest path (L6)."""

import pytest

from tests.support import Table, rule, small_board

DISTRICTS = {
    1: ("british_museum-covent_garden:gray.1",),
    2: (
        "buckingham_palace-big_ben",
        "trafalgar_square-big_ben",
        "piccadilly_circus-trafalgar_square:blue",
    ),
    3: ("waterloo-globe_theatre", "waterloo-elephant_and_castle"),
    4: ("charterhouse-st_pauls", "st_pauls-brick_lane", "st_pauls-tower_of_london:pink"),
    5: ("regents_park-baker_street", "regents_park-kings_cross", "baker_street-hyde_park"),
}


@rule("L5")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_district_scores_its_number_when_all_its_locations_are_joined(number: int) -> None:
    table = Table("london").keep_all()
    *most, last = DISTRICTS[number]
    table.owns(0, *most)
    assert table.score(0).districts == 0
    table.owns(0, last)
    assert table.score(0).districts == number
    assert table.score(1).districts == 0


@rule("L5")
def test_all_five_districts_are_worth_fifteen() -> None:
    table = Table("london").keep_all().holds(0)
    table.owns(0, *(route for routes in DISTRICTS.values() for route in routes))
    assert table.score(0).districts == 15
    assert table.score(0).total == table.points(0) + 15


@rule("L5")
def test_locations_may_be_joined_through_routes_outside_the_district() -> None:
    # Charterhouse, Brick Lane, St Paul's and the Tower, by way of the Globe Theatre.
    table = Table("london").keep_all()
    table.owns(
        0, "charterhouse-brick_lane", "charterhouse-st_pauls", "globe_theatre-st_pauls:gray.1"
    )
    assert table.score(0).districts == 0
    table.owns(0, "globe_theatre-tower_of_london")
    assert table.score(0).districts == 4


@rule("L5")
def test_a_district_may_be_joined_wholly_from_outside() -> None:
    # British Museum and Covent Garden by way of Piccadilly Circus.
    table = Table("london").keep_all()
    table.owns(0, "british_museum-piccadilly_circus", "piccadilly_circus-covent_garden:green")
    assert table.score(0).districts == 1


@rule("L5")
def test_touching_every_location_is_not_joining_them() -> None:
    table = Table("london").keep_all()
    table.owns(0, "regents_park-kings_cross", "baker_street-hyde_park")
    assert table.score(0).districts == 0


@rule("L5")
def test_several_players_can_score_the_same_district() -> None:
    table = Table("london", players=3).keep_all()
    table.owns(0, "british_museum-covent_garden:gray.1")
    table.owns(1, "british_museum-covent_garden:gray.2")
    assert [table.score(seat).districts for seat in range(3)] == [1, 1, 0]


@rule("L5")
def test_another_player_s_routes_join_nothing() -> None:
    table = Table("london").keep_all()
    table.owns(0, "waterloo-globe_theatre").owns(1, "waterloo-elephant_and_castle")
    assert [table.score(seat).districts for seat in range(2)] == [0, 0]


@rule("L5")
def test_a_district_counts_at_the_end_only() -> None:
    table = Table("london").keep_all().give(0, pink=1)
    table.play("claim british_museum-covent_garden:gray.1", "pay 1 pink")
    assert table.points(0) == 1


@rule("L5")
def test_a_board_s_districts_are_its_own() -> None:
    districts = [{"points": 9, "cities": ["a", "c"]}, {"points": 2, "cities": ["a", "d"]}]
    board = small_board("a-b 1 red, b-c 1 red, c-d 1 red", "a-b 1, a-c 2", districts=districts)
    table = Table(board).keep_all().owns(0, "a-b", "b-c")
    assert table.score(0).districts == 9


@rule("L6")
def test_the_longest_path_earns_nothing() -> None:
    table = Table("london").keep_all().holds(0).holds(1)
    table.owns(0, "baker_street-british_museum", "british_museum-charterhouse")
    assert table.score(0).longest_points == 0
    assert table.score(0).total == 14
    assert table.board.longest_path is None
