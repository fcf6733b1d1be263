"""Reads and writes games. Blocking: the server calls it from a thread of its own."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, replace
from time import time
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, delete, func, insert, or_, select, update

from .action_log import ActionLog
from .boards import BoardShelf
from .database import Database
from .errors import BadValueError, ConflictError, GoneError, SealError, StorageError
from .jobs import JobQueue
from .lobbies import Lobbies, insert_members, insert_seats
from .moved import note_moved
from .presence import Presence, present_elsewhere
from .quota import Quota, within
from .reviews import ReviewQueue
from .rows import (
    LOBBY,
    ActionRow,
    GameRow,
    Lobby,
    Mark,
    PhraseRow,
)
from .schema import actions, games, members, phrases, probes, seats
from .seal import Seal
from .secret_texts import SecretTexts
from .versions import newest_revision, revision

Result = TypeVar("Result")


_AT_ONCE = 500  # games whose seats are read together


class Store(Database):
    def __init__(
        self, url: URL, key: str = "", is_serving: bool = True, other_key: str = ""
    ) -> None:
        """With a key, secrets and the seeds of games that are not over are encrypted.

        The other key opens what it has encrypted: one that was used before, or will be next.
        """
        if other_key and not key:
            raise SealError("server.seal_alone")
        seal = Seal(key, other_key) if key else None
        self._lobbies, self.secrets = Lobbies(seal), SecretTexts(seal)
        super().__init__(url, is_serving)
        self._writer = ActionLog(self._engine.dialect)
        self.jobs = JobQueue(self)
        self.presence = Presence(self)
        self.reviews = ReviewQueue(self, self.jobs)
        self.boards = BoardShelf(self)

    def is_well(self) -> bool:
        """Whether it takes what is written to it: a full disk still lets itself be read."""
        now = {"probed": time()}
        try:
            with self.writing() as connection:
                if connection.execute(update(probes).values(now)).rowcount == 0:
                    connection.execute(insert(probes).values(id=1, **now))
        except ConflictError:  # another server has written the first probe
            return True
        except StorageError:
            return False
        return True

    def is_current(self) -> bool:
        """Whether the tables are those of this version."""
        with self.reading() as connection:
            return revision(connection) == newest_revision()

    def count_games(self) -> dict[str, int]:
        """How many there are, by status."""
        counted = select(games.c.status, func.count().label("num")).group_by(games.c.status)
        with self.reading() as connection:
            return {row.status: row.num for row in connection.execute(counted)}

    def create(self, lobby: Lobby, quota: Quota | None = None) -> None:
        with self.writing() as connection, within(self, connection, quota):
            self._lobbies.insert(connection, lobby)

    def save(
        self,
        lobby: Lobby,
        before: Lobby,
        quota: Quota | None = None,
        beside: Callable[[Connection], None] | None = None,
    ) -> Lobby:
        """Writes what has changed about the game, its actions apart; the game as it is then.

        `beside` is done in the same transaction: all of it is stored, or nothing.
        ConflictError if the game is no longer what it was before.
        """
        game_id = lobby.row.id
        saved = replace(lobby, row=replace(lobby.row, version=before.row.version + 1))
        with self.writing() as connection, within(self, connection, quota):
            _change_row(connection, before.row, **self._lobbies.fields(saved.row))
            if lobby.seats != before.seats:
                connection.execute(delete(seats).where(seats.c.game_id == game_id))
                insert_seats(connection, lobby)
            for member in before.members - lobby.members:
                gone = members.c.device == member.device, members.c.seat == member.seat
                connection.execute(delete(members).where(members.c.game_id == game_id, *gone))
            insert_members(connection, game_id, lobby.members - before.members)
            if beside is not None:
                beside(connection)
            self.tell(connection, "game", game_id)
        return saved

    def follow(self, lobby: Lobby, rematch: Lobby, quota: Quota | None = None) -> Lobby:
        """Creates a game and notes in the one before that it follows."""
        row = replace(lobby.row, rematch=rematch.row.id, version=lobby.row.version + 1)
        with self.writing() as connection, within(self, connection, quota):
            _change_row(connection, lobby.row, rematch=row.rematch, version=row.version)
            self._lobbies.insert(connection, rematch)
            self.tell(connection, "game", row.id)
        return replace(lobby, row=row)

    def append(
        self, rows: Sequence[tuple[GameRow, ActionRow]], slow: Collection[str] = ()
    ) -> list[StorageError | None]:
        """Stores actions of several games for good; of each why it could not be, or None.

        That is a ConflictError where the number is taken, or actions before it were taken back
        by another process, and a GoneError where there is no such game. Games with slow clocks
        are noted as moved.
        """
        if not rows:
            return []
        outcomes: list[StorageError | None] = [None] * len(rows)
        # In one order everywhere: two processes can't wait for each other.
        order = sorted(range(len(rows)), key=lambda n: (rows[n][0].id, rows[n][1].number))
        try:
            with self.writing() as connection:
                undos = self._writer.undos(connection, {game.id for game, _ in rows})
                for place, (game, _) in enumerate(rows):
                    outcomes[place] = _objection(game, undos)
                good = [rows[place] for place in order if outcomes[place] is None]
                if good:
                    now = time()
                    self._writer.add(connection, good, now)
                    slowly = {g.id: a.number for g, a in good if g.clock in slow}
                    note_moved(connection, slowly, now)
                    self.tell(connection, "game", *dict.fromkeys(g.id for g, _ in good))
        except StorageError as error:
            if len(rows) == 1:
                return [error]
            if not isinstance(error, ConflictError | BadValueError):
                return [error] * len(rows)
            return [outcome for row in rows for outcome in self.append([row], slow)]
        return outcomes

    def load(self, game_id: str) -> Lobby | None:
        with self.reading() as connection:
            row = connection.execute(select(games).where(games.c.id == game_id)).first()
            return None if row is None else self._lobbies.one(connection, row)

    def mark(self, game_id: str) -> Mark | None:
        """How far a game has come; None if there is none."""
        last = select(func.max(actions.c.number)).where(actions.c.game_id == game_id)
        said = select(func.max(phrases.c.number)).where(phrases.c.game_id == game_id)
        columns = games.c.version, last.scalar_subquery(), said.scalar_subquery()
        with self.reading() as connection:
            row = connection.execute(select(*columns).where(games.c.id == game_id)).first()
            if row is None:
                return None
            present = present_elsewhere(connection, self, game_id)
            return Mark(row[0], row[1] or 0, row[2] or 0, present)

    def actions(self, game_id: str, after: int = 0, undos: int | None = None) -> list[ActionRow]:
        """The actions of a game, from number `after` + 1 on.

        ConflictError if actions have been taken back more often than the caller knows.
        """
        columns = select(*(actions.c[name] for name in ActionRow.__dataclass_fields__))
        wanted = columns.where(actions.c.game_id == game_id, actions.c.number > after)
        with self.reading() as connection:
            if undos is not None and _undos_of(connection, game_id) not in (undos, None):
                raise ConflictError(f"actions of game {game_id} were taken back")
            rows = connection.execute(wanted.order_by(actions.c.number))
            return [ActionRow(**row._mapping) for row in rows]

    def lengths(self, game_ids: Collection[str]) -> dict[str, int]:
        """How many actions these games have."""
        number = func.max(actions.c.number).label("length")
        wanted = select(actions.c.game_id, number).where(actions.c.game_id.in_(game_ids))
        with self.reading() as connection:
            rows = connection.execute(wanted.group_by(actions.c.game_id))
            return {row.game_id: row.length for row in rows}

    def note_phrase(self, game_id: str, phrase: PhraseRow, keep: int) -> int:
        """Stores a phrase, and forgets those that are not among the last `keep`; its number."""
        ours = phrases.c.game_id == game_id
        with self.writing() as connection:
            last = connection.execute(select(func.max(phrases.c.number)).where(ours)).scalar() or 0
            values = asdict(phrase) | {"game_id": game_id, "number": last + 1}
            connection.execute(insert(phrases).values(**values))
            connection.execute(delete(phrases).where(ours, phrases.c.number <= last + 1 - keep))
            self.tell(connection, "game", game_id)
        return int(last) + 1

    def phrases(self, game_id: str) -> dict[int, PhraseRow]:
        """What was said last at a table, by number."""
        columns = (phrases.c[name] for name in ("number", *PhraseRow.__dataclass_fields__))
        wanted = select(*columns).where(phrases.c.game_id == game_id).order_by(phrases.c.number)
        with self.reading() as connection:
            rows = [dict(row._mapping) for row in connection.execute(wanted)]
        return {row.pop("number"): PhraseRow(**row) for row in rows}

    def cut(self, lobby: Lobby, number: int) -> Lobby:
        """Forgets the actions of a game from this number on; the game as it is then."""
        row = lobby.row
        cut = replace(row, version=row.version + 1, undos=row.undos + 1)
        gone = delete(actions).where(actions.c.game_id == row.id, actions.c.number >= number)
        with self.writing() as connection:
            _change_row(connection, row, version=cut.version, undos=cut.undos)
            connection.execute(gone)
            self.tell(connection, "game", row.id)
        return replace(lobby, row=cut)

    def find_code(self, code: str) -> str | None:
        """The game with this invite or spectators' code."""
        wanted = select(games.c.id).where(or_(games.c.invite == code, games.c.watch == code))
        with self.reading() as connection:
            return connection.execute(wanted).scalar()

    def games_of(self, device: str, limit: int) -> list[Lobby]:
        """The games a device hosts or has a part in, newest first."""
        part = select(members.c.game_id).where(members.c.device == device)
        wanted = select(games).where(or_(games.c.host == device, games.c.id.in_(part)))
        with self.reading() as connection:
            rows = connection.execute(wanted.order_by(games.c.created.desc()).limit(limit)).all()
            few = (rows[n : n + _AT_ONCE] for n in range(0, len(rows), _AT_ONCE))
            return [
                lobby for part in few for lobby in self._lobbies.listed(connection, part, device)
            ]

    def branches(self, game_id: str, device: str) -> list[Lobby]:
        """The games that a device began from a moment of this one, the oldest first."""
        wanted = select(games).where(games.c.branch_of == game_id, games.c.host == device)
        with self.reading() as connection:
            rows = connection.execute(wanted.order_by(games.c.created)).all()
            return self._lobbies.listed(connection, rows, device)

    def delete(self, game_id: str) -> None:
        with self.writing() as connection:
            connection.execute(delete(games).where(games.c.id == game_id))
            self.tell(connection, "game", game_id)

    def delete_lobbies(self, before: float) -> None:
        """Forgets games created before that time which never began."""
        old = delete(games).where(games.c.status == LOBBY, games.c.created < before)
        with self.writing() as connection:
            connection.execute(old)

    def write(self, job: Callable[[Connection], Result]) -> Result:
        """Changes what is kept beside the games, in one transaction."""
        with self.writing() as connection:
            return job(connection)

    def read(self, job: Callable[[Connection], Result]) -> Result:
        with self.reading() as connection:
            return job(connection)


def _change_row(connection: Connection, before: GameRow, **values: Any) -> None:
    same = games.c.id == before.id, games.c.version == before.version
    if connection.execute(update(games).where(*same).values(**values)).rowcount != 1:
        raise ConflictError(f"game {before.id} is no longer at version {before.version}")


def _undos_of(connection: Connection, game_id: str) -> int | None:
    return connection.execute(select(games.c.undos).where(games.c.id == game_id)).scalar()


def _objection(game: GameRow, undos: dict[str, int]) -> StorageError | None:
    if game.id not in undos:
        return GoneError(game.id)
    if game.undos != undos[game.id]:
        return ConflictError(f"actions of game {game.id} were taken back")
    return None
