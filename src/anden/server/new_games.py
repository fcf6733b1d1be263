"""Games as they begin: new ones, and those that follow another."""

from dataclasses import replace
from secrets import randbits
from time import time

from anden.kernel import RULESET

from .board_files import find_board
from .bodies import NewGame
from .branches import without_branch
from .errors import RefusedError
from .identity import new_code, new_game_id
from .lobby import add_seat
from .storage import GameRow, Lobby
from .storage.rows import LOBBY


def new_lobby(new: NewGame, device: str, language: str) -> Lobby:
    board = find_board(new.board)
    row = GameRow(
        id=new_game_id(),
        board=new.board,
        board_sha256=board.sha256,
        ruleset=RULESET,
        seed=f"{randbits(128):032x}",
        status=LOBBY,
        pace=new.pace,
        clock=new.clock,
        is_rated=new.is_rated,
        invite=new_code(),
        watch=new_code(),
        host=device,
        created=time(),
    )
    lobby = Lobby(row, ())
    wanted = {text for seat in new.seats for text in (seat.name, seat.colour) if text}
    for seat in new.seats:
        lobby = add_seat(lobby, seat, device, language, wanted)
    if len(lobby.seats) < board.players.min:
        raise RefusedError("seats/too-few", n=board.players.min)
    return lobby


def next_lobby(lobby: Lobby, device: str) -> Lobby:
    """Another game for the same people, with new chance and new codes."""
    row = replace(
        without_branch(lobby.row),
        id=new_game_id(),
        seed=f"{randbits(128):032x}",
        status=LOBBY,
        invite=new_code(),
        watch=new_code(),
        host=device,
        created=time(),
        rematch=None,
        version=0,
        undos=0,
        chance=None,
    )
    seats = tuple(replace(seat, token=None) for seat in lobby.seats)
    return replace(lobby, row=row, seats=seats)
