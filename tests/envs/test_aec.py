"""The PettingZoo environment, by PettingZoo's own tests and ours."""

import pickle
import re
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo import test as pettingzoo_tests

from anden import Game
from anden.envs import EnvError, anden_v0
from anden.envs.bounds import return_bounds
from tests.envs.games import BOARDS

# PettingZoo expects dictionaries with masks from its own games only.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_pettingzoo_api(board: str, players: int) -> None:
    pettingzoo_tests.api_test(anden_v0.env(board, players), num_cycles=200)


@pytest.mark.parametrize("reward", ["win", "points"])
def test_pettingzoo_api_with_other_rewards(reward: str) -> None:
    pettingzoo_tests.api_test(anden_v0.env("london", 3, reward), num_cycles=200)


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_pettingzoo_seed(board: str, players: int) -> None:
    pettingzoo_tests.seed_test(lambda: anden_v0.env(board, players), num_cycles=60)


def test_pettingzoo_render() -> None:
    def make(render_mode: str | None = None) -> object:
        return anden_v0.env("london", render_mode=render_mode)

    texts = {"ansi": lambda text: "row:" in text, "svg": lambda text: text.startswith("<svg")}
    pettingzoo_tests.render_test(make, custom_tests=texts)


def test_pettingzoo_save_obs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pettingzoo_tests.test_save_obs(anden_v0.env())


def test_pettingzoo_performance_benchmark(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole games are played one after the other, at a bearable pace, by a clock that hurries."""
    hurry = 10
    clock = SimpleNamespace(time=lambda: hurry * time.monotonic())
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", clock)
    env = anden_v0.env("london")
    pettingzoo_tests.performance_benchmark(env)  # compiles what is not compiled yet
    capsys.readouterr()
    deals: list[None] = []
    deal = env.reset
    monkeypatch.setattr(env, "reset", lambda: deals.append(deal()))
    pettingzoo_tests.performance_benchmark(env)
    told = re.search(r"([\d.]+) turns per second", capsys.readouterr().out)
    assert told is not None
    assert hurry * float(told[1]) > 100  # a bound, not a benchmark
    assert len(deals) > 1


def test_every_board_and_number_of_players_plays_to_the_end() -> None:
    for board, most in (("usa", 5), ("europe", 5), ("london", 4)):
        for players in range(2, most + 1):
            env = anden_v0.raw_env(board, players)
            env.reset(seed=players)
            luck = np.random.default_rng(players)
            while env.agents:
                observation, _, is_over, _, _ = env.last()
                legal = np.flatnonzero(observation["action_mask"])
                env.step(None if is_over else luck.choice(legal))


def test_rewards_are_the_margins_at_the_end() -> None:
    env = anden_v0.raw_env("london", 3)
    env.reset(seed=4)
    while not env.game.is_over:
        env.step(env.game.mask(env.game.seat).argmax())
    totals = env.game.totals
    for seat, agent in enumerate(env.possible_agents):
        best = max(totals[:seat] + totals[seat + 1 :])
        assert env.rewards[agent] == totals[seat] - best
    assert all(env.terminations.values())


def test_seed_deals_the_game_of_the_same_seed() -> None:
    env = anden_v0.raw_env("europe", 4)
    env.reset(seed=11)
    assert env.game.state.tobytes() == Game("europe", 4, 11).position.state.tobytes()


def test_reset_without_a_seed_goes_on_to_other_games_and_repeats_with_the_seed() -> None:
    env = anden_v0.raw_env("london")
    series = []
    for _ in range(2):
        env.reset(seed=5)
        deals = [env.game.state.tobytes()]
        for _ in range(3):
            env.reset()
            deals.append(env.game.state.tobytes())
        series.append(deals)
    assert series[0] == series[1]
    assert len(set(series[0])) == 4


def test_agent_not_to_act_sees_its_own_view_and_may_do_nothing() -> None:
    env = anden_v0.env("usa", 3)
    env.reset(seed=1)
    seen = env.observe("player_2")
    assert not seen["action_mask"].any()
    hand = seen["observation"][8:17]
    assert hand.tolist() == env.unwrapped.game.state["hand"][2].tolist()
    assert env.observe("player_0")["action_mask"].any()


def test_bare_environment_refuses_an_illegal_action_and_changes_nothing() -> None:
    env = anden_v0.raw_env("usa")
    env.reset(seed=1)
    before = env.game.state.tobytes()
    for action in (0, 200, -1, 10_000, 10**30):
        with pytest.raises(EnvError, match="not legal"):
            env.step(action)
    assert env.game.state.tobytes() == before
    assert not any(env.terminations.values())


def test_illegal_action_ends_the_game_with_the_lowest_reward() -> None:
    env = anden_v0.env("usa")
    env.reset(seed=1)
    before = env.unwrapped.game.state.tobytes()
    env.step(200)
    lowest, _ = return_bounds(env.unwrapped.game.board, "margin")
    assert env.rewards == {"player_0": lowest, "player_1": 0}
    assert all(env.terminations.values())
    assert env.unwrapped.game.state.tobytes() == before


def test_environment_can_be_pickled_in_the_middle_of_a_game() -> None:
    env = anden_v0.raw_env("london")
    env.reset(seed=1)
    env.step(env.game.mask(0).argmax())
    twin = pickle.loads(pickle.dumps(env))
    assert twin.game.state.tobytes() == env.game.state.tobytes()
    assert twin.agent_selection == env.agent_selection


@pytest.mark.parametrize(
    "wrong", [{"players": 9}, {"reward": "joy"}, {"render_mode": "film"}, {"players": 1}]
)
def test_wrong_arguments_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(EnvError):
        anden_v0.raw_env(**wrong)
