"""Numbers that players add to the chance of a game; what is done with them is in `game.chance`.

In the lobby browsers send commitments. When the host starts, the list of those who are there is
closed, and their numbers are asked for. If one does not come in time, the numbers of that round are
thrown away, since somebody might have looked at them: it is repeated once, without the silent ones.
"""

import json
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from typing import Any

from anden.game.chance import MAX_NUMBERS, Chance, Share, commitment_of, is_number, promise_of
from anden.kernel.ids import Seat

from .errors import RefusedError
from .lobby import check_lobby, held_seats
from .storage import GameRow, Lobby
from .storage.rows import ENDED, OVER

COLLECTING, OPENING, DEALT = "collecting", "opening", "dealt"
ROUNDS = 2


@dataclass(frozen=True)
class Promised:
    """The commitment of a device, and its number once that is known."""

    commitment: str
    device: str | None  # forgotten at the deal
    seat: Seat | None = None
    number: str | None = None


@dataclass(frozen=True)
class Draw:
    """How far the numbers of a game are."""

    phase: str = COLLECTING
    promised: tuple[Promised, ...] = ()
    silent: tuple[Seat | None, ...] = ()  # who did not tell their numbers
    excluded: tuple[str, ...] = ()  # their devices
    repeated: int = 0

    @property
    def is_complete(self) -> bool:
        return all(each.number is not None for each in self.promised)


def draw_of(row: GameRow) -> Draw:
    if row.chance is None:
        return Draw()
    told = json.loads(row.chance)
    promised = tuple(Promised(**each) for each in told.pop("promised"))
    silent, excluded = tuple(told.pop("silent")), tuple(told.pop("excluded"))
    return Draw(promised=promised, silent=silent, excluded=excluded, **told)


def chance_of(row: GameRow) -> Chance | None:
    """What the seed of a dealt game is made from; None if it is the server's number alone."""
    draw = draw_of(row)
    if draw.phase != DEALT or not draw.promised:
        return None
    shares = tuple(Share(each.seat, each.number or "") for each in draw.promised)
    return Chance(row.seed, shares, draw.repeated)


def game_seed(row: GameRow) -> int:
    """The seed of the game; ValueError if what is stored is none."""
    chance = chance_of(row) if is_number(row.seed) else None
    return int(row.seed, 16) if chance is None else chance.seed


def committed(lobby: Lobby, device: str | None, commitment: str) -> Lobby:
    """The lobby with a device's commitment, instead of an earlier one."""
    draw = _open_draw(lobby, COLLECTING)
    may_add = device == lobby.row.host or held_seats(lobby, device)
    if device is None or not may_add or device in draw.excluded:
        raise RefusedError("chance/closed")
    others = tuple(each for each in draw.promised if each.device != device)
    if any(each.commitment == commitment for each in others) or len(others) >= MAX_NUMBERS:
        raise RefusedError("chance/other-number")
    return _with(lobby, replace(draw, promised=(*others, Promised(commitment, device))))


def revealed(lobby: Lobby, device: str | None, number: str) -> Lobby:
    """The lobby with a device's number, if it is the one that it committed itself to."""
    draw = _open_draw(lobby, OPENING)
    promise = promise_of(lobby.row.seed)
    own = next((each for each in draw.promised if each.device == device), None)
    if own is None or own.commitment != commitment_of(promise, number):
        raise RefusedError("chance/other-number")
    told = replace(own, number=number)
    return _with(
        lobby, replace(draw, promised=tuple(told if e is own else e for e in draw.promised))
    )


def closed_list(lobby: Lobby, present: Collection[str | None]) -> Lobby:
    """The list of commitments closed: of those who are there, since only they can answer."""
    draw = draw_of(lobby.row)
    if draw.phase == OPENING:  # a server stopped in the middle
        return thrown_away(lobby)
    there = tuple(
        replace(each, seat=_seat(lobby, each.device))
        for each in sorted(draw.promised, key=lambda each: each.commitment)
        if each.device in present
    )
    if not there:
        return lobby
    return _with(lobby, replace(draw, phase=OPENING, promised=there))


def thrown_away(lobby: Lobby) -> Lobby:
    """Everything begins anew, without those who did not answer."""
    draw = draw_of(lobby.row)
    silent = [each for each in draw.promised if each.number is None]
    anew = Draw(
        silent=(*draw.silent, *(each.seat for each in silent)),
        excluded=(*draw.excluded, *(each.device for each in silent if each.device)),
        repeated=draw.repeated + 1,
    )
    return _with(lobby, anew)


def dealt(lobby: Lobby) -> Lobby:
    """The numbers as they are kept: of seats, no longer of devices."""
    draw = draw_of(lobby.row)
    if lobby.row.chance is None:
        return lobby
    kept = tuple(replace(e, device=None) for e in draw.promised) if draw.phase == OPENING else ()
    return _with(lobby, replace(draw, phase=DEALT, promised=kept, excluded=()))


def forgotten(lobby: Lobby, device: str) -> Lobby:
    """Without what a device has added, in a game that has not begun."""
    if lobby.row.chance is None:
        return lobby
    draw = draw_of(lobby.row)
    promised = tuple(each for each in draw.promised if each.device != device)
    excluded = tuple(each for each in draw.excluded if each != device)
    return _with(lobby, replace(draw, promised=promised, excluded=excluded))


def chance_as_dict(row: GameRow) -> dict[str, Any]:
    """What everybody at the table may know; the secret once the game is over or broken off."""
    draw, is_open = draw_of(row), row.status in (OVER, ENDED) and is_number(row.seed)
    return {
        "phase": draw.phase,
        "numbers": [
            {"seat": each.seat, "commitment": each.commitment, "number": each.number}
            for each in draw.promised
        ],
        "silent": list(draw.silent),
        "secret": row.seed if is_open else None,
        "seed": f"{game_seed(row):032x}" if is_open else None,
    }


def _open_draw(lobby: Lobby, phase: str) -> Draw:
    check_lobby(lobby)
    draw = draw_of(lobby.row)
    if draw.phase != phase:
        raise RefusedError("chance/closed")
    if not is_number(lobby.row.seed):
        raise RefusedError("game/unreadable")
    return draw


def _seat(lobby: Lobby, device: str | None) -> Seat | None:
    return min(held_seats(lobby, device), default=None)


def _with(lobby: Lobby, draw: Draw) -> Lobby:
    return replace(lobby, row=replace(lobby.row, chance=json.dumps(asdict(draw))))
