"""Bots play legally, finish, and repeat themselves for a seed."""

import pytest

from anden.bots import BOTS, LEVELS, SEARCHERS, ask, is_searcher, make_bot
from anden.bots.levels import CHARACTERS
from anden.game import Game
from tests.game.support import MATCHES

CASES = [(bot, *match) for bot in BOTS for match in MATCHES]
QUICKLY = 0.003  # seconds for a choice


def play(bot: str, board: str, players: int, seed: int) -> Game:
    """A game of one kind of bot; the bots see their views only."""
    game = Game(board, players, seed)
    bots = [make_bot(bot, seed + seat, QUICKLY) for seat in range(players)]
    while game.to_act is not None:
        view = game.view(game.to_act)
        action = ask(bots[game.to_act], view)
        assert action in view.legal_actions()
        game.play(action)
        assert len(game.moves) < 5000
    return game


@pytest.mark.parametrize(("bot", "board", "players"), CASES)
def test_a_bot_finishes_games_legally(bot: str, board: str, players: int) -> None:
    assert play(bot, board, players, 1).is_over


# What a search finds depends on the clock when it has so little time: see test_search.
@pytest.mark.parametrize("bot", [name for name in BOTS if name not in SEARCHERS])
@pytest.mark.parametrize("board", ["europe", "london"])
def test_a_seed_fixes_a_bots_choices(bot: str, board: str) -> None:
    one, other, third = (play(bot, board, 2, seed) for seed in (5, 5, 6))
    assert one.moves == other.moves
    assert one.moves != third.moves


@pytest.mark.parametrize("bot", LEVELS)
def test_a_bot_can_be_replaced_in_the_middle_of_a_game(bot: str) -> None:
    """Nothing is remembered: a new one of the same seed continues as the old one would have."""
    if bot in SEARCHERS:
        pytest.skip("its choices depend on the clock when it has little time")
    game, again = Game("europe", 2, 4), Game("europe", 2, 4)
    bots = [make_bot(bot, seat) for seat in range(2)]
    while game.to_act is not None:
        game.play(ask(bots[game.to_act], game.view(game.to_act)))
        assert again.to_act is not None
        again.play(ask(make_bot(bot, again.to_act), again.view(again.to_act)))
    assert again.moves == game.moves


def test_levels_have_characters() -> None:
    characters = {make_bot("hard", seed).character.name for seed in range(60)}  # type: ignore[attr-defined]
    assert characters == {character.name for character in CHARACTERS}


def test_bots_of_different_seeds_choose_differently() -> None:
    view = Game("usa", 2, 1).view(0)
    assert len({ask(make_bot("random", seed), view) for seed in range(30)}) > 1


def test_choosing_does_not_touch_the_game() -> None:
    for name in BOTS:
        game = Game("europe", 2, 1)
        digest = game.digest
        ask(make_bot(name, 1, QUICKLY), game.view(0))
        assert game.digest == digest


def test_greed_beats_chance() -> None:
    for seed in range(4):
        game = Game("london", 2, seed)
        bots = [make_bot("greedy", seed), make_bot("random", seed)]
        while game.to_act is not None:
            game.play(ask(bots[game.to_act], game.view(game.to_act)))
        assert game.scores().winners == (0,)


@pytest.mark.parametrize("name", ["", "Greedy", "hal"])
def test_an_unknown_bot_is_told_those_there_are(name: str) -> None:
    with pytest.raises(ValueError, match=f"no bot is called '{name}'; the bots are random, greedy"):
        make_bot(name, 1)


def test_a_search_is_known_by_its_level_whatever_its_character() -> None:
    assert all(map(is_searcher, ("mcts", "champion", "expert", "expert:collector")))
    assert not any(map(is_searcher, ("hard", "hard:blocker", "my_bot.py:Expert", "own:expert")))
