"""A person forgotten, by themselves or by operators, so that the games of others can continue."""

from collections.abc import Collection
from dataclasses import replace

from sqlalchemy import Connection, delete, update

from anden.kernel.ids import Seat
from anden.locales import translate

from .chance import forgotten
from .lobby import STAND_IN, held_seats, leave
from .storage import Lobby
from .storage.people import other_tables, rows_about
from .storage.rows import BOT, HUMAN, LOBBY, PLAYING
from .storage.schema import actions, phrases


def is_theirs_alone(lobby: Lobby, people: Collection[str]) -> bool:
    """Nobody else has a part in it, or it has not begun and ends with its host."""
    is_waiting = lobby.row.status == LOBBY and lobby.row.host in people
    return is_waiting or lobby.devices <= set(people)


def own_seats(lobby: Lobby, person: str) -> list[Seat]:
    """The seats that nobody else holds."""
    shared = {member.seat for member in lobby.members if member.device != person}
    return [seat for seat in held_seats(lobby, person) if seat not in shared]


def taken_out(lobby: Lobby, person: str, language: str) -> Lobby:
    """The others keep their game: a bot plays on, and the seat gets a name that is nobody's."""
    own = own_seats(lobby, person)
    after = replace(lobby, members=frozenset(m for m in lobby.members if m.device != person))
    if lobby.row.status == LOBBY:
        after = forgotten(leave(lobby, person), person)
    if lobby.row.host == person:
        heirs = sorted(after.holders, key=lambda member: (member.seat, member.device)) or sorted(
            after.members, key=lambda member: member.device
        )
        if heirs:
            after = replace(after, row=replace(after.row, host=heirs[0].device))
    for seat in own:
        row = replace(after.seats[seat], name=_no_name(after, seat, language), token=None)
        if lobby.row.status == PLAYING and row.kind == HUMAN:
            row = replace(row, kind=BOT, bot=STAND_IN)
        seats = (*after.seats[:seat], row, *after.seats[seat + 1 :])
        after = replace(after, seats=seats)
    return after


def forget_words(connection: Connection, game_id: str, seats: Collection[Seat]) -> None:
    """What the person said, and what their programs called their actions."""
    said = phrases.c.game_id == game_id, phrases.c.seat.in_(seats)
    connection.execute(delete(phrases).where(*said))
    acted = actions.c.game_id == game_id, actions.c.seat.in_(seats)
    connection.execute(update(actions).where(*acted).values(request=None))


def forget_rest(connection: Connection, people: Collection[str]) -> None:
    """All that is stored about them apart from games: turns away, tokens, results, work."""
    for table in other_tables():
        connection.execute(delete(table).where(rows_about(table, people)))


def _no_name(lobby: Lobby, seat: Seat, language: str) -> str:
    others = {row.name for number, row in enumerate(lobby.seats) if number != seat}
    names = (translate(language, "text.player_name", number=seat + 1 + n) for n in range(99))
    return next(name for name in names if name not in others)
