"""Many games of self-play as one Gymnasium vector environment."""

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import Env, spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from anden.core import game_seed
from anden.envs import Batch, EnvError, num_actions
from anden.envs.base import IdGame
from anden.envs.gym_env import SingleSeatEnv
from anden.envs.vector_env import SelfPlayVectorEnv

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


@pytest.mark.parametrize("board", ["Usa", "Europe", "London"])
def test_registered_ids_make_it(board: str) -> None:
    envs = gymnasium.make_vec(f"anden/{board}SelfPlay-v0", num_envs=GAMES, players=3)
    assert isinstance(envs.unwrapped, SelfPlayVectorEnv)
    assert envs.unwrapped.batch.board.id == board.lower()
    observations, _ = envs.reset(seed=1)
    assert observations in envs.observation_space
    assert len(observations) == GAMES
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


def test_illegal_action_ends_its_game_as_in_the_environment_of_one_seat() -> None:
    envs = SelfPlayVectorEnv("london", 2, GAMES)
    observations, info = envs.reset(seed=1)
    luck = np.random.default_rng(1)
    for _ in range(9):
        observations, _, _, _, info = envs.step(choose(info, luck))
    before, acted, twin = observations, info["seat"], SelfPlayVectorEnv("london", 2, GAMES)
    twin.reset(seed=1)
    twin.batch.states[:] = envs.batch.states
    twin.batch.buffers.masks[:] = envs.batch.buffers.masks
    actions = choose(info, luck)
    legal = actions.copy()
    actions[1], actions[4] = 9999, int(np.flatnonzero(~info["action_mask"][4])[0])
    observations, rewards, terminations, _, info = envs.step(actions)
    others = twin.step(legal)[0]
    assert info["illegal"].tolist() == [False, True, False, False, True, False]
    assert terminations.tolist() == info["illegal"].tolist()
    single = SingleSeatEnv("london")
    for game in (1, 4):
        assert rewards[game] == envs.illegal_reward == single.illegal_reward
        assert info["rewards"][game].tolist().count(0.0) == 1
        assert info["totals"][game].tolist() == [0, 0]
        assert (info["final_obs"][game] == before[game]).all()
        assert info["final_info"]["seat"][game] == acted[game]
        fresh = IdGame("london", 2, "margin")
        fresh.deal(game_seed(envs.batch.seed, game + GAMES))
        assert (observations[game] == fresh.observe(fresh.seat)).all()
    for game in (0, 2, 3, 5):
        assert (observations[game] == others[game]).all()
    envs.step(choose(info, luck))


def test_actions_that_are_none_are_refused() -> None:
    envs = SelfPlayVectorEnv("london", 2, GAMES)
    envs.reset(seed=1)
    with pytest.raises(EnvError, match="integers"):
        envs.step(np.zeros(GAMES))


class OneGame(Env[Any, Any]):
    """The games of one row of a vector, one after the other, as an environment of its own."""

    def __init__(self, batch: Batch, number: int) -> None:
        self.game = IdGame(batch.board, batch.players, "margin")
        self._seeds = (game_seed(batch.seed, number + GAMES * episode) for episode in range(99))
        self.observation_space = spaces.Box(0, 999, (self.game.observation_size,), np.int16)
        self.action_space = spaces.Discrete(self.game.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        self.game.deal(next(self._seeds))
        seat = self.game.seat
        return self.game.observe(seat), {"seat": np.int8(seat)}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        acted = self.game.seat
        self.game.play(action)
        is_over = self.game.is_over
        seat = acted if is_over else self.game.seat
        info: dict[str, Any] = {"seat": np.int8(seat)}
        if is_over:
            info["rewards"] = np.array(self.game.rewards, np.float32)
            info["totals"] = np.array(self.game.totals, np.int16)
        reward = float(self.game.rewards[acted])
        return self.game.observe(seat), reward, is_over, False, info


def test_ends_are_told_as_gymnasium_tells_them() -> None:
    envs = SelfPlayVectorEnv("london", 3, GAMES)
    _, info = envs.reset(seed=5)
    makers = [partial(OneGame, envs.batch, number) for number in range(GAMES)]
    theirs = SyncVectorEnv(makers, autoreset_mode=AutoresetMode.SAME_STEP)
    theirs.reset()
    luck, ended = np.random.default_rng(5), np.zeros(GAMES, int)
    while ended.min() < 2:
        actions = choose(info, luck)
        ours = envs.step(actions)
        them = theirs.step(actions)
        info = ours[4]
        for mine, other in zip(ours[:4], them[:4], strict=True):
            assert (mine == other).all()
        dones = ours[2]
        ended += dones
        assert ("final_obs" in info) == ("final_obs" in them[4]) == dones.any()
        if not dones.any():
            continue
        for key in ("_final_obs", "_final_info"):
            assert (info[key] == them[4][key]).all()
            assert (info[key] == dones).all()
        assert info["final_obs"].dtype == them[4]["final_obs"].dtype == object
        for mine, other in zip(info["final_obs"], them[4]["final_obs"], strict=True):
            assert (mine is None) == (other is None)
            assert mine is None or (mine == other).all()
        assert set(info["final_info"]) == set(them[4]["final_info"])
        for key, values in them[4]["final_info"].items():
            assert (info["final_info"][key] == values).all()
            assert info["final_info"][key].dtype == values.dtype
    envs.close()


def test_every_info_has_its_mask() -> None:
    envs = SelfPlayVectorEnv("london", 2, GAMES)
    _, info = envs.reset(seed=1)
    for key in ("action_mask", "seat", "rewards", "totals"):
        assert info[f"_{key}"].tolist() == [True] * GAMES
    envs.close()


def test_final_observations_hide_what_the_others_hold() -> None:
    envs = SelfPlayVectorEnv("london", 2, GAMES)
    _, info = envs.reset(seed=6)
    luck = np.random.default_rng(6)
    while "final_obs" not in info:
        before = envs.batch.states.copy()
        actions = choose(info, luck)
        info = envs.step(actions)[4]
    game = int(np.flatnonzero(info["_final_obs"])[0])
    seat = int(info["final_info"]["seat"][game])
    single = IdGame("london", 2, "margin")
    single.states[0] = before[game]
    for kind in range(9):  # another hand of the other's, of the same size
        single.state["hand"][1 - seat] = 0
        single.state["hand"][1 - seat, kind] = before[game]["hand_size"][1 - seat]
        other = single.copy()
        other.play(actions[game])
        assert (other.observe(seat) == info["final_obs"][game]).all()
    envs.close()


def test_gymnasiums_own_wrappers_read_the_ends() -> None:
    envs = RecordEpisodeStatistics(SelfPlayVectorEnv("london", 2, GAMES))
    _, info = envs.reset(seed=7)
    luck = np.random.default_rng(7)
    while "episode" not in info:
        info = envs.step(choose(info, luck))[4]
    assert (info["episode"]["l"][info["_episode"]] > 20).all()
    envs.close()
