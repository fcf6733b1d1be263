"""PettingZoo's parallel environment, by PettingZoo's own tests and ours."""

from typing import Any

import numpy as np
import pytest
from pettingzoo import test as pettingzoo_tests

from anden.envs import EnvError, anden_v0
from tests.envs.games import BOARDS

# PettingZoo expects dictionaries with masks from its own games only.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_pettingzoo_parallel_api(board: str, players: int) -> None:
    env = anden_v0.parallel_env(board, players)
    pettingzoo_tests.parallel_api_test(env, num_cycles=200)


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_pettingzoo_parallel_seed(board: str, players: int) -> None:
    make = lambda: anden_v0.parallel_env(board, players)  # noqa: E731
    pettingzoo_tests.parallel_seed_test(make, num_cycles=60)


def test_both_environments_are_cut_off_after_as_many_actions() -> None:
    """PettingZoo's own test of `max_cycles` plays at random among all actions, legal or not, and
    wants every agent asked equally often, which no game of turns can promise."""
    parallel, turns = anden_v0.parallel_env(max_cycles=40), anden_v0.env(max_cycles=40)
    observations, _ = parallel.reset(seed=8)
    turns.reset(seed=8)
    luck = np.random.default_rng(8)
    cycles = 0
    cuts: dict[str, bool] = {}
    while parallel.agents:
        assert not any(turns.truncations.values())
        actions = legal_actions(observations, luck)
        turns.step(actions[turns.agent_selection])
        observations, _, _, cuts, _ = parallel.step(actions)
        cycles += 1
    assert cycles == 40
    assert turns.truncations == cuts == dict.fromkeys(turns.possible_agents, True)
    assert not any(turns.terminations.values())
    for _ in turns.possible_agents:
        turns.step(None)
    assert not turns.agents
    turns.reset(seed=8)
    assert not any(turns.truncations.values())


def test_a_game_that_ends_with_the_last_cycle_is_not_cut_off() -> None:
    def play(max_cycles: int | None) -> tuple[int, dict[str, bool], dict[str, bool]]:
        env = anden_v0.raw_env("london", 2, max_cycles=max_cycles)
        env.reset(seed=3)
        luck, cycles = np.random.default_rng(3), 0
        while not any((*env.terminations.values(), *env.truncations.values())):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(luck.choice(np.flatnonzero(mask))))
            cycles += 1
        return cycles, env.terminations, env.truncations

    length, ends, cuts = play(None)
    assert play(length) == (length, ends, cuts)
    assert all(ends.values())
    assert not any(cuts.values())
    assert all(play(length - 1)[2].values())


def legal_actions(observations: dict[str, Any], luck: np.random.Generator) -> dict[str, int]:
    """A legal action of the agent to act, and any of the others."""
    masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
    return {a: int(luck.choice(np.flatnonzero(m))) if m.any() else 0 for a, m in masks.items()}


def test_plays_the_game_of_the_turn_based_environment() -> None:
    parallel = anden_v0.parallel_env("london", 3)
    turns = anden_v0.raw_env("london", 3)
    observations, _ = parallel.reset(seed=8)
    turns.reset(seed=8)
    luck = np.random.default_rng(8)
    rewards: dict[str, float] = {}
    while parallel.agents:
        agent = turns.agent_selection
        assert [a for a in parallel.agents if observations[a]["action_mask"].any()] == [agent]
        actions = legal_actions(observations, luck)
        observations, rewards, ends, cuts, _ = parallel.step(actions)
        turns.step(actions[agent])
        assert parallel.game.state.tobytes() == turns.game.state.tobytes()
        assert all(ends.values()) == turns.game.is_over
        assert not any(cuts.values())
    assert rewards == turns.rewards
    assert sum(rewards.values()) != 0


def test_illegal_and_missing_actions_change_nothing_and_are_reported() -> None:
    env = anden_v0.parallel_env("london", 2)
    env.reset(seed=1)
    agent = env.agents[env.game.seat]
    before = env.game.state.tobytes()
    for actions in ({agent: 0}, {agent: 10**9}, {agent: 10**30}, {agent: -1}, {}):
        _, rewards, ends, _, infos = env.step(actions)
        assert env.game.state.tobytes() == before
        assert infos[agent] == {"illegal": True}
        assert set(rewards.values()) == {0.0}
        assert not any(ends.values())


def test_agents_that_never_play_legally_are_cut_off() -> None:
    env = anden_v0.parallel_env("london", 2, max_cycles=50)
    env.reset(seed=1)
    cycles = 0
    while env.agents:
        _, _, ends, cuts, _ = env.step({})
        cycles += 1
    assert cycles == 50
    assert all(cuts.values())
    assert not any(ends.values())
    with pytest.raises(EnvError, match="reset deals another"):
        env.step({})


def test_no_cycles_at_all_are_refused() -> None:
    with pytest.raises(EnvError, match="max_cycles must be 1 or more, not 0"):
        anden_v0.parallel_env(max_cycles=0)
    with pytest.raises(EnvError, match="max_cycles must be 1 or more, not 0"):
        anden_v0.env(max_cycles=0)
