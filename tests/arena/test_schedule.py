"""Who plays whom: every bot gets every seat of every deal it is in."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from anden.arena import ArenaError, MatchSettings
from anden.arena.match import check_goal
from anden.arena.schedule import bot_seed, line_up_of, line_ups, set_games
from anden.boards import load_board
from anden.core import game_seed
from tests.arena.support import settings

FIELDS = [
    (("a", "b"), 2),
    (("a", "b", "c"), 2),
    (("a", "b", "c", "d", "e"), 2),
    (("a", "b", "c"), 3),
    (("a", "b", "c", "d"), 3),
    (("a", "b"), 3),
    (("a", "b"), 4),
    (("a", "b", "c"), 4),
    (("a", "b", "b", "b"), 4),
    (("a", "a", "b", "b"), 4),
    (("a", "a"), 2),
    (("a",), 2),
]


@pytest.mark.parametrize(("bots", "players"), FIELDS)
def test_in_a_set_every_place_of_the_line_up_sits_in_every_seat(
    bots: tuple[str, ...], players: int
) -> None:
    match = settings(*bots, players=players)
    for number in range(30):
        games = set_games(match, number)
        assert len(games) == players
        assert len({game.deal for game in games}) == 1
        for seat in range(players):
            sitting = sorted(game.entry_by_seat[seat] for game in games)
            assert sitting == sorted(line_up_of(match, number))


def test_two_bots_exchange_seats() -> None:
    one, other = set_games(settings("a", "b"), 5)
    assert one.entry_by_seat == other.entry_by_seat[::-1]
    assert one.bot_seed_by_seat == other.bot_seed_by_seat[::-1]


@pytest.mark.parametrize(("bots", "players"), FIELDS)
def test_bots_play_equally_often(bots: tuple[str, ...], players: int) -> None:
    match = settings(*bots, players=players)
    sets = 3 * len(line_ups(match))
    counts = Counter(entry for number in range(sets) for entry in line_up_of(match, number))
    assert set(counts) == set(range(len(match.entries)))
    if not match.is_line_up:
        assert len(set(counts.values())) == 1


def test_every_choice_of_bots_comes_up_before_one_comes_again() -> None:
    match = settings("a", "b", "c", "d", "e", players=3)
    seen = [tuple(sorted(line_up_of(match, number))) for number in range(10)]
    assert sorted(seen) == list(combinations(range(5), 3))


def test_every_order_around_the_table_comes_up() -> None:
    match = settings("a", "b", "c", "d", players=4)
    seen = {line_up_of(match, number) for number in range(6)}
    assert seen == {(0, *rest) for rest in permutations((1, 2, 3))}


@pytest.mark.parametrize(
    ("bots", "players", "expected"),
    [
        (("a", "b"), 3, {(0, 0, 1), (0, 1, 1)}),
        (("a", "b"), 4, {(0, 0, 1, 1)}),
        (("a", "b", "c"), 4, {(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)}),
        (("a", "b", "b", "b"), 4, {(0, 1, 1, 1)}),
    ],
)
def test_few_bots_fill_the_table_evenly(
    bots: tuple[str, ...], players: int, expected: set[tuple[int, ...]]
) -> None:
    found = {tuple(sorted(line_up)) for line_up in line_ups(settings(*bots, players=players))}
    assert found == expected


def test_no_two_seats_of_a_game_share_their_luck() -> None:
    for game in set_games(settings("a", "b", "b", "b", players=4), 3):
        assert len(set(game.bot_seed_by_seat)) == 4
        assert game.deal not in game.bot_seed_by_seat


def test_deals_are_those_of_a_simulation() -> None:
    seed = 7 << 64 | 5
    match = settings("a", "b", seed=seed)
    assert [set_games(match, n)[0].deal for n in range(5)] == [game_seed(seed, n) for n in range(5)]


def test_a_bots_luck_depends_on_match_deal_and_name() -> None:
    one, other = settings("a", "b", seed=1), settings("a", "b", seed=2)
    seeds = {bot_seed(one, 0, 0, 0), bot_seed(one, 1, 0, 0), bot_seed(one, 0, 1, 0)}
    assert len({*seeds, bot_seed(one, 0, 0, 1), bot_seed(other, 0, 0, 0)}) == 5


def test_games_are_rounded_up_to_whole_sets() -> None:
    assert [settings("a", players=3).num_sets(games) for games in (1, 3, 4, 6)] == [1, 1, 2, 2]


def test_a_match_in_which_a_bot_has_no_game_is_refused() -> None:
    match = settings("a", "b", "c", "d")
    check_goal(match, 6)
    with pytest.raises(ArenaError, match=r"too few --games: .* would not play any"):
        check_goal(match, 1)


@pytest.mark.parametrize(
    ("bots", "players", "seed", "seconds", "message"),
    [
        (("a", "b"), 5, 0, 1.0, "london is for 2 to 4 players, not 5"),
        ((), 2, 0, 1.0, "1 to 32 bots"),
        (("a", ""), 2, 0, 1.0, "1 to 32 bots"),
        (tuple(f"b{n}" for n in range(33)), 2, 0, 1.0, "1 to 32 bots"),
        (("a", "b", "b"), 2, 0, 1.0, "3 bots don't fill 2 seats"),
        (("a", "b"), 2, -1, 1.0, "seed"),
        (("a", "b"), 2, 1 << 128, 1.0, "seed"),
        (("a", "b"), 2, 0, 0.0, "time"),
        (("a", "b"), 2, 0, float("nan"), "time"),
    ],
)
def test_a_match_that_makes_no_sense_is_refused(
    bots: tuple[str, ...], players: int, seed: int, seconds: float, message: str
) -> None:
    with pytest.raises(ArenaError, match=message):
        MatchSettings(load_board("london"), bots, players, seed, seconds)
