"""Another board for a table whose game has not begun."""

from dataclasses import replace

from anden.boards import Board

from .board_files import find_board
from .bodies import NewSeat
from .errors import RefusedError
from .lobby import add_seat, check_lobby, free_colour, without_seat
from .storage.rows import BOT, HUMAN, Lobby


def with_board(lobby: Lobby, name: str, device: str, language: str) -> Lobby:
    """The same people on another board.

    Bots, the last first, and then open seats make room where it is for fewer; open seats are
    added where it is for more. Colours that it lacks become others.
    """
    check_lobby(lobby)
    board = find_board(name)
    if name == lobby.row.board:
        return lobby
    row = replace(lobby.row, board=name, board_sha256=board.sha256)
    lobby = _recoloured(_with_room(replace(lobby, row=row), board), board)
    while len(lobby.seats) < board.players.min:
        lobby = add_seat(lobby, NewSeat(kind="open"), device, language)
    return lobby


def _with_room(lobby: Lobby, board: Board) -> Lobby:
    """Without the seats that are too many; refused rather than that anybody has to go."""
    most = board.players.max
    people = sum(seat.kind == HUMAN for seat in lobby.seats)
    if people > most:
        raise RefusedError("board/too-small", people=people, n=most)
    while len(lobby.seats) > most:
        free = [number for number, seat in enumerate(lobby.seats) if seat.kind != HUMAN]
        lobby = without_seat(lobby, max(free, key=lambda n: (lobby.seats[n].kind == BOT, n)))
    return lobby


def _recoloured(lobby: Lobby, board: Board) -> Lobby:
    known = {colour.id for colour in board.pieces.colours}
    taken = {seat.colour for seat in lobby.seats} & known
    seats = []
    for seat in lobby.seats:
        if seat.colour not in known:
            seat = replace(seat, colour=free_colour(board, taken))
            taken.add(seat.colour)
        seats.append(seat)
    return replace(lobby, seats=tuple(seats))
