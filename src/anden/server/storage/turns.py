"""Correspondence games: who is to act until when, and who is on vacation."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    and_,
    delete,
    insert,
    select,
    update,
)

from anden.kernel.ids import Seat

from .rows import PLAYING
from .schema import DEVICE, games, members, metadata

_MOST = 1000  # rows that are looked at at once

turns = Table(
    "turns",
    metadata,
    Column("game_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("moves", Integer, nullable=False),
    Column("since", Float(53), nullable=False),
    Column("due", Float(53), nullable=False),
    ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    Index("ix_turns_due", "due"),
)

vacations = Table(
    "vacations",
    metadata,
    Column("person", String(64), primary_key=True, info=DEVICE),
    Column("start", Float(53), primary_key=True),
    Column("until", Float(53), nullable=False),
)

Span = tuple[float, float]  # from and until, seconds since 1970


@dataclass(frozen=True)
class TurnRow:
    game_id: str
    seat: Seat
    moves: int  # that the seat had made before
    since: float
    due: float


@dataclass(frozen=True)
class Mover:
    """A seat that is to act."""

    moves: int
    holders: frozenset[str]
    began: int  # how many moves it had made when its turn began: a turn may take several


@dataclass(frozen=True)
class Noted:
    """What has become of the turns of a game."""

    ends: dict[int, float]  # until when each seat that is to act has time
    begun: frozenset[int]  # of these, whose turn is another one than before


def deadline(since: float, seconds: float, away: Iterable[Span]) -> float:
    """When so much time has passed outside of the vacations."""
    end = since + seconds
    for start, until in sorted(away):
        if start < end and until > since:
            end += until - max(start, since)
            since = max(since, until)
    return end


def note_turns(
    connection: Connection, game_id: str, movers: Mapping[int, Mover], seconds: float, now: float
) -> Noted:
    """Stores who is to act from now on, and until when, also from before."""
    known = {row.seat: row for row in turns_of_game(connection, game_id)}
    for seat, row in known.items():
        if seat not in movers or movers[seat].moves != row.moves:
            gone = turns.c.game_id == game_id, turns.c.seat == seat
            connection.execute(delete(turns).where(*gone))
    dues, begun = {}, set()
    for seat, mover in movers.items():
        before = known.get(seat)
        if before is None or before.moves < mover.began:
            begun.add(seat)
        if before is None or before.moves != mover.moves:
            due = deadline(now, seconds, vacations_of(connection, mover.holders))
            before = TurnRow(game_id, seat, mover.moves, now, due)
            connection.execute(insert(turns).values(**vars(before)))
        dues[seat] = before.due
    return Noted(dues, frozenset(begun))


def turns_of_game(connection: Connection, game_id: str) -> list[TurnRow]:
    return _rows(connection, turns.c.game_id == game_id)


def turns_of(connection: Connection, person: str) -> list[TurnRow]:
    """Where a person is to act in correspondence games, the most urgent first."""
    held = select(members.c.device).where(_holds(person)).exists()
    return _rows(connection, held)


def due_games(connection: Connection, now: float, after: str, limit: int) -> list[str]:
    """Games in which somebody's time is up; by id, those that come after this one."""
    wanted = select(turns.c.game_id).distinct().where(turns.c.due <= now, turns.c.game_id > after)
    return list(connection.execute(wanted.order_by(turns.c.game_id).limit(limit)).scalars())


def games_without_turn(
    connection: Connection, clocks: Collection[str], after: str, limit: int
) -> list[str]:
    """Correspondence games in which nobody is waited for: a bot is to act, or something is due.

    By id, those that come after this one.
    """
    waiting = select(turns.c.game_id)
    wanted = select(games.c.id).where(
        games.c.status == PLAYING,
        games.c.clock.in_(clocks),
        games.c.id.not_in(waiting),
        games.c.id > after,
    )
    return list(connection.execute(wanted.order_by(games.c.id).limit(limit)).scalars())


def vacations_of(connection: Connection, people: Collection[str]) -> list[Span]:
    wanted = select(vacations.c.start, vacations.c.until).where(vacations.c.person.in_(people))
    return [(row.start, row.until) for row in connection.execute(wanted)]


def add_vacation(connection: Connection, person: str, start: float, until: float) -> None:
    connection.execute(insert(vacations).values(person=person, start=start, until=until))


def end_vacation(connection: Connection, person: str, now: float) -> None:
    """What is left of it is not used up."""
    running = vacations.c.person == person, vacations.c.until > now
    connection.execute(update(vacations).where(*running).values(until=now))


def set_dues(
    connection: Connection, person: str, seconds: Mapping[str, float], now: float
) -> list[str]:
    """Works out anew until when a person has time; the games in which that is so."""
    wanted = (
        select(turns, games.c.clock)
        .join(members, _holds(person))
        .join(games, games.c.id == turns.c.game_id)
    )
    changed = []
    for row in connection.execute(wanted).all():
        holders = select(members.c.device).where(
            members.c.game_id == row.game_id, members.c.seat == row.seat
        )
        people = set(connection.execute(holders).scalars())
        due = deadline(row.since, seconds[row.clock], vacations_of(connection, people))
        same = turns.c.game_id == row.game_id, turns.c.seat == row.seat
        connection.execute(update(turns).where(*same).values(due=max(due, now)))
        changed.append(row.game_id)
    return changed


def give_vacations(connection: Connection, before: str, after: str) -> None:
    connection.execute(update(vacations).where(vacations.c.person == before).values(person=after))


def forget_vacations(connection: Connection, person: str, before: float) -> None:
    """Those that no longer count."""
    old = vacations.c.person == person, vacations.c.until < before
    connection.execute(delete(vacations).where(*old))


def _holds(person: str) -> ColumnElement[bool]:
    return and_(
        members.c.game_id == turns.c.game_id,
        members.c.seat == turns.c.seat,
        members.c.device == person,
    )


def _rows(connection: Connection, where: ColumnElement[bool]) -> list[TurnRow]:
    wanted = select(turns).where(where).order_by(turns.c.due).limit(_MOST)
    return [TurnRow(**row._mapping) for row in connection.execute(wanted)]
