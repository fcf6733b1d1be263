"""Characters that are asked for play differently, and it shows."""

import pytest

from anden.boards import load_board
from anden.bots import BotError, ask, check_bot, make_bot
from anden.bots.levels import CHARACTERS, LevelPlanner, character_named
from anden.game import ClaimRoute, Game

GAMES = 20
NAMES = [character.name for character in CHARACTERS]


def test_a_level_takes_a_character() -> None:
    bot = make_bot("hard:builder", 7)
    assert isinstance(bot, LevelPlanner)
    assert bot.character.name == "builder"
    with pytest.raises(BotError):
        check_bot("hard:cheat")
    assert character_named("cheat") is None


@pytest.mark.compiled_only
def test_two_bots_of_one_level_differ_visibly() -> None:
    """Five characters at one table, each in every seat: their habits are as they are described."""
    board = load_board("usa")
    first_claims: dict[str, list[int]] = {name: [] for name in NAMES}
    tickets: dict[str, list[int]] = {name: [] for name in NAMES}
    largest_hands: dict[str, list[int]] = {name: [] for name in NAMES}
    for seed in range(GAMES):
        order = [NAMES[(seed + seat) % 5] for seat in range(5)]
        bots = [make_bot(f"hard:{name}", 10 * seed + seat) for seat, name in enumerate(order)]
        game = Game(board, 5, seed)
        claimed: set[int] = set()
        largest = [0] * 5
        while not game.is_over:
            seat = game.to_act
            assert seat is not None
            action = ask(bots[seat], game.view(seat))
            if isinstance(action, ClaimRoute) and seat not in claimed:
                claimed.add(seat)
                first_claims[order[seat]].append(game.position.turn)
            game.play(action, seat)
            largest[seat] = max(largest[seat], game.position.hand_size(seat))
        for seat, name in enumerate(order):
            tickets[name].append(len(game.position.tickets(seat)))
            largest_hands[name].append(largest[seat])

    def mean(values: list[int]) -> float:
        return sum(values) / len(values)

    assert mean(first_claims["sprinter"]) < 0.85 * mean(first_claims["collector"])
    assert mean(largest_hands["collector"]) > 1.15 * mean(largest_hands["sprinter"])
    assert mean(tickets["runner"]) > 1.15 * mean(tickets["collector"])
