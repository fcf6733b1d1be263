"""The adapter keeps OpenSpiel's conventions."""

import random
import re

import pytest

from anden import Game as TypedGame
from anden.envs import EnvError
from anden.envs.spiel import Game, State
from tests.envs.games import BOARDS


def play_out(state: State, seed: int) -> State:
    luck = random.Random(seed)
    while not state.is_terminal():
        state.apply_action(luck.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_random_game_keeps_the_conventions(board: str, players: int) -> None:
    game = Game(board, players, seed=1)
    state = game.new_initial_state()
    luck = random.Random(1)
    assert state.is_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        legal = state.legal_actions()
        assert 0 <= player < game.num_players() == players
        assert legal == sorted(legal) == state.legal_actions(player)
        mask = state.legal_actions_mask()
        assert len(mask) == game.num_distinct_actions()
        assert [action for action, is_legal in enumerate(mask) if is_legal] == legal
        assert state.legal_actions((player + 1) % players) == []
        assert state.is_player_node()
        assert not state.is_chance_node()
        assert state.rewards() == [0.0] * players
        names = [state.action_to_string(action) for action in legal]
        assert len(set(names)) == len(legal)
        action = luck.choice(legal)
        assert state.string_to_action(state.action_to_string(player, action)) == action
        state.apply_action(action)
    assert state.current_player() == -4
    assert state.legal_actions() == []
    assert state.returns() == state.rewards()
    assert all(game.min_utility() <= r <= game.max_utility() for r in state.returns())
    assert state.move_number() == len(state.history()) == len(state.full_history())


def test_type_tells_chance_and_sums() -> None:
    duel = Game("london", 2)
    assert duel.get_type().chance_mode == "SAMPLED_STOCHASTIC"
    assert duel.max_chance_outcomes() == 0
    assert duel.get_type().reward_model == "TERMINAL"
    assert duel.utility_sum() == 0
    assert sum(play_out(duel.new_initial_state(3), 3).returns()) == 0
    assert Game("london", 3).utility_sum() is None
    assert Game("london", 2, "points").get_type().reward_model == "REWARDS"


def test_points_are_paid_along_the_way() -> None:
    state = play_out(Game("london", 3, "points").new_initial_state(2), 2)
    assert state.returns() == list(map(float, state._inner.totals))
    assert state.player_return(1) == state.returns()[1]
    assert state.player_reward(1) == state.rewards()[1]


def test_clone_goes_its_own_way_with_the_same_luck() -> None:
    state = Game("london", 2).new_initial_state(5)
    for _ in range(10):
        state.apply_action(state.legal_actions()[0])
    twin = state.clone()
    before = state.information_state_string(0)
    play_out(twin, 1)
    assert state.information_state_string(0) == before
    assert play_out(state, 1).returns() == twin.returns()


def test_child_leaves_the_parent_alone() -> None:
    state = Game("london", 2).new_initial_state(5)
    child = state.child(state.legal_actions()[0])
    assert (state.move_number(), child.move_number()) == (0, 1)


def test_serialised_state_comes_back() -> None:
    game = Game("europe", 3)
    state = game.new_initial_state()
    luck = random.Random(1)
    for _ in range(60):
        state.apply_action(luck.choice(state.legal_actions()))
    back = game.deserialize_state(state.serialize())
    assert back.serialize() == state.serialize()
    assert back.observation_tensor(1) == state.observation_tensor(1)
    assert play_out(back, 1).returns() == play_out(state, 1).returns()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"game": {}, "seed": 1, "history": []}'])
def test_other_texts_are_no_state(text: str) -> None:
    with pytest.raises(EnvError):
        Game("london").deserialize_state(text)


def test_tensors_have_their_size() -> None:
    game = Game("europe", 2)
    state = game.new_initial_state()
    for player in range(2):
        tensor = state.information_state_tensor(player)
        assert [len(tensor)] == game.information_state_tensor_shape()
        assert len(tensor) == game.information_state_tensor_size()
        assert tensor == state.observation_tensor(player)
    assert game.observation_tensor_shape() == [game.observation_tensor_size()]
    with pytest.raises(EnvError, match="players are 0 to 1"):
        state.observation_tensor(2)


def test_information_state_hides_which_tickets_others_keep() -> None:
    first = Game("london", 2).new_initial_state(1)
    other = first.clone()
    keep_one, keep_two = first.legal_actions()[:2]
    first.apply_action(keep_one)
    other.apply_action(keep_two)
    assert first.information_state_string(1) == other.information_state_string(1)
    assert first.information_state_string(0) != other.information_state_string(0)
    assert "0 keep ?" in first.information_state_string(1)


def test_information_state_recalls_every_action_but_not_what_others_draw_blind() -> None:
    state = Game("usa", 2).new_initial_state(4)
    state.apply_action(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    mover = state.current_player()
    seen = [state.information_state_string(player).splitlines() for player in range(2)]
    state.apply_action(state.string_to_action("draw deck"))
    told = [state.information_state_string(player).splitlines() for player in range(2)]
    for player in range(2):
        assert told[player][:-1] == seen[player]
        assert told[player][-1].startswith(f"{mover} draw deck; ")
    hand = re.compile(r"\b(8|9|1[0-6])=")  # docs/observation.md
    assert hand.search(told[mover][-1])
    assert not hand.search(told[1 - mover][-1])


def test_seeds_deal_as_elsewhere_and_game_seeds_repeat() -> None:
    state = Game("usa", 4).new_initial_state(9)
    assert state._inner.state.tobytes() == TypedGame("usa", 4, 9).position.state.tobytes()
    deals = [Game("london", seed=3).new_initial_state().serialize() for _ in range(2)]
    assert deals[0] == deals[1]
    game = Game("london", seed=3)
    assert game.new_initial_state().serialize() != game.new_initial_state().serialize()


def test_illegal_action_is_refused_and_changes_nothing() -> None:
    state = Game("london").new_initial_state(1)
    before = state.serialize()
    with pytest.raises(EnvError, match="not legal"):
        state.apply_action(9)
    with pytest.raises(EnvError, match="is not a legal action"):
        state.string_to_action("draw deck")
    assert state.serialize() == before


def test_text_is_public() -> None:
    state = Game("london").new_initial_state(1)
    assert "hand" not in state.to_string() == str(state)
    assert str(state.get_game()) == "anden(board=london,players=2,reward=margin)"
