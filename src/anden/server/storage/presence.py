"""Which processes live, and who is connected to which of them. Alone, there is nothing to note."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, func, insert, select, update

from anden.kernel.ids import Seat

from .schema import actions, presence, processes

if TYPE_CHECKING:
    from .database import Database

LOST_SECONDS = 15.0  # without a sign of life


class Presence:
    def __init__(self, database: "Database") -> None:
        self._database = database

    def beat(self) -> bool:
        """Says that this process lives; False if the others had given it up, or did not know it.

        Whoever is lost is forgotten, and the games hear of it where its people were.
        """
        database = self._database
        own = processes.c.id == database.process
        with database.writing() as connection:
            here = update(processes).where(own).values(seen=database.now)
            is_known = connection.execute(here).rowcount == 1
            if not is_known:
                new = insert(processes).values(
                    id=database.process, began=database.now, seen=database.now
                )
                connection.execute(new)
            _forget_lost(connection, database)
            database.tell(connection, "alive")
        return is_known

    def put(self, seats_by_game: dict[str, Collection[Seat]]) -> None:
        """Notes which seats' people are connected to this process, for these games."""
        database = self._database
        with database.writing() as connection:
            games = tuple(seats_by_game)
            mine = presence.c.process_id == database.process, presence.c.game_id.in_(games)
            connection.execute(delete(presence).where(*mine))
            rows = [
                {"process_id": database.process, "game_id": game, "seat": seat}
                for game, seats in seats_by_game.items()
                for seat in seats
            ]
            if rows:
                connection.execute(insert(presence), rows)
            database.tell(connection, "game", *games)

    def served_seconds(self, game_id: str) -> float:
        """How long ago a game's last action was, if another process has lived since then; else 0.

        The time in which no server ran is nobody's.
        """
        database = self._database
        last = select(func.max(actions.c.played)).where(actions.c.game_id == game_id)
        other = processes.c.id != database.process
        began = select(func.min(processes.c.began)).where(other)
        wanted = select(last.scalar_subquery(), began.scalar_subquery(), database.now)
        with database.reading() as connection:
            played, since, now = connection.execute(wanted).one()
        return max(0.0, now - played) if played and since and since <= played else 0.0

    def leave(self) -> None:
        """Forgets this process."""
        database = self._database
        with database.writing() as connection:
            mine = presence.c.process_id == database.process
            games = connection.execute(select(presence.c.game_id).where(mine).distinct()).scalars()
            database.tell(connection, "game", *games.all())
            connection.execute(delete(processes).where(processes.c.id == database.process))


def present_elsewhere(
    connection: Connection, database: "Database", game_id: str
) -> frozenset[Seat]:
    """The seats of a game whose people are connected to other processes."""
    if not database.is_shared:
        return frozenset()
    wanted = select(presence.c.seat).where(
        presence.c.game_id == game_id, presence.c.process_id != database.process
    )
    return frozenset(connection.execute(wanted).scalars())


def _forget_lost(connection: Connection, database: "Database") -> None:
    lost = processes.c.seen < database.now - LOST_SECONDS
    ids = select(processes.c.id).where(lost)
    games = select(presence.c.game_id).where(presence.c.process_id.in_(ids)).distinct()
    database.tell(connection, "game", *connection.execute(games).scalars().all())
    connection.execute(delete(processes).where(lost))
