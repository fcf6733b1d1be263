"""Results of finished games, by person: what their statistics are made from."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
    update,
)

from ..identity import ACCOUNT
from .schema import DEVICE, metadata

# Without a key to the games: results stay when a game is taken off a list.
played = Table(
    "played",
    metadata,
    Column("game_id", String(40), primary_key=True),
    Column("person", String(64), primary_key=True, info=DEVICE),
    Column("board", String(60), nullable=False),
    Column("players", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("made", Integer, nullable=False),
    Column("tickets", Integer, nullable=False),
    Column("routes", Text, nullable=False),
    Column("ended", Float(53), nullable=False),
    Index("ix_played_person", "person", "ended"),
)


@dataclass(frozen=True)
class PlayedRow:
    game_id: str
    person: str
    board: str
    players: int
    score: int
    rank: int
    won: bool
    made: int  # tickets
    tickets: int
    routes: tuple[str, ...]
    ended: float


def add_played(connection: Connection, rows: Sequence[PlayedRow]) -> None:
    if rows:
        values = [vars(row) | {"routes": json.dumps(row.routes)} for row in rows]
        connection.execute(insert(played), values)


def played_by(connection: Connection, person: str, limit: int) -> list[PlayedRow]:
    """Newest first."""
    wanted = select(played).where(played.c.person == person)
    rows = connection.execute(wanted.order_by(played.c.ended.desc()).limit(limit)).mappings()
    return [PlayedRow(**{**row, "routes": tuple(json.loads(row["routes"]))}) for row in rows]


def give_played(connection: Connection, before: str, after: str) -> None:
    """Whoever played with both has had that game once."""
    both = select(played.c.game_id).where(played.c.person == after)
    twice = played.c.person == before, played.c.game_id.in_(both)
    connection.execute(delete(played).where(*twice))
    connection.execute(update(played).where(played.c.person == before).values(person=after))


def forget_played(connection: Connection, person: str) -> None:
    connection.execute(delete(played).where(played.c.person == person))


def forget_guests(connection: Connection, game_id: str) -> None:
    """The results of a game that is deleted stay with accounts alone."""
    guests = played.c.game_id == game_id, played.c.person.not_like(f"{ACCOUNT}%")
    connection.execute(delete(played).where(*guests))
