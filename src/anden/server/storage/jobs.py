"""Slow work that waits to be done: each job by one worker, and people take turns.

A job is claimed for a while. Whoever works on it says so before that is over; a worker that dies
says nothing, and another one takes the job over. A job that ends workers is given up.

Its turn is the work of its kind, in seconds, that its house, all people of one address, had waiting
before it. So a house with thirty games is served in between, and never before one with one. Whoever
of the house was not served for longest takes the turn of the house.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from .errors import ConflictError
from .schema import jobs

if TYPE_CHECKING:
    from .database import Database

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
OPEN_STATES = WAITING, RUNNING

LEASE_SECONDS = 15.0
_MAX_ATTEMPTS = 3
_MAX_OF_OWNER, _MAX_OF_HOUSE = 200, 1000  # jobs that wait or run
HOUSE_END = ":"  # in an owner's name, before the person


@dataclass(frozen=True)
class NewJob:
    key: str  # the same key is the same job, whoever asks for it
    kind: str
    payload: str
    owner: str  # the house and the person in it whose turn it takes
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


_Where = tuple[ColumnElement[bool], ...]


class _Place(NamedTuple):
    """Of a job in the queue."""

    key: str
    owner: str
    turn: float


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
            self._database.hold(connection, "turns of jobs")
            self._give_up(connection)
            is_due = or_(jobs.c.due.is_(None), jobs.c.due <= self._database.now)
            free = jobs.c.kind.in_(kinds), self._is_free, is_due
            next_one = _places(*free).order_by(jobs.c.turn, jobs.c.posted).limit(1)
            row = connection.execute(self._database.skipping_locked(next_one)).first()
            if row is None:
                return None
            key = self._of_house(connection, _Place(row.key, row.owner, row.turn), free)
            lease = self._database.now + LEASE_SECONDS
            mine = {"state": RUNNING, "worker": worker, "lease": lease}
            taken = update(jobs).where(jobs.c.key == key)
            connection.execute(taken.values(**mine, attempts=jobs.c.attempts + 1))
            return _find(connection, key)

    def _of_house(self, connection: Connection, first: _Place, free: _Where) -> str:
        """The job that takes the turn of this one's house; this one takes its turn instead."""
        house = *free, _in_house(first.owner)
        waiting = select(jobs.c.owner).where(*house).distinct()
        served = select(jobs.c.owner, func.max(jobs.c.lease)).where(jobs.c.owner.in_(waiting))
        last = {row[0]: row[1] for row in connection.execute(served.group_by(jobs.c.owner))}
        longest = min(last, key=lambda owner: (last[owner] or 0.0, owner != first.owner))
        oldest = _places(*house, jobs.c.owner == longest).order_by(jobs.c.posted, jobs.c.turn)
        row = connection.execute(self._database.skipping_locked(oldest.limit(1))).first()
        if row is None or row.key == first.key:
            return first.key
        own = _Place(row.key, row.owner, row.turn)
        for key, turn in ((own.key, first.turn), (first.key, own.turn)):
            connection.execute(update(jobs).where(jobs.c.key == key).values(turn=turn))
        return own.key

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
            ended = update(jobs).where(*mine).values(worker=None, **values)
            is_mine = connection.execute(ended).rowcount == 1
            if is_mine:
                topic = "job" if values["state"] == WAITING else "done"
                self._database.tell(connection, topic, key)
        return is_mine


def _places(*where: ColumnElement[bool]) -> Select[str, str, float]:
    return select(jobs.c.key, jobs.c.owner, jobs.c.turn).where(*where)


def _in_house(owner: str) -> ColumnElement[bool]:
    """Jobs of all people of the same house; hexadecimal digits stand before and after its end."""
    house = owner.partition(HOUSE_END)[0]
    start = f"{house}{HOUSE_END}"
    return or_(jobs.c.owner == house, jobs.c.owner.between(f"{start}0", f"{start}g"))


def _exists(connection: Connection, key: str) -> bool:
    return connection.execute(select(jobs.c.key).where(jobs.c.key == key)).first() is not None


def _turn(connection: Connection, job: NewJob) -> float:
    """After what its owner has waiting, and not before what waits longest."""
    is_open = jobs.c.state.in_(OPEN_STATES), jobs.c.kind == job.kind
    first = connection.execute(select(func.min(jobs.c.turn)).where(*is_open)).scalar() or 0.0
    is_own = case((jobs.c.owner == job.owner, 1), else_=0)
    house = select(func.max(jobs.c.turn), func.count(), func.sum(is_own))
    counted = connection.execute(house.where(*is_open, _in_house(job.owner)))
    last, number, own = counted.one()
    if number >= _MAX_OF_HOUSE or (own or 0) >= _MAX_OF_OWNER:
        raise TooManyJobsError(job.owner)
    return float(first) if last is None else max(float(first), float(last) + job.seconds)


def _find(connection: Connection, key: str) -> JobRow | None:
    columns = (jobs.c[name] for name in JobRow.__dataclass_fields__)
    row = connection.execute(select(*columns).where(jobs.c.key == key)).first()
    return None if row is None else JobRow(**row._mapping)
