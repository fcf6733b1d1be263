"""Random games in bulk: the same sums however they are cut into chunks."""

import statistics
from typing import Any

import numpy as np
import pytest

from anden.boards import Board, load_board
from anden.boards.tables import build_tables
from anden.bulk import Simulation, simulate_games, simulation
from anden.core import game_seed
from anden.kernel import NET, RESULT, STATE, final_scores, new_state
from anden.kernel.layout import NO_SEAT
from anden.kernel.playout import play_out

UNIFORM = np.zeros(0, np.uint16)
LONDON = load_board("london")


def without_time(result: Simulation) -> dict[str, Any]:
    return {key: value for key, value in vars(result).items() if key != "seconds"}


@pytest.mark.parametrize("chunk", [1, 7, 29, 30, 31, 1000])
def test_chunks_make_no_difference(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate_games(LONDON, 3, 30, seed=5)
    monkeypatch.setattr(simulation, "CHUNK", chunk)
    assert without_time(simulate_games(LONDON, 3, 30, seed=5)) == without_time(whole)


@pytest.mark.parametrize("seed", [2**64 - 10, 2**70 + 3, 2**128 - 1])
def test_chunks_make_no_difference_for_large_seeds(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = simulate_games(LONDON, 2, 20, seed)
    monkeypatch.setattr(simulation, "CHUNK", 3)
    assert simulate_games(LONDON, 2, 20, seed).digest == whole.digest


def test_other_seeds_boards_players_and_games_give_other_digests() -> None:
    runs = [
        simulate_games(LONDON, 2, 10, 0),
        simulate_games(LONDON, 2, 10, 1),
        simulate_games(LONDON, 2, 10, 2**64),
        simulate_games(LONDON, 2, 11, 0),
        simulate_games(LONDON, 3, 10, 0),
        simulate_games(load_board("usa"), 2, 10, 0),
    ]
    assert len({run.digest for run in runs}) == len(runs)


def played_one_by_one(
    board: Board, players: int, seeds: list[int]
) -> tuple[list[list[int]], list[int]]:
    """Totals and lengths of the games."""
    tables = build_tables(board)
    state: Any = np.zeros(1, STATE)[0]
    result: Any = np.zeros(1, RESULT)[0]
    totals, steps = [], []
    for seed in seeds:
        new_state(tables, state, players, np.uint64(seed), np.uint64(0), NO_SEAT)
        steps.append(int(play_out(tables, state, UNIFORM)))
        final_scores(tables, state, result, np.zeros(1, NET)[0])
        totals.append([int(total) for total in result["total"][:players]])
    return totals, steps


@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("europe", 5), ("london", 4)])
def test_sums_are_those_of_the_games_played_one_by_one(name: str, players: int) -> None:
    board = load_board(name)
    totals, steps = played_one_by_one(
        board, players, [game_seed(100, number) for number in range(12)]
    )
    run = simulate_games(board, players, 12, seed=100)
    assert (run.games, run.board, run.players, run.seed) == (12, name, players, 100)
    assert run.steps == sum(steps)
    assert (run.min_steps, run.max_steps) == (min(steps), max(steps))
    assert run.mean_steps == pytest.approx(statistics.mean(steps))
    for seat in range(players):
        scores = [total[seat] for total in totals]
        assert run.mean_scores[seat] == pytest.approx(statistics.mean(scores))
        assert run.score_spread[seat] == pytest.approx(statistics.pstdev(scores))


def test_speed_is_what_was_done_in_the_time() -> None:
    run = simulate_games(LONDON, 2, 10)
    assert run.seconds > 0
    assert run.games_per_second == run.games / run.seconds
    assert run.steps_per_second == run.steps / run.seconds


def test_progress_is_told_after_every_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "CHUNK", 4)
    told: list[int] = []
    simulate_games(LONDON, 2, 10, on_progress=told.append)
    assert told == [4, 8, 10]


def test_a_run_can_be_stopped_between_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "CHUNK", 4)

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate_games(LONDON, 2, 10, on_progress=stop)
