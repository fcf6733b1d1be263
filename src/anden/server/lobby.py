"""Who sits where. Every function takes a lobby and gives another one, or refuses."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import count

from anden.boards import Board
from anden.bots import BOTS, LEVELS
from anden.bots.seat_note import write_seat
from anden.kernel.ids import Seat
from anden.locales import translate

from .board_files import find_board
from .bodies import NewSeat, SeatChange
from .bot_pool import OWN
from .errors import RefusedError
from .identity import is_program
from .names import likeness, wanted_name
from .personas import NAMES, character_of, is_level, level_of, with_character
from .storage.rows import BOT, HUMAN, LOBBY, OPEN, PLAYING, Lobby, Member, SeatRow

STAND_IN = "medium"  # who plays on for somebody who does not


def board_of(lobby: Lobby) -> Board:
    return find_board(lobby.row.board)


def held_seats(lobby: Lobby, device: str | None) -> tuple[int, ...]:
    """The seats a device holds, a bot playing for it or not."""
    return () if device is None else lobby.held.get(device, ())


def has_part(lobby: Lobby, device: str | None) -> bool:
    return device in lobby.devices


def is_open(lobby: Lobby) -> bool:
    """Whether something can still happen in it."""
    return lobby.row.status in (LOBBY, PLAYING)


def is_shared(lobby: Lobby, device: str) -> bool:
    """Whether somebody else holds a seat."""
    return any(member.device != device for member in lobby.holders)


def others_play(lobby: Lobby, device: str) -> bool:
    """Whether somebody else plays, and no bot for them."""
    own = held_seats(lobby, device)
    return any(row.kind == HUMAN and seat not in own for seat, row in enumerate(lobby.seats))


def check_host(lobby: Lobby, device: str | None) -> None:
    if lobby.row.host != device:
        raise RefusedError("host/only")


def check_lobby(lobby: Lobby) -> None:
    if lobby.row.status != LOBBY:
        raise RefusedError("game/started")


def check_seat(lobby: Lobby, seat: Seat) -> None:
    if not 0 <= seat < len(lobby.seats):
        raise RefusedError("seat/unknown")


def add_seat(
    lobby: Lobby, new: NewSeat, device: str, language: str, wanted: Collection[str] = ()
) -> Lobby:
    """Adds a seat; what is left open is chosen from what nobody else has or wants."""
    check_lobby(lobby)
    board, seat = board_of(lobby), len(lobby.seats)
    if seat >= board.players.max:
        raise RefusedError("seats/too-many", n=board.players.max)
    names = {*wanted, *(row.name for row in lobby.seats)}
    is_named = new.kind == "bot" and new.bot is not None and is_level(new.bot)
    colours = {*wanted, *(row.colour for row in lobby.seats)}
    name = _free_name(names, language, "here" if is_named else new.kind)
    colour = new.colour or free_colour(board, colours)
    blank = SeatRow(OPEN, name, colour)
    wider = replace(lobby, seats=(*lobby.seats, blank))
    change = SeatChange(name=new.name or None, colour=new.colour, kind=new.kind, bot=new.bot)
    return change_seat(wider, seat, change, device)


def remove_seat(lobby: Lobby, seat: Seat) -> Lobby:
    """Removes a seat; those after it move up, with their holders."""
    check_lobby(lobby)
    check_seat(lobby, seat)
    low = board_of(lobby).players.min
    if len(lobby.seats) <= low:
        raise RefusedError("seats/too-few", n=low)
    return without_seat(lobby, seat)


def without_seat(lobby: Lobby, seat: Seat) -> Lobby:
    members = frozenset(
        replace(m, seat=m.seat - 1) if m.seat > seat else m for m in lobby.members if m.seat != seat
    )
    seats = lobby.seats[:seat] + lobby.seats[seat + 1 :]
    return replace(lobby, seats=seats, members=members)


def change_seat(lobby: Lobby, seat: Seat, change: SeatChange, device: str) -> Lobby:
    """Applies a change in the lobby; who may do it has been checked."""
    check_lobby(lobby)
    if change.kind is not None or change.bot is not None:
        kind = change.kind or ("bot" if lobby.seats[seat].kind == BOT else None)
        if kind is None:
            raise RefusedError("bot/unknown", bot=change.bot)
        lobby = _with_kind(lobby, seat, kind, change.bot, device)
    row = lobby.seats[seat]
    if change.name is not None:
        row = replace(row, name=_checked_name(lobby, seat, change.name))
    if change.colour is not None:
        row = replace(row, colour=_checked_colour(lobby, seat, change.colour))
    return _with_seat(lobby, seat, row)


def join_seat(lobby: Lobby, seat: Seat | None, change: SeatChange, device: str) -> Lobby:
    """Gives the device that seat, or the first open one."""
    check_lobby(lobby)
    free = [number for number, row in enumerate(lobby.seats) if row.kind == OPEN]
    if seat is not None:
        check_seat(lobby, seat)
        if seat not in free:
            raise RefusedError("seat/taken")
    elif not free:
        raise RefusedError("join/full")
    wanted = replace_kind(change, "here")
    return change_seat(lobby, free[0] if seat is None else seat, wanted, device)


def replace_kind(change: SeatChange, kind: str) -> SeatChange:
    return change.model_copy(update={"kind": kind})


def hand_over(lobby: Lobby, seat: Seat, bot: str | None) -> Lobby:
    """Lets a bot take over a seat, or with None its people again. Its holders stay."""
    row = lobby.seats[seat]
    if bot is None:
        if not any(member.seat == seat for member in lobby.members):
            raise RefusedError("seat/not-yours")
        return _with_seat(lobby, seat, replace(row, kind=HUMAN, bot=None))
    return _with_seat(lobby, seat, replace(row, kind=BOT, bot=_cast(lobby, seat, bot)))


def leave(lobby: Lobby, device: str) -> Lobby:
    """Frees what the device holds; it no longer watches either."""
    check_lobby(lobby)
    for seat in held_seats(lobby, device):
        lobby = _with_kind(lobby, seat, "open", None, device)
    members = frozenset(member for member in lobby.members if member.device != device)
    return replace(lobby, members=members)


def add_member(lobby: Lobby, device: str, seat: Seat) -> Lobby:
    return replace(lobby, members=lobby.members | {Member(device, seat)})


def is_played_by_program(lobby: Lobby, seat: Seat) -> bool:
    return any(m.seat == seat and is_program(m.device) for m in lobby.members)


def seat_program(lobby: Lobby, seat: Seat, program: str, name: str, device: str) -> Lobby:
    """Lets a program hold a seat: beside its holder, or in the lobby one that is open."""
    check_seat(lobby, seat)
    if lobby.row.is_rated:
        raise RefusedError("rated/program")
    if seat in held_seats(lobby, device):
        return add_member(lobby, program, seat)
    check_host(lobby, device)
    check_lobby(lobby)
    if lobby.seats[seat].kind != OPEN:
        raise RefusedError("seat/taken")
    return change_seat(lobby, seat, SeatChange(kind="here", name=name), program)


def without(lobby: Lobby, device: str) -> Lobby:
    """The device has no part in it any more; what nobody else holds is open, or a bot plays on."""
    held = held_seats(lobby, device)
    members = frozenset(member for member in lobby.members if member.device != device)
    lobby = replace(lobby, members=members)
    for seat in held:
        if any(member.seat == seat for member in members) or lobby.seats[seat].kind != HUMAN:
            continue
        if lobby.row.status == LOBBY:
            lobby = _with_kind(lobby, seat, "open", None, device)
        elif lobby.row.status == PLAYING:
            lobby = hand_over(lobby, seat, STAND_IN)
    return lobby


def renamed(lobby: Lobby, before: str, after: str) -> Lobby:
    """With the part of one device given to another."""
    members = frozenset(
        replace(m, device=after) if m.device == before else m for m in lobby.members
    )
    host = after if lobby.row.host == before else lobby.row.host
    return replace(lobby, row=replace(lobby.row, host=host), members=members)


def without_others(lobby: Lobby, seat: Seat, device: str) -> Lobby:
    """The seat held by this device alone: whoever came by a link that got around is out."""
    members = {m for m in lobby.members if m.seat != seat or m.device == device}
    return replace(lobby, members=frozenset(members))


def forgotten_by(lobby: Lobby, device: str) -> Lobby | None:
    """A game that is over without one of its devices; None if nobody is left who played."""
    members = frozenset(member for member in lobby.members if member.device != device)
    left = replace(lobby, members=members)
    if not left.holders:
        return None
    if lobby.row.host != device:
        return left
    heir = min(left.holders, key=lambda member: (member.seat, member.device))
    return replace(left, row=replace(lobby.row, host=heir.device))


def with_token(lobby: Lobby, seat: Seat, token_hash: str) -> Lobby:
    return _with_seat(lobby, seat, replace(lobby.seats[seat], token=token_hash))


def seat_of_token(lobby: Lobby, token_hash: str) -> Seat:
    """The seat that a link leads to, wherever it has moved."""
    for seat, row in enumerate(lobby.seats):
        if row.token == token_hash:
            return seat
    raise RefusedError("link/invalid")


def check_can_start(lobby: Lobby) -> None:
    check_lobby(lobby)
    board = board_of(lobby)
    if any(seat.kind == OPEN for seat in lobby.seats):
        raise RefusedError("seats/open")
    if len(lobby.seats) < board.players.min:
        raise RefusedError("seats/too-few", n=board.players.min)


def can_start(lobby: Lobby) -> bool:
    try:
        check_can_start(lobby)
    except RefusedError:
        return False
    return True


def free_colour(board: Board, taken: Collection[str]) -> str:
    return next(colour.id for colour in board.pieces.colours if colour.id not in taken)


def seats_note(seats: Iterable[SeatRow]) -> str:
    """Who sat where, as the notes of a record say it."""
    return ",".join(
        write_seat(seat.name, level_of(seat.bot) if seat.kind == BOT else None) for seat in seats
    )


def _with_seat(lobby: Lobby, seat: Seat, row: SeatRow) -> Lobby:
    return replace(lobby, seats=(*lobby.seats[:seat], row, *lobby.seats[seat + 1 :]))


def _with_kind(lobby: Lobby, seat: Seat, kind: str, bot: str | None, device: str) -> Lobby:
    """A seat of another kind: whoever held it before holds it no longer."""
    members = frozenset(member for member in lobby.members if member.seat != seat)
    row = replace(lobby.seats[seat], token=None, bot=None)
    if kind == "bot":
        row = _as_bot(lobby, seat, replace(row, kind=BOT, bot=_cast(lobby, seat, bot)))
    elif kind == "here":
        row = replace(row, kind=HUMAN)
        members |= {Member(device, seat)}
    else:
        row = replace(row, kind=OPEN)
    return _with_seat(replace(lobby, members=members), seat, row)


def _cast(lobby: Lobby, seat: Seat, bot: str | None) -> str:
    """The bot, of a character that differs from all others of the table."""
    # Only what ships with Andén, and what this server was started with (`OWN`): other specs name
    # files and programs of this machine.
    if bot is None or not (bot in BOTS or is_level(bot) or bot.startswith(OWN)):
        raise RefusedError("bot/unknown", bot=bot or "")
    before = lobby.seats[seat].bot
    if bot in LEVELS and (character := character_of(before)) is not None:
        return f"{bot}:{character}"
    taken = {character_of(row.bot) or "" for n, row in enumerate(lobby.seats) if n != seat}
    return with_character(bot, taken, sum(map(ord, lobby.row.id)))


def _as_bot(lobby: Lobby, seat: Seat, row: SeatRow) -> SeatRow:
    """A character brings its name along, unless somebody has that already."""
    name = NAMES.get(character_of(row.bot) or "")
    others = {likeness(other.name) for n, other in enumerate(lobby.seats) if n != seat}
    return row if name is None or likeness(name) in others else replace(row, name=name)


def _checked_name(lobby: Lobby, seat: Seat, text: str) -> str:
    name = wanted_name(text)
    others = {likeness(row.name) for n, row in enumerate(lobby.seats) if n != seat}
    if likeness(name) in others:
        raise RefusedError("seat/name-taken")
    return name


def _checked_colour(lobby: Lobby, seat: Seat, colour: str) -> str:
    if colour not in {known.id for known in board_of(lobby).pieces.colours}:
        raise RefusedError("seat/colour-unknown")
    if colour in {row.colour for n, row in enumerate(lobby.seats) if n != seat}:
        raise RefusedError("seat/colour-taken")
    return colour


def _free_name(taken: Collection[str], language: str, kind: str) -> str:
    folded = {likeness(name) for name in taken}
    key = "text.bot_name" if kind == "bot" else "text.player_name"
    names = (translate(language, key, number=number) for number in count(1))
    return next(name for name in names if likeness(name) not in folded)
