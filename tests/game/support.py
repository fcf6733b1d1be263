"""What the tests of the typed game share: random games, and games laid out by hand."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from anden.boards import load_board
from anden.game import Action, Game
from anden.kernel import STATE
from tests.support import Table

BOARDS = ("usa", "europe", "london")
MATCHES = [
    (name, players)
    for name in BOARDS
    for players in range(load_board(name).players.min, load_board(name).players.max + 1)
]
_RULES = Path(__file__).parents[2] / "docs" / "rules.md"


def rule_ids() -> set[str]:
    """The ids in docs/rules.md."""
    return set(re.findall(r"\*\*([A-Z]\d+)\*\*", _RULES.read_text("utf-8")))


def choose(luck: Random, actions: list[Action]) -> Action:
    """Any action, each kind as likely as the next."""
    by_kind: dict[type, list[Action]] = {}
    for action in actions:
        by_kind.setdefault(type(action), []).append(action)
    return luck.choice(by_kind[luck.choice(list(by_kind))])


def walk(game: Game, luck: Random) -> Iterator[Game]:
    """Plays at random to the end; yields the game before each move and at the end."""
    yield game
    while not game.is_over:
        game.play(choose(luck, game.legal_actions()))
        yield game


def played(board: str, players: int, seed: int, moves: int = 1_000_000) -> Game:
    """A game after this many random moves, or at its end."""
    game = Game(board, players, seed)
    for _ in walk(game, Random(seed)):
        if len(game.moves) == moves:
            break
    return game


def seated(table: Table) -> Game:
    """A game in the position of the table."""
    game = Game(table.board, table.players, 1, first=0)
    put(game, table)
    return game


def put(game: Game, table: Table) -> None:
    """Makes the table's position the game's."""
    for name in STATE.names or ():
        game.position.state[name] = table.state[name]


def new_table(board: str, players: int = 2) -> Table:
    """The first turn, seat 0 to act, with empty hands, no tickets, and a row without wilds."""
    table = Table(board, players=players).keep_all()
    for seat in range(players):
        table.give(seat).holds(seat)
    colours = [colour.id for colour in table.board.cards.colours]
    return table.stack_row(*colours[:5]).set_discards().set_deck().deal_rest()
