"""North America: the longest path (U5). Setup, points and doubles are in files of their own."""

import random

import pytest

from tests.support import Table, rule, small_board

LOOP = ("denver-kansas_city:black", "kansas_city-omaha:gray.1", "denver-omaha")  # 4 + 1 + 4


def longest_by_walking(table: Table, seat: int) -> int:
    """Spaces in the longest path, by walking every one from every city."""
    routes = [table.board.routes[index] for index in table.routes(seat)]

    def walk(city: int, used: frozenset[int]) -> int:
        longest = 0
        for route in routes:
            if city in (route.a, route.b) and route.index not in used:
                onward = walk(route.a + route.b - city, used | {route.index})
                longest = max(longest, route.length + onward)
        return longest

    return max((walk(city, frozenset()) for r in routes for city in r.pair), default=0)


@rule("U5")
def test_the_longest_path_earns_ten_points() -> None:
    table = (
        Table("usa").keep_all().owns(0, "denver-omaha", "chicago-omaha").owns(1, "atlanta-miami")
    )
    assert [table.score(seat).longest for seat in range(2)] == [8, 5]
    assert [table.score(seat).longest_points for seat in range(2)] == [10, 0]


@rule("U5")
def test_every_tied_player_gets_the_bonus() -> None:
    table = Table("usa", players=3).keep_all()
    table.owns(0, "atlanta-miami").owns(1, "denver-phoenix").owns(2, "denver-omaha")
    assert [table.score(seat).longest_points for seat in range(3)] == [10, 10, 0]


@rule("U5")
def test_the_path_is_continuous() -> None:
    table = Table("usa").keep_all()
    table.owns(0, "miami-new_orleans", "el_paso-los_angeles", "helena-seattle")
    assert table.score(0).longest == 6


@rule("U5")
def test_the_path_counts_spaces_not_routes() -> None:
    table = Table("usa").keep_all()
    table.owns(0, "dallas-houston:gray.1", "dallas-little_rock", "little_rock-nashville")
    table.owns(1, "el_paso-los_angeles", "el_paso-houston")
    assert [table.score(seat).longest for seat in range(2)] == [6, 12]


@rule("U5")
def test_the_path_may_pass_a_city_twice() -> None:
    table = Table("usa").keep_all().owns(0, *LOOP, "denver-phoenix", "denver-helena")
    # Phoenix, Denver, round the loop, Denver again, Helena.
    assert table.score(0).longest == 5 + 9 + 4


@rule("U5")
def test_a_fork_uses_no_train_twice() -> None:
    table = Table("usa").keep_all().owns(0, "denver-phoenix", "denver-helena", "denver-omaha")
    assert table.score(0).longest == 9
    table.owns(0, "denver-santa_fe")
    assert table.score(0).longest == 9


@rule("U5")
def test_a_closed_loop_counts_whole() -> None:
    table = Table("usa").keep_all().owns(0, *LOOP)
    assert table.score(0).longest == 9


@rule("U5")
def test_two_loops_that_touch_are_one_path() -> None:
    table = Table("usa").keep_all().owns(0, *LOOP)
    table.owns(0, "chicago-omaha", "chicago-duluth", "duluth-omaha:gray.1")
    assert table.score(0).longest == 9 + 9


@rule("U5")
def test_other_players_trains_do_not_lengthen_a_path() -> None:
    table = Table("usa").keep_all().owns(0, "denver-omaha", "chicago-toronto")
    table.owns(1, "chicago-omaha")
    assert [table.score(seat).longest for seat in range(2)] == [4, 4]
    assert [table.score(seat).longest_points for seat in range(2)] == [10, 10]


@rule("U5")
@pytest.mark.parametrize("size", [4, 7, 10])
def test_the_longest_path_is_found_exactly(size: int) -> None:
    luck = random.Random(size)
    for _ in range(6):
        table = Table("usa").keep_all()
        near = [r for r in table.board.routes if luck.random() < 0.5]
        net = {luck.choice(near).index}
        while len(net) < size:  # grows along its own cities, so that it has loops and forks
            cities = {city for route in net for city in table.board.routes[route].pair}
            touching = [r for r in near if cities & set(r.pair) and r.twin not in net]
            net.add(luck.choice(touching).index)
        table.owns(0, *(table.board.route_name(route) for route in net))
        assert table.score(0).longest == longest_by_walking(table, 0)


@rule("U5")
def test_a_dense_net_is_measured_exactly() -> None:
    # Every two of six cities joined: six odd cities, so two of the fifteen routes stay out.
    pairs = [f"{a}-{b}" for a in "abcdef" for b in "abcdef" if a < b]
    pieces = {
        "count": 60,
        "names": {"en": {"one": "train", "many": "trains"}},
        "colours": [{"id": c, "names": {"en": c}} for c in ("black", "white")],
    }
    board = small_board(", ".join(f"{p} 1 gray" for p in pairs), "a-b 1, a-c 1", pieces=pieces)
    table = Table(board).keep_all().owns(0, *pairs)
    assert table.score(0).longest == 13


@rule("U5")
def test_the_bonus_is_part_of_the_total() -> None:
    table = Table("usa").keep_all().holds(0).holds(1).owns(0, "denver-omaha")
    assert table.score(0).total == 7 + 10
    assert table.score(1).total == 0
