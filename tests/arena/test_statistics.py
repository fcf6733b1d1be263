"""Sums over a match, by hand."""

import pytest

from anden.arena.game_table import GameTable
from anden.arena.match import MatchResult
from anden.arena.statistics import bot_results, deciders, duels, turn_orders
from anden.arena.summary import summarise
from anden.referee import margins, win_shares
from tests.arena.support import made_up_rows, settings

GAMES = [
    [(0, 50), (1, 40)],
    [(1, 45), (0, 60)],
    [(0, 30), (1, 30)],
    [(1, 70), (0, 20)],
]


def test_a_shared_first_place_is_a_share_of_a_win() -> None:
    rows = made_up_rows([[(0, 9), (1, 9), (2, 1)], [(0, 5), (1, 5), (2, 5)]], players=3)
    assert win_shares(rows).tolist() == [[0.5, 0.5, 0], pytest.approx([1 / 3] * 3)]


def test_the_margin_is_over_the_best_other_seat() -> None:
    rows = made_up_rows([[(0, 9), (1, 7), (2, 1)], [(0, 5), (1, 5), (2, 2)]], players=3)
    assert margins(rows).tolist() == [[2, -2, -8], [0, 0, -3]]


def test_results_of_two_bots() -> None:
    zero, one = sorted(
        bot_results(GameTable(made_up_rows(GAMES)), ["zero", "one"], None), key=lambda r: r.bot
    )[::-1]
    assert (zero.bot, zero.games, zero.wins, zero.win_rate) == ("zero", 4, 2.5, 0.625)
    assert (one.games, one.wins, one.win_rate) == (4, 1.5, 0.375)
    assert (zero.mean_score, one.mean_score) == (40, 46.25)
    assert zero.mean_margin == -one.mean_margin == (10 + 15 + 0 - 50) / 4
    assert zero.rating is None
    assert zero.win_rate_ci95 is not None
    assert one.win_rate_ci95 is not None
    assert zero.win_rate_ci95[0] == pytest.approx(1 - one.win_rate_ci95[1])


def test_a_bot_in_three_seats_plays_three_games() -> None:
    games = [[(0, 4), (1, 3), (1, 2), (1, 1)], [(1, 5), (0, 4), (1, 2), (1, 1)]]
    table = GameTable(made_up_rows(games, players=4))
    zero, one = bot_results(table, ["zero", "one"], None)
    assert (zero.bot, zero.games, zero.wins) == ("zero", 2, 1)
    assert (one.games, one.wins) == (6, 1)


def test_a_duel_counts_who_ended_ahead() -> None:
    games = [[(0, 4), (1, 3), (2, 5)], [(0, 4), (1, 4), (2, 4)]]
    found = {(d.bot, d.against): d for d in duels(GameTable(made_up_rows(games, 3)), "abc")}
    assert (found["a", "b"].wins, found["a", "b"].games) == (1.5, 2)
    assert (found["c", "a"].wins, found["a", "c"].wins) == (1.5, 0.5)
    assert found["a", "b"].mean_margin == 0.5
    assert ("a", "a") not in found


def test_who_begins_is_told_by_the_first_seat() -> None:
    rows = made_up_rows(GAMES)
    rows["first"][1] = 1  # of the second game, which its second seat wins
    first, second = turn_orders(GameTable(rows))
    assert (first.order, first.games, first.wins) == (1, 4, 1 + 1 + 0.5 + 1)
    assert second.wins == 0.5


def test_what_decided_a_game_is_what_the_winner_needed() -> None:
    rows = made_up_rows([[(0, 50), (1, 45)], [(1, 30), (0, 60)]])
    rows["longest_points"][0, 0] = 10  # 40 to 45 without it
    rows["longest_points"][1, 1] = 10  # 50 to 30 without it
    rows["route_points"] -= rows["longest_points"]
    found = {one.quantity: one for one in deciders(GameTable(rows))}
    assert found["longest_points"].turned == 0.5
    assert found["longest_points"].winners == 10
    assert found["longest_points"].difference == 10
    assert found["moves"].turned is None
    assert "station_points" not in found


def test_closest_and_most_lopsided_games_are_named() -> None:
    rows = made_up_rows(GAMES)
    result = MatchResult(settings("zero", "one"), 2, rows, ())
    summary = summarise(result, has_records=True)
    assert [game.lead for game in summary.closest] == [0, 10, 15, 50]
    assert summary.closest[0].record == "games/0000/000001-1.anden"
    assert summary.most_lopsided[0].bots == ["one", "zero"]
    assert summary.most_lopsided[0].scores == [70, 20]
    assert summary.is_complete
    assert summarise(result).closest[0].record is None


def test_the_summary_of_a_match_cut_short_says_so() -> None:
    summary = summarise(MatchResult(settings("zero", "one"), 9, made_up_rows(GAMES), ()))
    assert (summary.games, summary.games_wanted, summary.is_complete) == (4, 18, False)
