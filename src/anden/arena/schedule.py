"""Who sits where in which deal.

A *set* is one deal played once for every seat: its line-up moves on by one seat from game to
game, so that each bot plays each hand it could have been dealt, and luck cancels. With two
players these are the two games with exchanged seats. Sets are numbered from 0; what a set is
follows from the settings and its number alone.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from random import Random

from anden.core import game_seed

from .settings import MatchSettings


@dataclass(frozen=True)
class Pairing:
    """One game: by seat, which entry plays and with which seed."""

    set: int
    rotation: int
    deal: int  # the game's seed
    entry_by_seat: tuple[int, ...]
    bot_seed_by_seat: tuple[int, ...]


def set_games(settings: MatchSettings, number: int) -> list[Pairing]:
    """The games of a set: the same deal, the line-up in every rotation.

    A bot takes its seed along when the seats move on, so its own luck stays as well.
    """
    line_up = line_up_of(settings, number)
    players = settings.players
    deal = game_seed(settings.seed, number)
    seeds = [
        bot_seed(settings, number, entry, line_up[:place].count(entry))
        for place, entry in enumerate(line_up)
    ]
    games = []
    for rotation in range(players):
        places = [(seat - rotation) % players for seat in range(players)]
        games.append(
            Pairing(
                number,
                rotation,
                deal,
                tuple(line_up[place] for place in places),
                tuple(seeds[place] for place in places),
            )
        )
    return games


def bot_seed(settings: MatchSettings, number: int, entry: int, copy: int) -> int:
    """The seed of a bot in a set; `copy` tells a bot's several seats apart."""
    words = f"{settings.seed} {number} {copy} {settings.entries[entry]}"
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big")


def line_up_of(settings: MatchSettings, number: int) -> tuple[int, ...]:
    """The entries of a set, in the order they sit around the table.

    Every line-up comes up once before any comes again, then in another order around the table.
    """
    lines = line_ups(settings)
    turn, place = divmod(number, len(lines))
    orders = _orders(lines[place])
    return orders[turn % len(orders)]


@lru_cache(maxsize=8)
def line_ups(settings: MatchSettings) -> tuple[tuple[int, ...], ...]:
    """Every choice of entries that fills the table evenly.

    They come in an order drawn from the seed, so that a match cut short is balanced too.
    """
    found = list(_line_ups(settings))
    Random(settings.seed).shuffle(found)
    return tuple(found)


def _line_ups(settings: MatchSettings) -> Iterator[tuple[int, ...]]:
    entries = range(len(settings.entries))
    if settings.is_line_up:
        yield tuple(settings.entries.index(bot) for bot in settings.bots)
        return
    times, rest = divmod(settings.players, len(entries))
    for extra in combinations(entries, rest):
        yield tuple(sorted((*tuple(entries) * times, *extra)))


@lru_cache(maxsize=1024)
def _orders(line_up: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The different orders around a table: one entry stays, the others change places."""
    around: dict[tuple[int, ...], tuple[int, ...]] = {}
    for rest in permutations(line_up[1:]):
        order = (line_up[0], *rest)
        around.setdefault(min(_rotations(order)), order)
    return tuple(around.values())


def _rotations(order: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for start in range(len(order)):
        yield (*order[start:], *order[:start])
