"""Looks for puzzles of a theme in game after game, and keeps one of each game."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from anden.game import Game
from anden.puzzles import Puzzle

from .draft import Draft
from .fares import fares_of, level_of
from .games import Deal, turns_of
from .keeps import find_keep
from .lasts import find_last
from .moments import find_moment
from .networks import find_network
from .tunnels import find_odds, find_tunnel

Finder = Callable[[Game], Draft | None]

FINDERS: dict[str, Finder] = {
    "network": find_network,
    "keep": find_keep,
    "tunnel": find_tunnel,
    "odds": find_odds,
    "last": find_last,
    "moment": find_moment,
}
EVERY = {
    "network": 3,
    "keep": 4,
    "tunnel": 2,
    "odds": 2,
    "last": 1,
    "moment": 1,
}  # turns between two looks
SKIPPED = {
    "network": 4,
    "keep": 12,
    "tunnel": 6,
    "odds": 6,
    "last": 1,
    "moment": 6,
}  # turns at the start


def make_puzzles(theme: str, deals: Iterator[Deal]) -> Iterator[tuple[Deal, Puzzle | None]]:
    """For each deal the puzzle that it gives, if any."""
    for deal in deals:
        draft = _first(theme, deal)
        yield deal, None if draft is None else finished(draft, f"{theme}-{deal}")


def finished(draft: Draft, name: str) -> Puzzle:
    """The puzzle of a draft, with how bots fare."""
    game = draft.game
    puzzle = Puzzle(
        id=name,
        theme=draft.theme,
        board_id=game.board.id,
        players=game.players,
        first=game.first,
        seed=game.seed,
        moves=tuple(move.action for move in game.moves),
        level=1,
        fares={},
        choices=draft.choices,
        network=draft.network,
        facts=draft.facts,
    )
    fares = fares_of(puzzle)
    return replace(puzzle, fares=fares, level=level_of(fares))


def _first(theme: str, deal: Deal) -> Draft | None:
    """The first question that a game raises, from a turn on that differs from game to game."""
    start = (
        SKIPPED[theme] + deal.seed % EVERY[theme] + (deal.seed * 7 % 23 if EVERY[theme] > 1 else 0)
    )
    for number, game in enumerate(turns_of(deal)):
        if number >= start and (number - start) % EVERY[theme] == 0:
            found: Any = FINDERS[theme](game)
            if found is not None:
                return found if found.game is not game else _frozen(found)
    return None


def _frozen(draft: Draft) -> Draft:
    """The game is played on: what was found is kept."""
    from .games import again

    return replace(draft, game=again(draft.game))
