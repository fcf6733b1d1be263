"""A stored game played again from its rows: by the table it comes back to, and by who checks it."""

from collections.abc import Callable, Iterable

from anden.game import Game, GameError
from anden.kernel import RULESET

from .branches import seeds_of
from .chance import chance_of
from .lobby import board_of, seats_note
from .storage import ActionRow, Lobby


def begin_game(lobby: Lobby) -> Game:
    """The game after its deal; GameError if this version can't play it as it was."""
    row, board = lobby.row, board_of(lobby)
    if row.ruleset != RULESET or row.board_sha256 != board.sha256:
        raise GameError("it is of another version of the rules or of its board")
    notes = {"seats": seats_note(lobby.seats)}
    seed, redeals = seeds_of(row)
    game = Game(board, len(lobby.seats), seed, notes=notes)
    for redeal in redeals:
        game.redeal(redeal.after, redeal.seed)
    game.chance = None if redeals else chance_of(row)
    return game


def replay_game(lobby: Lobby, rows: Iterable[ActionRow]) -> Game:
    """The game as far as these rows, which are all of its first ones."""
    game = begin_game(lobby)
    replay_rows(game, rows)
    return game


def replay_rows(
    game: Game, rows: Iterable[ActionRow], play: Callable[[ActionRow], object] | None = None
) -> None:
    """Plays rows one after the other, or lets `play` do so; GameError at the first that is wrong.

    A row that was altered is found even where its action would be legal.
    """
    for row in rows:
        _check_row(game, row)
        if play is None:
            game.play(row.action, row.seat)
        else:
            play(row)


def _check_row(game: Game, row: ActionRow) -> None:
    """GameError if the row is not the next one, or was not played in this state."""
    if row.number != len(game.moves) + 1 or row.before != game.digest[:6]:
        raise GameError(f"action {row.number} does not fit")
