"""A stored game played again from its rows: by the table it comes back to, and by who checks it."""

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


def check_row(game: Game, row: ActionRow) -> None:
    """GameError if the row is not the next one, or was not played in this state."""
    if row.number != len(game.moves) + 1 or row.before != game.digest[:6]:
        raise GameError(f"action {row.number} does not fit")
