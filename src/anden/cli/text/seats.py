"""Who sits where, and what a record's notes say of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from anden.bots.seat_note import read_seat, write_seat
from anden.game import Game
from anden.locales import translate

from .terminal import clean

MAX_NAME = 30
DEFAULT_BOT = "medium"


@dataclass(frozen=True)
class Occupant:
    name: str
    bot: str | None  # its spec; None is a person

    @property
    def is_bot(self) -> bool:
        return self.bot is not None


def tidy_name(text: str) -> str:
    """A name that fits on a line and between commas."""
    return clean(text.replace(",", " "))[:MAX_NAME].strip()


def make_seats(
    players: int, humans: int, bots: Sequence[str], names: Sequence[str], language: str
) -> tuple[Occupant, ...]:
    """People first, then the bots; those without a name get one."""
    seats = []
    for number in range(1, players + 1):
        is_human = number <= humans
        given = tidy_name(names[number - 1]) if number <= len(names) else ""
        key = "text.player_name" if is_human else "text.bot_name"
        default = translate(language, key, number=number if is_human else number - humans)
        seats.append(Occupant(given or default, None if is_human else bots[number - humans - 1]))
    return tuple(seats)


def write_seats(seats: Sequence[Occupant]) -> str:
    return ",".join(write_seat(seat.name, seat.bot) for seat in seats)


def read_seats(text: str, players: int) -> tuple[Occupant, ...] | None:
    """The seats a note tells, or None if it does not tell them all."""
    seats = [_read_seat(part) for part in text.split(",")]
    found = [seat for seat in seats if seat is not None]
    names = {seat.name for seat in found}
    return tuple(found) if len(seats) == len(found) == len(names) == players else None


def seats_of(game: Game, language: str) -> tuple[Occupant, ...]:
    """Who played a recorded game, as far as it tells."""
    told = read_seats(game.notes.get("seats", ""), game.players)
    return told or make_seats(game.players, game.players, (), (), language)


def _read_seat(text: str) -> Occupant | None:
    name, bot = read_seat(text) or ("", None)
    return Occupant(tidy_name(name), bot) if tidy_name(name) else None
