"""Correspondence games in which something was played and it is not yet noted whose turn it is.

A game is noted in the transaction of the action, and struck off in the one that stores the turns
and what people are to be told. So a process that dies in between leaves it to another one.
"""

from collections.abc import Mapping

from sqlalchemy import (
    Column,
    Connection,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    delete,
    insert,
    select,
    update,
)

from .schema import metadata

moved = Table(
    "moved",
    metadata,
    Column("game_id", String(40), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("since", Float(53), nullable=False),
    ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    Index("ix_moved_since", "since"),
)


def note_moved(connection: Connection, numbers: Mapping[str, int], now: float) -> None:
    """The number of the last action of each game."""
    for game_id, number in sorted(numbers.items()):
        values = {"number": number, "since": now}
        ours = update(moved).where(moved.c.game_id == game_id)
        if connection.execute(ours.values(**values)).rowcount == 0:
            connection.execute(insert(moved).values(game_id=game_id, **values))


def strike_moved(connection: Connection, game_id: str, number: int | None = None) -> None:
    """What was played up to this action is noted; None: all, nothing can be done about it."""
    ours = [moved.c.game_id == game_id]
    if number is not None:
        ours.append(moved.c.number <= number)
    connection.execute(delete(moved).where(*ours))


def moved_games(connection: Connection, before: float, after: str, limit: int) -> list[str]:
    """Games left over since before that time; by id, those that come after this one."""
    wanted = select(moved.c.game_id).where(moved.c.since < before, moved.c.game_id > after)
    return list(connection.execute(wanted.order_by(moved.c.game_id).limit(limit)).scalars())
