"""Games between bots, stopped at every turn to look for a puzzle."""

from collections.abc import Iterator
from dataclasses import dataclass

from anden.bots import ask, make_bot
from anden.game import Game
from anden.kernel.ids import Seat

LEVELS = ("medium", "hard", "planner", "hard")  # who sits at the table, from the game's seed on


@dataclass(frozen=True)
class Deal:
    """A game that bots play: the same one every time."""

    board: str
    players: int
    seed: int

    def __str__(self) -> str:
        return f"{self.board}-{self.players}-{self.seed}"


def turns_of(deal: Deal) -> Iterator[Game]:
    """The game at the beginning of each turn. It is played on afterwards: nobody keeps it."""
    game = Game(deal.board, deal.players, deal.seed)
    bots = [
        make_bot(LEVELS[(deal.seed + seat) % len(LEVELS)], deal.seed * 10 + seat)
        for seat in range(deal.players)
    ]
    while not game.is_over:
        if game.phase == "turn":
            yield game
        game.play(ask(bots[to_act(game)], game.view(to_act(game))))


def to_act(game: Game) -> Seat:
    seat = game.to_act
    assert seat is not None
    return seat


def again(game: Game) -> Game:
    """A copy, with the same luck to come."""
    copy = Game(game.board, game.players, game.seed, first=game.first)
    for move in game.moves:
        copy.play(move.action, move.seat)
    return copy
