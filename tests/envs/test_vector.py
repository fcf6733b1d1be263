"""Many games of self-play as one Gymnasium vector environment."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from anden.envs import EnvError, num_actions
from anden.envs.base import IdGame
from anden.envs.vector_env import SelfPlayVectorEnv
from anden.simulation import game_seed

GAMES = 6


def choose(info: dict[str, Any], luck: np.random.Generator) -> Any:
    return np.array([luck.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])


def test_spaces_and_shapes_agree() -> None:
    envs = SelfPlayVectorEnv("europe", 3, GAMES)
    observations, info = envs.reset(seed=1)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert observations in envs.observation_space
    assert observations[0] in envs.single_observation_space
    actions = choose(info, np.random.default_rng(1))
    assert actions in envs.action_space
    observations, rewards, terminations, truncations, info = envs.step(actions)
    assert observations in envs.observation_space
    assert rewards.shape == terminations.shape == truncations.shape == (GAMES,)
    assert info["action_mask"].shape == (GAMES, num_actions(envs.batch.board))
    assert info["rewards"].shape == (GAMES, 3)
    envs.close()


def test_games_are_played_as_single_ones() -> None:
    envs = SelfPlayVectorEnv("london", 3, GAMES, reward="margin")
    observations, info = envs.reset(seed=2)
    luck = np.random.default_rng(2)
    singles = [IdGame("london", 3, "margin") for _ in range(GAMES)]
    for game, single in enumerate(singles):
        single.deal(game_seed(envs.batch.seed, game))
    ended = np.zeros(GAMES, bool)
    while not ended.all():
        actions, acted = choose(info, luck), info["seat"]
        observations, rewards, terminations, _, info = envs.step(actions)
        for game, single in enumerate(singles):
            if ended[game]:
                continue
            single.play(actions[game])
            assert info["rewards"][game].tolist() == single.rewards.tolist()
            assert rewards[game] == single.rewards[acted[game]]
            assert terminations[game] == single.is_over
            if single.is_over:
                assert info["totals"][game].tolist() == list(single.totals)
            else:
                assert (observations[game] == single.observe(single.seat)).all()
                assert info["seat"][game] == single.seat
        ended |= terminations
    envs.close()


def test_game_that_ends_shows_the_next_one_at_once() -> None:
    envs = SelfPlayVectorEnv("london", 2, GAMES)
    _, info = envs.reset(seed=3)
    luck = np.random.default_rng(3)
    terminations = np.zeros(GAMES, bool)
    while not terminations.any():
        observations, _, terminations, _, info = envs.step(choose(info, luck))
    assert observations[terminations, 0].all()  # phase 0: tickets are dealt
    assert info["action_mask"][terminations].any(axis=1).all()
    envs.close()


def test_seeds_repeat_and_different_ones_share_no_game() -> None:
    envs = SelfPlayVectorEnv("london", 2, GAMES)
    first = envs.reset(seed=1)[0]
    second = envs.reset(seed=2)[0]
    third = envs.reset()[0]
    assert (envs.reset(seed=1)[0] == first).all()
    rows = {row.tobytes() for rows in (first, second, third) for row in rows}
    assert len(rows) == 3 * GAMES
    envs.close()


def test_copies_are_the_callers_own_and_can_be_declined() -> None:
    envs = SelfPlayVectorEnv("london", 2, GAMES)
    observations, info = envs.reset(seed=1)
    kept = observations.copy()
    envs.step(choose(info, np.random.default_rng(1)))
    assert (observations == kept).all()
    envs.close()
    bare = SelfPlayVectorEnv("london", 2, GAMES, copy=False)
    observations, _ = bare.reset(seed=1)
    assert observations is bare.batch.buffers.observations
    bare.close()


def test_illegal_action_is_refused_and_changes_nothing() -> None:
    envs = SelfPlayVectorEnv("london", 2, GAMES)
    envs.reset(seed=1)
    before = envs.batch.states.tobytes()
    with pytest.raises(EnvError, match="not legal"):
        envs.step(np.full(GAMES, 9))
    assert envs.batch.states.tobytes() == before
    envs.close()
