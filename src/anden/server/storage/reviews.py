"""Reviews of finished games: how far each has come, what was found so far, what came of it.

The work itself is a job. What is found lies here, so that whoever takes the job over continues
where the one before it stopped.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    Column,
    Connection,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    Row,
    String,
    Table,
    Text,
    delete,
    func,
    insert,
    select,
    update,
)

from anden.kernel.ids import Seat

from .jobs import DONE, OPEN_STATES, RUNNING, WAITING, JobQueue, NewJob, TooManyJobsError
from .schema import DEVICE, jobs, metadata

if TYPE_CHECKING:
    from .database import Database

_MOST_KEPT = 2000  # finished ones; the oldest go first

reviews = Table(
    "reviews",
    metadata,
    Column("game_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("key", String(120), nullable=False),  # of the job: another key is another review
    Column("asker", String(64), nullable=False, info=DEVICE),
    Column("asked", Float(53), nullable=False),
    Column("progress", Float(53), nullable=False, server_default="0"),
    Column("curve", Text, nullable=False, server_default="[]"),  # as JSON
    Column("found", Text),  # while it is worked on, as JSON
    Column("review", Text),  # when it is done, as JSON
    ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    Index("ix_reviews_key", "key"),
    Index("ix_reviews_asker", "asker"),
)


@dataclass(frozen=True)
class ReviewRow:
    """What anybody may hear who asks how far a review is."""

    state: str
    progress: float
    curve: str
    review: str | None


class FullQueueError(Exception):
    """There is too much to do already, whoever asks."""


class ReviewQueue:
    def __init__(self, database: "Database", queue: JobQueue) -> None:
        self._database, self._queue = database, queue

    def ask(self, job: NewJob, seat: Seat, asker: str, most_of_one: int, most: int) -> None:
        """Begins a review, or resumes one that was given up; not one that is under way.

        TooManyJobsError if the asker has enough of them unfinished, FullQueueError if all have.
        """
        assert job.game_id is not None
        here = reviews.c.game_id == job.game_id, reviews.c.seat == seat
        with self._database.writing() as connection:
            self._database.hold(connection, "reviews")
            row = connection.execute(select(reviews.c.key, reviews.c.review).where(*here)).first()
            if row is not None and row.key == job.key:
                if row.review is not None or _is_under_way(connection, job.key):
                    return
                again = {"asker": asker, "asked": self._database.now}
                connection.execute(update(reviews).where(*here).values(again))
            else:
                connection.execute(delete(reviews).where(*here))
                new = {"game_id": job.game_id, "seat": seat, "key": job.key, "asker": asker}
                connection.execute(insert(reviews).values(**new, asked=self._database.now))
            _check_room(connection, job.kind, asker, most_of_one, most)
            connection.execute(delete(jobs).where(jobs.c.key == job.key))
            self._queue.put(connection, job)

    def standing(self, game_id: str, seat: Seat, key: str) -> ReviewRow | None:
        """How far a review is; None if it was not asked for."""
        with self._database.reading() as connection:
            row = _find(connection, game_id, seat, key)
            if row is None:
                return None
            told = row.progress, row.curve, row.review
            if row.review is not None:
                return ReviewRow(DONE, *told)
            state = connection.execute(select(jobs.c.state).where(jobs.c.key == key)).scalar()
        if state is None:
            return None
        return ReviewRow(RUNNING if state == WAITING and row.progress > 0 else state, *told)

    def found(self, key: str) -> str | None:
        """What was found so far."""
        with self._database.reading() as connection:
            return connection.execute(select(reviews.c.found).where(reviews.c.key == key)).scalar()

    def note(self, key: str, progress: float, curve: str, found: str) -> None:
        """Keeps what was found, unless somebody has come further meanwhile."""
        behind = reviews.c.key == key, reviews.c.review.is_(None), reviews.c.progress <= progress
        values = {"progress": progress, "curve": curve, "found": found}
        with self._database.writing() as connection:
            connection.execute(update(reviews).where(*behind).values(values))

    def finish(self, key: str, curve: str, review: str) -> None:
        done = {"progress": 1.0, "curve": curve, "found": None, "review": review}
        with self._database.writing() as connection:
            connection.execute(update(reviews).where(reviews.c.key == key).values(done))
            _forget_oldest(connection)


def _is_under_way(connection: Connection, key: str) -> bool:
    wanted = select(jobs.c.key).where(jobs.c.key == key, jobs.c.state.in_(OPEN_STATES))
    return connection.execute(wanted).first() is not None


def _check_room(connection: Connection, kind: str, asker: str, most_of_one: int, most: int) -> None:
    is_open = jobs.c.kind == kind, jobs.c.state.in_(OPEN_STATES)
    if connection.execute(select(func.count()).where(*is_open)).scalar_one() >= most:
        raise FullQueueError
    own = select(reviews.c.key).where(reviews.c.asker == asker, reviews.c.review.is_(None))
    counted = select(func.count()).where(*is_open, jobs.c.key.in_(own))
    if connection.execute(counted).scalar_one() >= most_of_one:
        raise TooManyJobsError(asker)


def _find(connection: Connection, game_id: str, seat: Seat, key: str) -> Row[Any, Any, Any] | None:
    columns = reviews.c.progress, reviews.c.curve, reviews.c.review
    here = reviews.c.game_id == game_id, reviews.c.seat == seat, reviews.c.key == key
    return connection.execute(select(*columns).where(*here)).first()


def _forget_oldest(connection: Connection) -> None:
    is_done = reviews.c.review.is_not(None)
    newest = select(reviews.c.asked).where(is_done).order_by(reviews.c.asked.desc())
    last = connection.execute(newest.offset(_MOST_KEPT).limit(1)).scalar()
    if last is not None:
        connection.execute(delete(reviews).where(is_done, reviews.c.asked <= last))
