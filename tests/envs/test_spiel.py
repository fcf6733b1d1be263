"""The game in OpenSpiel: its own tests pass, and its algorithms run unchanged."""

import random
import unittest
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anden import Game

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'anden[spiel]'")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of libraries that OpenSpiel imports
    from absl import flags
    from open_spiel.integration_tests import api_test
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import (
        evaluate_bots,
        generate_playthrough,
        ismcts,
        mcts,
        outcome_sampling_mccfr,
    )
    from open_spiel.python.bots import uniform_random

    from anden.envs import spiel

CHANCE, TERMINAL = pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL


def load(board: str = "london", **params: Any) -> Any:
    return pyspiel.load_game("anden", {"board": board, **params})


def dealt(game: Any, *deal: int) -> Any:
    state = game.new_initial_state()
    for outcome in deal or (0, 0):
        state.apply_action(outcome)
    return state


def play(state: Any, seed: int, decisions: int = 10**6) -> Any:
    """Plays so many decisions at random, and what chance adds to them."""
    luck = random.Random(seed)
    while not state.is_terminal() and (decisions or state.is_chance_node()):
        decisions -= not state.is_chance_node()
        state.apply_action(luck.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(
    ("board", "players", "reward"), [("london", 2, "margin"), ("europe", 3, "points")]
)
def test_random_games_pass_the_test_of_openspiel(board: str, players: int, reward: str) -> None:
    """Serialisation, cloning, masks, rewards, tensors, strings."""
    game = load(board, players=players, reward=reward, luck=4)
    pyspiel.random_sim_test(game, 1, serialize=True, verbose=False)


def test_the_test_suite_of_the_api_passes() -> None:
    game = load(luck=4)
    base = api_test.EnforceAPIOnPartialTreeBase
    case = type("ApiTest", (base,), {"game": game, "game_name": "anden"})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun > 3
    assert not [*result.errors, *result.failures]


def test_a_playthrough_is_the_same_again(tmp_path: Path) -> None:
    flags.FLAGS.mark_as_parsed()  # what it reads has defaults
    file = tmp_path / "anden.txt"
    file.write_text(generate_playthrough.playthrough("anden(board=london,luck=4)", None), "utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert original == again


def test_algorithms_run_unchanged() -> None:
    game, luck = load(luck=4), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    state = play(dealt(game), 1, 4)
    for bot in (
        mcts.MCTSBot(game, 1.4, 3, evaluator, random_state=luck),
        ismcts.ISMCTSBot(game, evaluator, 2.0, 3, random_state=luck),
    ):
        assert bot.step(state) in state.legal_actions()
    outcome_sampling_mccfr.OutcomeSamplingSolver(game).iteration()
    bots = [uniform_random.UniformRandomBot(player, luck) for player in range(2)]
    assert sum(evaluate_bots.evaluate_bots(game.new_initial_state(), bots, luck)) == 0
    env = rl_environment.Environment(game)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 0


def test_type_tells_sums_and_rewards() -> None:
    kinds = pyspiel.GameType
    duel = load().get_type()
    assert duel.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert (duel.utility, duel.reward_model) == (kinds.Utility.ZERO_SUM, kinds.RewardModel.TERMINAL)
    assert load(players=3).get_type().utility == kinds.Utility.GENERAL_SUM
    assert load(reward="points").get_type().reward_model == kinds.RewardModel.REWARDS


def test_deal_is_that_of_other_games() -> None:
    game = load(luck=16)
    state = dealt(game, 2, 5)
    row = Game("london", 2, 2 * 16 + 5).view(0).row
    assert state._inner.game.view(0).row == row


def test_chance_comes_only_where_something_is_drawn() -> None:
    state = dealt(load())
    assert state.current_player() == 0
    state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 1  # keeping tickets draws nothing
    state.apply_action(state.legal_actions()[0])
    state.apply_action(state.string_to_action("draw deck"))
    assert state.current_player() == CHANCE
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)


def test_cards_come_as_often_as_there_are_of_them() -> None:
    """The first card of the deck after a deal, over many outcomes, against the cards unseen."""
    outcomes = 4000
    state = play(dealt(load(luck=outcomes), 0, 0), 1, 2)
    mover = state.current_player()
    before = state._inner.game.state
    left, hand = before["deck"].astype(float), before["hand"][mover].copy()
    state.apply_action(state.string_to_action("draw deck"))
    drawn: Counter[int] = Counter()
    for outcome in range(outcomes):
        child = state.child(outcome)
        drawn[int(np.flatnonzero(child._inner.game.state["hand"][mover] - hand)[0])] += 1
    expected = outcomes * left / left.sum()
    found = np.array([drawn[kind] for kind in range(len(left))])
    used = expected > 0
    assert not found[~used].any()
    chi_squared = (((found - expected) ** 2)[used] / expected[used]).sum()
    assert chi_squared < 25  # of 6 degrees of freedom: one in three thousand is more


def test_player_can_not_tell_a_resampled_state_from_the_true_one() -> None:
    luck = random.Random(3)
    state = play(dealt(load("usa", players=3)), 2, 40)
    player = state.current_player()
    hidden = set()
    for _ in range(5):
        other = state.resample_from_infostate(player, luck.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == state.history()
        hidden.add(other._inner.game.digest)
        play(other, 1)
    assert len(hidden) == 5


def test_information_state_recalls_but_does_not_peek() -> None:
    first = dealt(load())
    other = first.clone()
    keep_one, keep_other = first.legal_actions()[:2]
    first.apply_action(keep_one)
    other.apply_action(keep_other)
    assert first.information_state_string(1) == other.information_state_string(1)
    assert first.information_state_string(0) != other.information_state_string(0)


def test_game_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spiel, "MAX_DECISIONS", 5)
    state = play(dealt(load()), 1)
    assert state.current_player() == TERMINAL
    assert state.returns() == [0.0, 0.0]
