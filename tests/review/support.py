"""Games between bots, as they are reviewed."""

from functools import cache

from anden.bots import make_bot
from anden.bots.asking import ask
from anden.game import Game, Record
from anden.review import Review, ReviewJob, review_of

LOW = 0.25  # effort enough for what is tested here


@cache
def played(board: str, players: int = 2, seed: int = 1, bot: str = "medium") -> Record:
    game = Game(board, players=players, seed=seed)
    bots = [make_bot(bot, 100 * seed + seat) for seat in range(players)]
    while not game.is_over:
        assert game.to_act is not None
        game.play(ask(bots[game.to_act], game.view(game.to_act)))
    return game.record()


@cache
def reviewed(board: str, players: int = 2, seed: int = 1, seat: int = 0) -> Review:
    return review_of(ReviewJob(played(board, players, seed), seat, LOW))
