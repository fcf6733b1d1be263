"""One seat against bots, by Gymnasium's own checker and ours."""

import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from anden import Game
from anden.bots import BOTS, Bot
from anden.envs import EnvError
from anden.envs.bounds import return_bounds
from anden.envs.gym_env import SingleSeatEnv
from anden.game import Action, View
from anden.gym_ids import register_envs


def play_out(env: Any, seed: int) -> tuple[float, dict[str, Any], int]:
    """The sum of rewards, the last info and the number of steps of a random game."""
    luck = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    total, steps, is_over = 0.0, 0, False
    while not is_over:
        action = luck.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, is_over, is_truncated, info = env.step(action)
        assert observation in env.observation_space
        assert not is_truncated
        total, steps = total + float(reward), steps + 1
    return total, info, steps


@pytest.mark.parametrize("board", ["Usa", "Europe", "London"])
def test_gymnasium_checker(board: str) -> None:
    env = gymnasium.make(f"anden/{board}-v0", players=3, opponents=("random", "greedy"), seat=1)
    check_env(env.unwrapped)


def test_registering_twice_does_no_harm() -> None:
    register_envs()
    env = gymnasium.make("anden/London-v0", players=2, opponents=("greedy",), seat=0)
    assert isinstance(env.unwrapped, SingleSeatEnv)
    assert env.unwrapped.game.board.id == "london"


@pytest.mark.parametrize("names", ["anden, gymnasium", "gymnasium, anden"])
def test_ids_are_there_whatever_is_imported_first(names: str) -> None:
    program = (
        f"import {names}, sys; print(gymnasium.spec('anden/London-v0').id, "
        "gymnasium.spec('anden/UsaSelfPlay-v0').id, gymnasium.__spec__.loader is not None)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "anden/London-v0 anden/UsaSelfPlay-v0 True\n"


def test_importing_the_package_does_not_import_gymnasium() -> None:
    program = "import anden, sys; sys.exit('gymnasium' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_reward_is_the_margin_of_the_seat(seat: int | None) -> None:
    env = SingleSeatEnv("london", 3, ("random", "greedy"), seat)
    total, info, _ = play_out(env, 3)
    totals = list(info["totals"])
    own = totals.pop(info["seat"])
    assert total == own - max(totals)


def test_points_add_up_to_the_total() -> None:
    total, info, _ = play_out(SingleSeatEnv("london", reward="points", seat=1), 5)
    assert total == info["totals"][1]


def test_same_seed_and_actions_give_the_same_episode() -> None:
    first, second = SingleSeatEnv("london", seat=None), SingleSeatEnv("london", seat=None)
    one, other = play_out(first, 8), play_out(second, 8)
    assert one[0] == other[0]
    assert one[2] == other[2]
    assert first.game.state.tobytes() == second.game.state.tobytes()


def test_seat_is_drawn_for_each_game_when_none_is_given() -> None:
    env = SingleSeatEnv("london", 4, ("random",), seat=None)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2, 3}


def test_seed_deals_the_game_of_the_same_seed() -> None:
    env = SingleSeatEnv("usa")
    env.reset(seed=12)
    assert env.game.state.tobytes() == Game("usa", 2, 12).position.state.tobytes()


def test_masks_tell_what_is_legal() -> None:
    env = SingleSeatEnv("europe")
    _, info = env.reset(seed=1)
    assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
    assert env.action_masks().any()


def test_illegal_action_ends_the_episode_and_changes_nothing_else() -> None:
    env = SingleSeatEnv("usa")
    first, _ = env.reset(seed=1)
    before = env.game.state.tobytes()
    observation, reward, is_terminated, _, info = env.step(200)
    assert (reward, is_terminated, info["illegal"]) == (env.illegal_reward, True, True)
    assert reward == return_bounds(env.game.board, "margin")[0]
    assert (observation == first).all()
    assert env.game.state.tobytes() == before
    with pytest.raises(EnvError, match="reset"):
        env.step(int(env.action_masks().argmax()))


def test_bots_see_their_own_view_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Peeper(Bot):
        def choose(self, view: View, legal: Sequence[Action]) -> Action:
            assert isinstance(view, View)
            others = [seat for seat in range(view.players) if seat != view.seat]
            assert not any(view.hand(seat) or view.tickets(seat) for seat in others)
            assert not view.state["seed"].any()
            return legal[0]

    monkeypatch.setitem(BOTS, "peeper", Peeper)
    play_out(SingleSeatEnv("london", 3, ("peeper",)), 2)


@pytest.mark.parametrize(
    "wrong",
    [
        {"opponents": ("nobody",)},
        {"opponents": ("random", "random")},
        {"seat": 2},
        {"players": 7},
        {"render_mode": "film"},
    ],
)
def test_wrong_arguments_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(EnvError):
        SingleSeatEnv(**wrong)


@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_renders_the_view_of_the_seat(mode: str) -> None:
    env = SingleSeatEnv("london", seat=1, render_mode=mode)
    env.reset(seed=1)
    assert isinstance(env.render(), str)
