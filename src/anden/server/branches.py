"""Games that continue from a moment of a finished one, with the same chance to come or with new."""

import json
from dataclasses import replace
from secrets import randbits
from time import time

from anden.game.record import Redeal
from anden.kernel.ids import Seat

from .chance import game_seed
from .identity import new_code, new_game_id
from .lobby import STAND_IN
from .storage import GameRow, Lobby
from .storage.rows import BOT, HUMAN, PLAYING, Member, SeatRow

Past = list[tuple[str, int]]  # seeds, and after how many moves each gave way to the next


def past_of(row: GameRow) -> Past:
    return [(seed, until) for seed, until in json.loads(row.past or "[]")]


def seeds_of(row: GameRow) -> tuple[int, list[Redeal]]:
    """What chance follows from the deal on, and from later moments; ValueError if what is stored
    can't be read.
    """
    past = past_of(row)
    first, *later = [*(int(seed, 16) for seed, _ in past), game_seed(row)]
    return first, [Redeal(until, seed) for (_, until), seed in zip(past, later, strict=True)]


def has_new_future(row: GameRow) -> bool:
    """Whether a branch has chance of its own from where it left the other game."""
    past = past_of(row)
    return bool(past) and row.branch_move == past[-1][1] + 1


def branch_lobby(lobby: Lobby, device: str, seat: Seat, move: int, *, is_new: bool) -> Lobby:
    """The same game up to before a move, for one person against bots: those there were, and one
    for each other person. Its future is new, or chance continues as it did.
    """
    row = replace(
        lobby.row,
        id=new_game_id(),
        status=PLAYING,
        clock="none",
        invite=new_code(),
        watch=new_code(),
        host=device,
        created=time(),
        rematch=None,
        undos=0,
        is_rated=False,
        branch_of=lobby.row.id,
        branch_move=move,
    )
    if is_new:
        row = _with_new_future(row, move - 1)
    seats = tuple(_branch_seat(each, number == seat) for number, each in enumerate(lobby.seats))
    return Lobby(row, seats, frozenset({Member(device, seat)}))


def without_branch(row: GameRow) -> GameRow:
    """As a game of its own."""
    return replace(row, branch_of=None, branch_move=None, past=None)


def _with_new_future(row: GameRow, after: int) -> GameRow:
    """Chance as it was until then; what was to come later, a change included, is forgotten."""
    past = past_of(row)
    kept = [(seed, until) for seed, until in past if until < after]
    cut = past[len(kept)][0] if len(kept) < len(past) else f"{game_seed(row):032x}"
    told = json.dumps([*kept, (cut, after)])
    return replace(row, past=told, chance=None, seed=f"{randbits(128):032x}")


def _branch_seat(seat: SeatRow, is_person: bool) -> SeatRow:
    if is_person:
        return replace(seat, kind=HUMAN, bot=None, token=None)
    return replace(seat, kind=BOT, bot=seat.bot or STAND_IN, token=None)
