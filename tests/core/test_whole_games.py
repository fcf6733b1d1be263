"""Whole games of compiled bots, and challenges made of them."""

import numpy as np
import pytest

from anden.boards import load_board
from anden.core.compiled.whole_games import (
    BOT_GAME,
    CHALLENGE,
    NO_ROWS,
    RowArrays,
    challenge,
    deal_game,
    play_game,
    play_on,
)
from anden.core.game_core import tables_array
from anden.kernel.actions import NUM_WORDS
from anden.kernel.layout import Records
from anden.strategy.numbers import numbers_for
from anden.strategy.style import QUICK, STYLE

pytestmark = pytest.mark.compiled_only

TABLES = tables_array(load_board("london"))
PLAYERS = 3
SEED = np.uint64(4)
NOTHING = RowArrays(
    np.zeros(0, np.int8),
    np.zeros(0, np.int16),
    np.zeros((0, NUM_WORDS), np.uint64),
    np.zeros((0, 1), np.int16),
)


def new_games() -> Records:
    games = np.zeros(1, BOT_GAME)
    games["players"] = PLAYERS
    return games


def rivals(greed: float) -> Records:
    """A planner, and one that is greedy in part of its turns."""
    styles = np.zeros(2, STYLE)
    styles["orders"], styles["numbers"] = QUICK, numbers_for(TABLES[0])
    styles["greed"][1] = greed
    return styles


def test_a_dealt_game_played_on_is_the_game_played_at_once() -> None:
    one, other = new_games(), new_games()
    for games in (one, other):
        games["styles"][0] = rivals(0.0)[0]
    steps = play_game(TABLES, one, SEED, SEED, NOTHING, NO_ROWS)
    deal_game(TABLES, other, SEED, SEED)
    assert play_on(TABLES, other) == steps > 0
    assert one["state"].tobytes() == other["state"].tobytes()


def test_a_challenge_is_the_mean_over_seats_of_single_games() -> None:
    styles, deals = rivals(0.5), np.zeros(3, CHALLENGE)
    challenge(TABLES, new_games(), styles, SEED, deals)
    for number, deal in enumerate(deals):
        margins, wins, scores = [], [], []
        for place in range(PLAYERS):
            games = new_games()
            for seat in range(PLAYERS):
                games["styles"][0, seat] = styles[int(seat != place)]
            play_game(TABLES, games, SEED, np.uint64(number), NOTHING, NO_ROWS)
            totals = games["result"]["total"][0, :PLAYERS].tolist()
            ranks = games["result"]["rank"][0, :PLAYERS].tolist()
            scores.append(totals[place])
            margins.append(totals[place] - max(totals[:place] + totals[place + 1 :]))
            wins.append((ranks[place] == 1) / ranks.count(1))
        assert deal["margin"] == pytest.approx(np.mean(margins), abs=1e-4)
        assert deal["wins"] == pytest.approx(np.mean(wins), abs=1e-4)
        assert deal["score"] == pytest.approx(np.mean(scores), abs=1e-4)
        assert 0 <= deal["completed"] <= deal["kept"]


def test_equals_win_equally() -> None:
    deals = np.zeros(20, CHALLENGE)
    challenge(TABLES, new_games(), rivals(0.0)[[0, 0]], SEED, deals)
    assert deals["wins"].mean() == pytest.approx(1 / PLAYERS)
    assert deals["score"].mean() == pytest.approx(deals["others_score"].mean())
