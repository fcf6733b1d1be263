"""A match whose searches take as long as they need: `python -m benchmarks.patient champion mcts`.

For busy machines, where the clock would cut searches short: here each simulates all its steps.
The first bot plays every seat of each deal in turn, the second bot all the others.
"""

import argparse
from collections.abc import Iterator

import numpy as np

from anden.arena.intervals import share_interval
from anden.boards import load_board
from anden.bots import make_bot
from anden.bots.base import Bot, RecordBot
from anden.bots.mcts_bot import MctsBot
from anden.core import GameCore, game_seed


def patient(name: str, seed: int, seconds: float) -> RecordBot:
    bot: Bot = make_bot(name, seed, seconds)
    assert isinstance(bot, RecordBot)
    if isinstance(bot, MctsBot):
        bot.watches_clock = False
    return bot


def share_of_win(core: GameCore, bots: list[RecordBot], seat: int) -> float:
    """Plays a dealt game to its end."""
    while not core.is_over:
        core.step(bots[core.seat].choose_id(core.tables, core.seen_by(core.seat)[0]))
    ranks = core.score()["rank"][: len(bots)]
    return float(ranks[seat] == 1) / int((ranks == 1).sum())


def shares(wanted: argparse.Namespace) -> Iterator[float]:
    """The first bot's share of wins, deal by deal."""
    core = GameCore(load_board(wanted.board), wanted.players)
    seconds = wanted.time_ms / 1000
    for deal in range(wanted.first, wanted.first + wanted.deals):
        won = 0.0
        for seat in range(wanted.players):
            core.deal(game_seed(wanted.seed, deal), 0)
            names = [wanted.rivals] * wanted.players
            names[seat] = wanted.bot
            bots = [patient(name, 100 * deal + at, seconds) for at, name in enumerate(names)]
            won += share_of_win(core, bots, seat)
        yield won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot")
    parser.add_argument("rivals")
    parser.add_argument("--board", default="usa")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="deal to begin with")
    parser.add_argument("--time-ms", type=int, default=200)
    parser.add_argument("--seed", type=int, default=11)
    wanted = parser.parse_args()
    won: list[float] = []
    for share in shares(wanted):
        won.append(share)
        games = np.full(len(won), float(wanted.players))
        low, high = share_interval(np.array(won), games) or (0.0, 1.0)
        mean = sum(won) / games.sum()
        print(f"{int(games.sum())} games: {mean:.1%} ({low:.1%} to {high:.1%})", flush=True)


if __name__ == "__main__":
    main()
