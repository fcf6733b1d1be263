"""Reads and writes games. Blocking: the server calls it from a thread of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from time import time
from typing import Any

from sqlalchemy import URL, Connection, Row, delete, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from .engine import migrate, open_engine
from .errors import ConflictError, StorageError
from .rows import LOBBY, PLAYING, ActionRow, GameRow, Lobby, Member, SeatRow
from .schema import actions, games, members, seats


class Store:
    def __init__(self, url: URL) -> None:
        with _told():
            self._engine = open_engine(url)
            migrate(self._engine)

    def close(self) -> None:
        self._engine.dispose()

    def is_well(self) -> bool:
        try:
            with self._reading() as connection:
                connection.execute(text("SELECT 1"))
        except StorageError:
            return False
        return True

    def create(self, lobby: Lobby) -> None:
        with self._writing() as connection:
            connection.execute(insert(games).values(**asdict(lobby.row)))
            _insert_people(connection, lobby)

    def save(self, lobby: Lobby) -> None:
        """Replaces everything about the game but its actions."""
        with self._writing() as connection:
            row = asdict(lobby.row)
            connection.execute(update(games).where(games.c.id == lobby.row.id).values(**row))
            for table in (seats, members):
                connection.execute(delete(table).where(table.c.game_id == lobby.row.id))
            _insert_people(connection, lobby)

    def follow(self, lobby: Lobby, rematch: Lobby) -> None:
        """Creates a game and notes in the one before that it follows."""
        with self._writing() as connection:
            row = update(games).where(games.c.id == lobby.row.id)
            connection.execute(row.values(rematch=rematch.row.id))
            connection.execute(insert(games).values(**asdict(rematch.row)))
            _insert_people(connection, rematch)

    def append(self, game_id: str, action: ActionRow) -> None:
        """Stores an action for good; ConflictError if that number is taken."""
        values = asdict(action) | {"game_id": game_id, "played": time()}
        with self._writing() as connection:
            connection.execute(insert(actions).values(**values))

    def load(self, game_id: str) -> Lobby | None:
        with self._reading() as connection:
            row = connection.execute(select(games).where(games.c.id == game_id)).first()
            return None if row is None else _lobby(connection, row)

    def actions(self, game_id: str, after: int = 0) -> list[ActionRow]:
        """The actions of a game, from number `after` + 1 on."""
        columns = select(*(actions.c[name] for name in ActionRow.__dataclass_fields__))
        wanted = columns.where(actions.c.game_id == game_id, actions.c.number > after)
        with self._reading() as connection:
            rows = connection.execute(wanted.order_by(actions.c.number))
            return [ActionRow(**row._mapping) for row in rows]

    def cut(self, game_id: str, number: int) -> None:
        """Forgets the actions of a game from this number on."""
        gone = delete(actions).where(actions.c.game_id == game_id, actions.c.number >= number)
        with self._writing() as connection:
            connection.execute(gone)

    def find_code(self, code: str) -> str | None:
        """The game with this invite or spectators' code."""
        wanted = select(games.c.id).where(or_(games.c.invite == code, games.c.watch == code))
        with self._reading() as connection:
            return connection.execute(wanted).scalar()

    def games_of(self, device: str, limit: int) -> list[Lobby]:
        """The games a device hosts or has a part in, newest first."""
        part = select(members.c.game_id).where(members.c.device == device)
        wanted = select(games).where(or_(games.c.host == device, games.c.id.in_(part)))
        with self._reading() as connection:
            rows = connection.execute(wanted.order_by(games.c.created.desc()).limit(limit)).all()
            return [_lobby(connection, row) for row in rows]

    def playing(self) -> list[str]:
        wanted = select(games.c.id).where(games.c.status == PLAYING)
        with self._reading() as connection:
            return list(connection.execute(wanted.order_by(games.c.created)).scalars())

    def delete(self, game_id: str) -> None:
        with self._writing() as connection:
            connection.execute(delete(games).where(games.c.id == game_id))

    def delete_lobbies(self, before: float) -> None:
        """Forgets games created before that time which never began."""
        old = delete(games).where(games.c.status == LOBBY, games.c.created < before)
        with self._writing() as connection:
            connection.execute(old)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with _told(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with _told(), self._engine.connect() as connection:
            yield connection


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        raise ConflictError(str(error)) from error
    except (SQLAlchemyError, OSError) as error:
        raise StorageError(str(error)) from error


def _insert_people(connection: Connection, lobby: Lobby) -> None:
    game_id = lobby.row.id
    for number, seat in enumerate(lobby.seats):
        values = asdict(seat) | {"game_id": game_id, "seat": number}
        connection.execute(insert(seats).values(**values))
    for member in lobby.members:
        connection.execute(insert(members).values(**asdict(member), game_id=game_id))


def _lobby(connection: Connection, row: Row[Any]) -> Lobby:
    game = GameRow(**row._mapping)
    ours = select(seats).where(seats.c.game_id == game.id).order_by(seats.c.seat)
    people = select(members.c.device, members.c.seat).where(members.c.game_id == game.id)
    return Lobby(
        game,
        tuple(_seat(row) for row in connection.execute(ours)),
        frozenset(Member(**row._mapping) for row in connection.execute(people)),
    )


def _seat(row: Row[Any]) -> SeatRow:
    fields = row._mapping
    return SeatRow(**{name: fields[name] for name in SeatRow.__dataclass_fields__})
