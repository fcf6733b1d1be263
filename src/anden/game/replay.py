"""A recorded game, one move after the other."""

from collections.abc import Iterator
from dataclasses import dataclass

from .events import Event
from .game import Game
from .record import Move, Record


@dataclass(frozen=True)
class ReplayStep:
    """A move of a record that was just played again."""

    number: int
    move: Move
    events: tuple[Event, ...]
    game: Game  # after the move; the same object in every step


def replay_steps(record: Record) -> Iterator[ReplayStep]:
    """Plays the record and stops after each move; RecordError at the first that does not fit."""
    game = Game.from_header(record)
    for number, move in enumerate(record.moves, 1):
        events = game.replay_move(number, move)
        yield ReplayStep(number, move, events, game)
