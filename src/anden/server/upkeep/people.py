"""All that is stored about a person: handed out, or forgotten.

A person is an account, or a device known by the hash of its secret, with the programs that play for
them. Which columns hold one is said in the schema. What others need to continue their games
stays, without a name.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, Table, select, union

from anden.game import GameError, write_record

from ..errors import RefusedError
from ..forgetting import forget_rest, forget_words, is_theirs_alone, own_seats, taken_out
from ..identity import ACCOUNT, PROGRAM
from ..lobby import held_seats
from ..replaying import replay_game
from ..storage import ActionRow, Lobby, OperatorStore
from ..storage.accounts import (
    account_by_id,
    accounts,
    delete_account,
    devices_in,
    passkeys_of,
    signed_in,
)
from ..storage.people import other_tables, rows_about
from ..storage.ratings import entrants, ratings
from ..storage.rows import OVER
from ..storage.schema import SECRET, device_columns, games, members
from ..storage.tokens import tokens
from .changes import UpkeepError, change_game, load_game

MIN_PREFIX = 8  # digits of a hash that are taken for it
_HASH = re.compile(rf"(?:{PROGRAM})?[0-9a-f]{{{MIN_PREFIX},}}")


@dataclass(frozen=True)
class Forgotten:
    """What has gone, or would go."""

    deleted: tuple[str, ...]  # games that nobody else has a part in
    kept: tuple[str, ...]  # games of others too, without this person


def find_person(store: OperatorStore, start: str) -> str:
    """The account, or the device whose hash begins like this."""
    start = _tidy(start)
    columns = list(device_columns())
    wanted = union(
        *(select(c.label("person")).where(c.startswith(start)) for c in columns),
        select((ACCOUNT + accounts.c.id).label("person")).where(
            (ACCOUNT + accounts.c.id).startswith(start)
        ),
    )
    with store.reading() as connection:
        found = set(connection.execute(wanted.limit(2)).scalars())
    if not found:
        raise UpkeepError("admin.error_no_device", device=start)
    if len(found) > 1:
        raise UpkeepError("admin.error_devices", device=start)
    return str(found.pop())


def people_of(store: OperatorStore, person: str) -> tuple[str, ...]:
    """All that somebody is called: their account, its devices, their programs."""
    with store.reading() as connection:
        account = _account_id(connection, person)
        names = {person}
        if account is not None:
            names |= {ACCOUNT + account, *devices_in(connection, account)}
        wanted = select(tokens.c.device).where(tokens.c.owner.in_(names))
        programs = set(connection.execute(wanted).scalars()) - names
    return (person, *sorted(names - {person}), *sorted(programs))


def export_person(store: OperatorStore, person: str) -> dict[str, Any]:
    """All about a person; of a game that is not over, nothing that its seat may not know."""
    people = people_of(store, person)
    lobbies = [(lobby, each) for each in people for lobby in _games(store, each)]
    whole: dict[str, Any] = {
        "devices": people,
        "games": [_game(store, lobby, each) for lobby, each in lobbies],
    }
    with store.reading() as connection:
        for table in other_tables():
            rows = connection.execute(select(table).where(rows_about(table, people)))
            whole[table.name] = [_told(table, row) for row in rows]
        whole["account"] = _account(connection, _account_id(connection, person))
    return whole


def forget_person(store: OperatorStore, person: str, language: str, *, is_trial: bool) -> Forgotten:
    people = people_of(store, person)
    deleted: set[str] = set()
    kept: set[str] = set()
    for each in people:
        for lobby in _games(store, each):
            is_nobodys = is_theirs_alone(lobby, people)
            (deleted if is_nobodys else kept).add(lobby.row.id)
            if is_trial:
                continue
            if is_nobodys:
                store.delete(lobby.row.id)
            else:
                _leave(store, lobby, each, language)
    if not is_trial:
        _forget_rest(store, person, people)
        store.announce()
    return Forgotten(tuple(sorted(deleted)), tuple(sorted(kept - deleted)))


def _told(table: Table, row: Row[Any]) -> dict[str, Any]:
    """A row without what others could pose as the server with."""
    return {column.name: row._mapping[column] for column in table.c if column.info != SECRET}


def _tidy(start: str) -> str:
    """The beginning of a name as it is stored."""
    kind, is_account, rest = start.strip().partition(ACCOUNT)
    if is_account and not kind and len(rest) >= MIN_PREFIX:
        return ACCOUNT + rest.upper()
    start = start.strip().casefold()
    if _HASH.fullmatch(start) is None:
        raise UpkeepError("admin.error_device", n=MIN_PREFIX)
    return start


def _account_id(connection: Connection, person: str) -> str | None:
    """The account of somebody, or that their device is signed in to."""
    if person.startswith(ACCOUNT):
        return person.removeprefix(ACCOUNT)
    return signed_in(connection, person)


def _account(connection: Connection, account_id: str | None) -> dict[str, Any] | None:
    found = None if account_id is None else account_by_id(connection, account_id)
    if found is None:
        return None
    columns = (entrants.c[name] for name in ("game_id", "seat", "before", "after", "rated"))
    rated = select(*columns).where(entrants.c.account_id == found.id)
    reached = select(ratings).where(ratings.c.account_id == found.id)
    return {
        "id": found.id,
        "name": found.name,
        "created": found.created,
        "is_listed": found.is_listed,
        "passkeys": [
            {"id": key.id, "credential": key.credential, "created": key.created, "used": key.used}
            for key in passkeys_of(connection, found.id)
        ],
        "ratings": [dict(row._mapping) for row in connection.execute(reached)],
        "rated_games": [dict(row._mapping) for row in connection.execute(rated)],
    }


def _forget_rest(store: OperatorStore, person: str, people: Collection[str]) -> None:
    with store.writing() as connection:
        account = _account_id(connection, person)
        forget_rest(connection, people)
        if account is not None:
            delete_account(connection, account)  # with its passkeys and ratings


def _leave(store: OperatorStore, lobby: Lobby, person: str, language: str) -> None:
    own = own_seats(lobby, person)
    change_game(store, lobby.row.id, lambda now: taken_out(now, person, language))
    with store.writing() as connection:
        forget_words(connection, lobby.row.id, own)


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
        return write_record(replay_game(replace(lobby, seats=nameless), rows).record())
    except (GameError, RefusedError, ValueError):
        return None
