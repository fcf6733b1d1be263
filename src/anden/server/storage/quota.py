"""How much one person may have in the store at the same time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from .database import Database
from .rows import BOT, LOBBY, PLAYING
from .schema import games, seats


@dataclass(frozen=True)
class Quota:
    """What one person may have; looked at in the transaction that adds to it."""

    person: str
    check: Callable[[int, int], None]  # raises at too many games or bots


@contextmanager
def within(database: Database, connection: Connection, quota: Quota | None) -> Iterator[None]:
    """What is written in it stays only if the person then has no more than they may."""
    if quota is not None:
        database.hold(connection, f"quota {quota.person}")
    yield
    if quota is not None:
        quota.check(*_unfinished(connection, quota.person))


def _unfinished(connection: Connection, host: str) -> tuple[int, int]:
    """How many games a device has made that are not over, and how many bots sit in them."""
    mine = games.c.host == host, games.c.status.in_((LOBBY, PLAYING))
    seated = select(func.count()).where(
        seats.c.kind == BOT, seats.c.game_id.in_(select(games.c.id).where(*mine))
    )
    number = connection.execute(select(func.count()).where(*mine)).scalar_one()
    return number, connection.execute(seated).scalar_one()
