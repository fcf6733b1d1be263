"""Games under way, for the tests of all environments."""

from collections.abc import Iterator

import numpy as np

from anden.envs.base import IdGame

BOARDS = [("usa", 2), ("usa", 5), ("europe", 3), ("london", 4)]


def play_through(board: str, players: int, seed: int, reward: str = "margin") -> Iterator[IdGame]:
    """The game before every action of a random player, and at its end."""
    game = IdGame(board, players, reward)
    game.deal(seed)
    luck = np.random.default_rng(seed)
    while not game.is_over:
        yield game
        game.play(luck.choice(np.flatnonzero(game.mask(game.seat))))
    yield game
