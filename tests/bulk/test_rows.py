"""Every row is what the kernel says about that decision."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anden import Game
from anden.boards.tables import build_tables
from anden.bots import BOTS, SEARCHERS, SPECIALISTS
from anden.bulk import DatasetError, DatasetSettings, play_games, unpack_legal, write_dataset
from anden.bulk.rows import Columns
from anden.bulk.styles import is_compiled
from anden.core import game_seed
from anden.envs.spaces import num_actions, observation_size
from anden.kernel import (
    NET,
    RESULT,
    SKETCH,
    STATE,
    final_scores,
    is_over,
    legal_mask,
    new_state,
    observe,
    step,
)
from anden.kernel.actions import MAX_ACTIONS
from anden.kernel.encode import encode
from anden.kernel.layout import NO_SEAT
from anden.workers.pool import play_here
from tests.bulk.support import are_equal, plainly, settings, whole

SCRATCH = np.zeros(1, NET)[0], np.zeros(1, SKETCH)[0]


def check_game(wanted: DatasetSettings, rows: Columns, game: int) -> None:
    """Plays the actions of a game over again."""
    tables, players = build_tables(wanted.board), wanted.players
    seed = game_seed(wanted.seed, game)
    state: Any = np.zeros(1, STATE)[0]
    new_state(tables, state, players, np.uint64(seed % 2**64), np.uint64(seed >> 64), NO_SEAT)
    mask, row = np.zeros(MAX_ACTIONS, bool), np.zeros(observation_size(wanted.board, players), "i2")
    places = np.flatnonzero(rows["game"] == game)
    assert rows["decision"][places].tolist() == list(range(len(places)))
    for at in places:
        seat = int(state["seat"])
        assert rows["seat"][at] == seat
        legal_mask(tables, state, mask)
        size = num_actions(wanted.board)
        assert (unpack_legal(rows["legal"][at], size) == mask[:size]).all()
        assert mask[rows["action"][at]]
        encode(tables, observe(state, seat), *SCRATCH, row)
        assert (rows["observation"][at] == row).all()
        step(tables, state, int(rows["action"][at]))
    assert is_over(state)
    check_results(tables, state, {name: rows[name][places] for name in rows}, players)


def check_results(tables: Any, state: Any, rows: Columns, players: int) -> None:
    result: Any = np.zeros(1, RESULT)[0]
    final_scores(tables, state, result, np.zeros(1, NET)[0])
    totals = [int(total) for total in result["total"][:players]]
    ranks = [int(rank) for rank in result["rank"][:players]]
    assert set(rows["seat"].tolist()) == set(range(players))
    for at, seat in enumerate(rows["seat"]):
        others = totals[:seat] + totals[seat + 1 :]
        assert rows["score"][at] == totals[seat]
        assert rows["margin"][at] == totals[seat] - max(others)
        assert rows["rank"][at] == ranks[seat]
        share = 1 / ranks.count(1) if ranks[seat] == 1 else 0
        assert rows["win"][at] == pytest.approx(share)


@pytest.mark.parametrize(
    "wanted",
    [
        settings("planner", "greedy", board="usa", games=2, seed=2**70 + 5),
        settings("hard", "easy", "medium", board="europe", games=2, seed=3),
        settings("random", "greedy", "planner", games=3),
    ],
    ids=lambda wanted: wanted.board.id,
)
def test_rows_are_those_of_the_game_played_over_again(
    wanted: DatasetSettings, tmp_path: Path
) -> None:
    path = tmp_path / "data.parquet"
    summary = write_dataset(path, wanted, runner=play_here)
    rows = whole(path)
    assert len(rows["game"]) == summary.rows
    assert np.unique(rows["game"]).tolist() == list(range(wanted.games))
    for game in range(wanted.games):
        check_game(wanted, rows, game)


@pytest.mark.parametrize("board", ["london", "europe"])
def test_compiled_bots_play_as_they_do_one_choice_at_a_time(board: str, tmp_path: Path) -> None:
    wanted = settings("easy", "medium", "hard", "planner", board=board, games=3, seed=9)
    assert all(map(is_compiled, wanted.bots))
    write_dataset(tmp_path / "fast.parquet", wanted, runner=play_here)
    write_dataset(tmp_path / "slow.parquet", wanted, runner=play_here, make=plainly)
    assert are_equal(whole(tmp_path / "fast.parquet"), whole(tmp_path / "slow.parquet"))


def test_all_bots_that_do_not_search_are_compiled() -> None:
    others = {name for name in (*BOTS, *SPECIALISTS) if not is_compiled(name)}
    assert others == {"random", *SEARCHERS, *SPECIALISTS}
    assert not is_compiled("exec:planner")


def test_sums_are_the_same_without_rows(tmp_path: Path) -> None:
    wanted = settings("planner", "random", games=9)
    written = write_dataset(tmp_path / "data.parquet", wanted, runner=play_here)
    assert play_games(wanted, runner=play_here) == written
    rows = whole(tmp_path / "data.parquet")
    ends = [rows["score"][rows["seat"] == seat] for seat in (0, 1)]
    assert all(
        scores.min() <= mean <= scores.max()
        for scores, mean in zip(ends, written.mean_scores, strict=True)
    )
    assert sum(written.wins) == pytest.approx(9)


def test_a_bot_that_fails_is_counted(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(
        "from anden.bots import Bot\n\nclass Bad(Bot):\n    def choose(self, view, legal):\n"
        "        raise RuntimeError\n"
    )
    path = tmp_path / "data.parquet"
    summary = write_dataset(path, settings(str(bad), "greedy", games=1), runner=play_here)
    assert summary.forfeits >= (whole(path)["seat"] == 0).sum() / 2 > 0
    check_game(settings(str(bad), "greedy", games=1), whole(path), 0)


def test_the_game_of_a_row_can_be_dealt_with_the_typed_api() -> None:
    wanted = settings("planner", seed=4)
    assert Game(wanted.board, players=2, seed=wanted.deal_seed(3)).seed == game_seed(4, 3)


@pytest.mark.parametrize(
    ("bots", "rest", "hint"),
    [
        (("greedy",), {"players": 9}, "2 to 4"),
        (("greedy", "greedy", "greedy"), {"players": 2}, "3 don't fit 2 seats"),
        (("greedy", ""), {}, "--bots"),
        (("greedy",), {"games": 0}, "--games"),
        (("greedy",), {"seed": -1}, "--seed"),
        (("greedy",), {"seconds": 0.0}, "time"),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    bots: tuple[str, ...], rest: dict[str, Any], hint: str
) -> None:
    with pytest.raises(DatasetError, match=hint):
        settings(*bots, **rest)
