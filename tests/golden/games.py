"""Whole games of bots, kept as readable records: a changed line is a changed rule.

Greedy bots play as people might; with three or more, one plays at random and so does what they
never do. A changed bot changes the games too: `python -m tests.golden.update_games`.
"""

from pathlib import Path

from anden.bots import ask, make_bot
from anden.game import Game, write_record

# File name -> board, players, seed.
GAMES = {
    "usa": ("usa", 3, 1),
    "europe": ("europe", 2, 5),
    "europe_5": ("europe", 5, 8),
    "london": ("london", 4, 4),
}


def golden_file(name: str) -> Path:
    return Path(__file__).with_name(f"{name}.anden")


def golden_text(name: str) -> str:
    """The record of the game, played now."""
    board, players, seed = GAMES[name]
    names = ["greedy"] * players if players == 2 else ["greedy"] * (players - 1) + ["random"]
    game = Game(board, players, seed, notes={"bots": ", ".join(names)})
    bots = [make_bot(bot, seat) for seat, bot in enumerate(names)]
    while game.to_act is not None:
        game.play(ask(bots[game.to_act], game.view(game.to_act)))
    return write_record(game.record())
