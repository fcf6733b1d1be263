"""Slow work that waits to be done: each job by one worker, and people take turns.

A job is claimed for a while. Whoever works on it says so before that is over; a worker that dies
says nothing, and another one takes the job over. A job that ends workers is given up.

Its turn is the work of its kind, in seconds, that its owner had waiting before it. So somebody with
thirty games is served in between, and never before somebody with one.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from .errors import ConflictError
from .schema import jobs

if TYPE_CHECKING:
    from .database import Database

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
OPEN_STATES = WAITING, RUNNING

LEASE_SECONDS = 15.0
_MAX_ATTEMPTS = 3
_MAX_OF_OWNER = 200  # jobs that wait or run


@dataclass(frozen=True)
class NewJob:
    key: str  # the same key is the same job, whoever asks for it
    kind: str
    payload: str
    owner: str  # the person or the device whose turn it takes
    game_id: str | None  # with which it is deleted
    seconds: float  # of work, about
    wait: float = 0.0  # seconds until it may be taken


@dataclass(frozen=True)
class JobRow:
    key: str
    kind: str
    payload: str
    owner: str
    game_id: str | None
    seconds: float
    state: str
    turn: float
    result: str | None


class TooManyJobsError(Exception):
    """Its owner has too much waiting already."""


class JobQueue:
    def __init__(self, database: "Database") -> None:
        self._database = database

    def post(self, job: NewJob) -> None:
        """Puts a job into the queue, unless it is there already."""
        try:
            with self._database.writing() as connection:
                if not _exists(connection, job.key):
                    self.put(connection, job)
        except ConflictError:  # somebody has just posted the same, or the game has gone
            return

    def put(self, connection: Connection, job: NewJob) -> None:
        """Puts a job that is not there into the queue, with what else is written."""
        values = asdict(job) | {"turn": _turn(connection, job), "state": WAITING}
        times = {"posted": self._database.now, "due": self._after(values.pop("wait"))}
        connection.execute(insert(jobs).values(**values, **times))
        self._database.tell(connection, "job")

    def claim(self, worker: str, kinds: Collection[str]) -> JobRow | None:
        """The job whose turn it is, which is this worker's now; None if nothing waits."""
        with self._database.writing() as connection:
            self._give_up(connection)
            is_due = or_(jobs.c.due.is_(None), jobs.c.due <= self._database.now)
            wanted = select(jobs.c.key).where(jobs.c.kind.in_(kinds), self._is_free, is_due)
            first = wanted.order_by(jobs.c.turn, jobs.c.posted).limit(1)
            key = connection.execute(self._database.skipping_locked(first)).scalar()
            if key is None:
                return None
            lease = self._database.now + LEASE_SECONDS
            mine = {"state": RUNNING, "worker": worker, "lease": lease}
            taken = update(jobs).where(jobs.c.key == key)
            connection.execute(taken.values(**mine, attempts=jobs.c.attempts + 1))
            return _find(connection, key)

    def extend(self, key: str, worker: str) -> None:
        """Says that the worker is still at its job."""
        mine = jobs.c.key == key, jobs.c.worker == worker, jobs.c.state == RUNNING
        with self._database.writing() as connection:
            lease = self._database.now + LEASE_SECONDS
            connection.execute(update(jobs).where(*mine).values(lease=lease))

    def finish(self, key: str, worker: str, result: str | None) -> bool:
        """Notes what has come out, None if nothing has; False if it is another's job by now."""
        state = FAILED if result is None else DONE
        return self._end(key, worker, state=state, result=result)

    def put_back(self, key: str, worker: str, payload: str, wait: float = 0.0) -> bool:
        """Another piece of the same work is to follow, when it is its turn again."""
        turn, due = jobs.c.turn + jobs.c.seconds, self._after(wait)
        return self._end(
            key, worker, state=WAITING, payload=payload, turn=turn, attempts=0, due=due
        )

    def withdraw(self, connection: Connection, start: str) -> None:
        """Takes back what waits under keys that begin like this; what is being done goes on."""
        ours = jobs.c.key.startswith(start, autoescape=True), jobs.c.state == WAITING
        connection.execute(delete(jobs).where(*ours))

    def release(self, worker: str | None = None) -> None:
        """Gives back what the worker has not finished; of all workers if none is named."""
        mine = [jobs.c.state == RUNNING]
        if worker is not None:
            mine.append(jobs.c.worker == worker)
        with self._database.writing() as connection:
            connection.execute(update(jobs).where(*mine).values(state=WAITING, worker=None))
            self._database.tell(connection, "job")

    def find(self, key: str) -> JobRow | None:
        with self._database.reading() as connection:
            return _find(connection, key)

    def forget_finished(self, seconds: float) -> None:
        """Deletes what is finished and was posted longer ago than that."""
        old = jobs.c.posted < self._database.now - seconds
        done = jobs.c.state.in_((DONE, FAILED)), old
        with self._database.writing() as connection:
            connection.execute(delete(jobs).where(*done))

    def _after(self, seconds: float) -> ColumnElement[float] | None:
        return self._database.now + seconds if seconds else None

    @property
    def _is_lost(self) -> ColumnElement[bool]:
        """Its worker is silent; or a clock was set back, so that the lease would last for hours."""
        now = self._database.now
        is_late = or_(jobs.c.lease < now, jobs.c.lease > now + 2 * LEASE_SECONDS)
        return and_(jobs.c.state == RUNNING, is_late)

    @property
    def _is_free(self) -> ColumnElement[bool]:
        return or_(jobs.c.state == WAITING, self._is_lost)

    def _give_up(self, connection: Connection) -> None:
        over = self._is_lost, jobs.c.attempts >= _MAX_ATTEMPTS
        failed = update(jobs).where(*over).values(state=FAILED)
        keys = connection.execute(failed.returning(jobs.c.key)).scalars().all()
        self._database.tell(connection, "done", *keys)

    def _end(self, key: str, worker: str, **values: object) -> bool:
        mine = jobs.c.key == key, jobs.c.worker == worker, jobs.c.state == RUNNING
        with self._database.writing() as connection:
            ended = update(jobs).where(*mine).values(worker=None, lease=None, **values)
            is_mine = connection.execute(ended).rowcount == 1
            if is_mine:
                topic = "job" if values["state"] == WAITING else "done"
                self._database.tell(connection, topic, key)
        return is_mine


def _exists(connection: Connection, key: str) -> bool:
    return connection.execute(select(jobs.c.key).where(jobs.c.key == key)).first() is not None


def _turn(connection: Connection, job: NewJob) -> float:
    """After what its owner has waiting, and not before what waits longest."""
    is_open = jobs.c.state.in_(OPEN_STATES), jobs.c.kind == job.kind
    first = connection.execute(select(func.min(jobs.c.turn)).where(*is_open)).scalar() or 0.0
    own = select(func.max(jobs.c.turn), func.count()).where(*is_open, jobs.c.owner == job.owner)
    last, number = connection.execute(own).one()
    if number >= _MAX_OF_OWNER:
        raise TooManyJobsError(job.owner)
    return float(first) if last is None else max(float(first), float(last) + job.seconds)


def _find(connection: Connection, key: str) -> JobRow | None:
    columns = (jobs.c[name] for name in JobRow.__dataclass_fields__)
    row = connection.execute(select(*columns).where(jobs.c.key == key)).first()
    return None if row is None else JobRow(**row._mapping)
