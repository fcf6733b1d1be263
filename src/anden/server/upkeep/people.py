"""All that is stored about a person: handed out, or forgotten.

A person is a device here, known by the hash of its secret, and the programs that play for it. Which
columns hold one is said in the schema. What others need to go on with their games stays, without
a name.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Table, delete, or_, select, union, update

from anden.game import GameError, write_record
from anden.kernel.ids import Seat
from anden.locales import translate

from ..chance import forgotten
from ..errors import RefusedError
from ..identity import PROGRAM
from ..lobby import STAND_IN, held_seats, leave
from ..replaying import begin_game
from ..storage import ActionRow, Lobby, OperatorStore
from ..storage.accounts import accounts, sessions
from ..storage.rows import BOT, HUMAN, LOBBY, OVER, PLAYING
from ..storage.schema import actions, device_columns, games, members, phrases
from ..storage.tokens import tokens
from .changes import UpkeepError, change_game, load_game

MIN_PREFIX = 8  # digits of a hash that are taken for it
_HASH = re.compile(rf"(?:{PROGRAM})?[0-9a-f]{{{MIN_PREFIX},}}")


@dataclass(frozen=True)
class Forgotten:
    """What has gone, or would go."""

    deleted: tuple[str, ...]  # games that nobody else has a part in
    kept: tuple[str, ...]  # games of others too, without this person


def find_device(store: OperatorStore, start: str) -> str:
    """The device whose hash begins like this."""
    start = start.strip().casefold()
    if _HASH.fullmatch(start) is None:
        raise UpkeepError("admin.error_device", n=MIN_PREFIX)
    columns = list(device_columns())
    wanted = union(*(select(c.label("device")).where(c.startswith(start)) for c in columns))
    with store.reading() as connection:
        found = set(connection.execute(wanted.limit(2)).scalars())
    if not found:
        raise UpkeepError("admin.error_no_device", device=start)
    if len(found) > 1:
        raise UpkeepError("admin.error_devices", device=start)
    return str(found.pop())


def devices_of(store: OperatorStore, device: str) -> tuple[str, ...]:
    """A device and the programs that play for it."""
    with store.reading() as connection:
        wanted = select(tokens.c.device).where(tokens.c.owner == device)
        return (device, *sorted(connection.execute(wanted).scalars()))


def export_person(store: OperatorStore, device: str) -> dict[str, Any]:
    """All about a device; of a game that is not over, nothing that its seat may not know."""
    devices = devices_of(store, device)
    lobbies = [(lobby, each) for each in devices for lobby in _games(store, each)]
    whole: dict[str, Any] = {
        "devices": devices,
        "games": [_game(store, lobby, each) for lobby, each in lobbies],
    }
    with store.reading() as connection:
        for table in _other_tables():
            rows = connection.execute(select(table).where(_is_about(table, devices)))
            whole[table.name] = [dict(row._mapping) for row in rows]
    return whole


def forget_person(store: OperatorStore, device: str, language: str, *, is_trial: bool) -> Forgotten:
    devices = devices_of(store, device)
    deleted: set[str] = set()
    kept: set[str] = set()
    for each in devices:
        for lobby in _games(store, each):
            is_nobodys = lobby.devices <= set(devices) or _is_waiting_for(lobby, each)
            (deleted if is_nobodys else kept).add(lobby.row.id)
            if is_trial:
                continue
            if is_nobodys:
                store.delete(lobby.row.id)
            else:
                _leave(store, lobby, each, language)
    if not is_trial:
        _forget_rest(store, devices)
        store.announce()
    return Forgotten(tuple(sorted(deleted)), tuple(sorted(kept - deleted)))


def _is_waiting_for(lobby: Lobby, host: str) -> bool:
    """A game that has not begun ends with its host."""
    return lobby.row.status == LOBBY and lobby.row.host == host


def _forget_rest(store: OperatorStore, devices: Collection[str]) -> None:
    with store.writing() as connection:
        theirs = select(sessions.c.account_id).where(sessions.c.device.in_(devices))
        connection.execute(delete(accounts).where(accounts.c.id.in_(theirs)))  # and its passkeys
        for table in _other_tables():
            connection.execute(delete(table).where(_is_about(table, devices)))


def _leave(store: OperatorStore, lobby: Lobby, device: str, language: str) -> None:
    """The others keep their game: a bot plays on, and the seat gets a name that is nobody's."""
    own = [seat for seat in held_seats(lobby, device) if not _is_shared(lobby, seat, device)]
    change_game(store, lobby.row.id, lambda now: _without(now, device, own, language))
    with store.writing() as connection:
        for seat in own:
            _forget_words(connection, lobby.row.id, seat)


def _without(lobby: Lobby, device: str, own: Sequence[Seat], language: str) -> Lobby:
    after = replace(lobby, members=frozenset(m for m in lobby.members if m.device != device))
    if lobby.row.status == LOBBY:
        after = forgotten(leave(lobby, device), device)
    if lobby.row.host == device:
        heirs = sorted(after.holders, key=lambda member: member.seat) or sorted(
            after.members, key=lambda member: member.device
        )
        after = replace(after, row=replace(after.row, host=heirs[0].device))
    for seat in own:
        row = replace(after.seats[seat], name=_no_name(after, seat, language), token=None)
        if lobby.row.status == PLAYING and row.kind == HUMAN:
            row = replace(row, kind=BOT, bot=STAND_IN)
        seats = (*after.seats[:seat], row, *after.seats[seat + 1 :])
        after = replace(after, seats=seats)
    return after


def _forget_words(connection: Connection, game_id: str, seat: Seat) -> None:
    """What the person said, and what their programs called their actions."""
    said = phrases.c.game_id == game_id, phrases.c.seat == seat
    connection.execute(delete(phrases).where(*said))
    played = actions.c.game_id == game_id, actions.c.seat == seat
    connection.execute(update(actions).where(*played).values(request=None))


def _no_name(lobby: Lobby, seat: Seat, language: str) -> str:
    others = {row.name for number, row in enumerate(lobby.seats) if number != seat}
    names = (translate(language, "text.player_name", number=seat + 1 + n) for n in range(99))
    return next(name for name in names if name not in others)


def _is_shared(lobby: Lobby, seat: Seat, device: str) -> bool:
    return any(member.seat == seat and member.device != device for member in lobby.members)


def _games(store: OperatorStore, device: str) -> Iterator[Lobby]:
    part = select(members.c.game_id).where(members.c.device == device)
    wanted = union(part, select(games.c.id).where(games.c.host == device))
    with store.reading() as connection:
        ids = list(connection.execute(wanted).scalars())
    for game_id in sorted(ids):
        yield load_game(store, game_id)


def _game(store: OperatorStore, lobby: Lobby, device: str) -> dict[str, Any]:
    held = held_seats(lobby, device)
    rows = store.actions(lobby.row.id)
    facts: dict[str, Any] = {
        "id": lobby.row.id,
        "board": lobby.row.board,
        "status": lobby.row.status,
        "created": lobby.row.created,
        "is_host": lobby.row.host == device,
        "seats": [
            {"seat": seat, "name": lobby.seats[seat].name, "colour": lobby.seats[seat].colour}
            for seat in held
        ],
        "actions": [
            {"number": row.number, "seat": row.seat, "action": row.action}
            for row in rows
            if row.seat in held
        ],
        "said": [
            {"phrase": said.phrase, "seq": said.seq}
            for said in store.phrases(lobby.row.id).values()
            if said.seat in held
        ],
    }
    if lobby.row.status == OVER:
        facts["record"] = _record(lobby, rows)
    return facts


def _record(lobby: Lobby, rows: Sequence[ActionRow]) -> str | None:
    """The whole game, which everybody may know now, without the others' names."""
    nameless = tuple(replace(row, name=f"{seat + 1}") for seat, row in enumerate(lobby.seats))
    try:
        game = begin_game(replace(lobby, seats=nameless))
        for row in rows:
            game.play(row.action, row.seat)
        return write_record(game.record())
    except (GameError, RefusedError, ValueError):
        return None


def _other_tables() -> list[Table]:
    """Tables about devices, apart from those of games."""
    tables = {column.table for column in device_columns()} - {games, members}
    return sorted(tables, key=lambda table: table.name)


def _is_about(table: Table, devices: Collection[str]) -> Any:
    return or_(*(c.in_(devices) for c in device_columns() if c.table is table))
