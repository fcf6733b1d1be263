"""Whom the server tells something when they are not at the table: browsers and webhooks.

A listener belongs to a browser's session (push) or to a person (webhook). An address that fails is
left alone for a while, for longer every time, and given up in the end.
"""

from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Float,
    Index,
    Integer,
    String,
    Table,
    Text,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from .accounts import sessions
from .schema import DEVICE, PASSING, SECRET, metadata

PUSH, WEBHOOK = "push", "webhook"

listeners = Table(
    "listeners",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("device", String(64), nullable=False, info=DEVICE),
    Column("url", Text, nullable=False),
    Column("mark", String(64), nullable=False, unique=True),
    Column("secret", Text, nullable=False, info=SECRET),
    Column("language", String(10), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("next_try", Float(53)),
    Column("tried", Float(53)),
    Column("result", String(40)),
    Index("ix_listeners_device", "device"),
)

looks = Table(
    "looks",
    metadata,
    Column("device", String(64), primary_key=True, info=DEVICE),
    Column("game_id", String(40), primary_key=True),
    Column("process_id", String(20), primary_key=True),
    Column("until", Float(53), nullable=False),
    info=PASSING,
)

server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)


@dataclass(frozen=True)
class ListenerRow:
    id: str
    kind: str  # PUSH or WEBHOOK
    device: str  # hash of a browser's session; of a webhook the person
    url: str
    mark: str  # hash of what must not be there twice
    secret: str  # what is sent is signed, or encrypted, with it; as it is stored
    language: str
    created: float
    failures: int = 0  # one after the other
    next_try: float | None = None  # None: at once, or never again if it has failed
    tried: float | None = None
    result: str | None = None  # of the last try: an HTTP status, or a word

    @property
    def is_broken(self) -> bool:
        return self.failures > 0 and self.next_try is None


def add_listener(connection: Connection, row: ListenerRow) -> None:
    connection.execute(insert(listeners).values(**asdict(row)))


def listener_by_id(connection: Connection, listener_id: str) -> ListenerRow | None:
    return next(iter(_rows(connection, listeners.c.id == listener_id)), None)


def listeners_of(connection: Connection, device: str, kind: str) -> list[ListenerRow]:
    return _rows(connection, listeners.c.device == device, listeners.c.kind == kind)


def count_listeners(connection: Connection, device: str, kind: str) -> int:
    ours = listeners.c.device == device, listeners.c.kind == kind
    return connection.execute(select(func.count()).where(*ours)).scalar_one()


def is_marked(connection: Connection, mark: str) -> bool:
    return (
        connection.execute(select(listeners.c.id).where(listeners.c.mark == mark)).first()
        is not None
    )


def listeners_for(
    connection: Connection, people: Collection[str], account: str
) -> list[tuple[str, ListenerRow]]:
    """The listeners of people and of all browsers signed in to them, each with whose it is.

    `account` is how accounts are called among people.
    """
    signed_in = {
        row.device: account + row.account_id
        for row in connection.execute(
            select(sessions).where((literal(account) + sessions.c.account_id).in_(people))
        )
    }
    devices = {*people, *signed_in}
    rows = _rows(connection, listeners.c.device.in_(devices))
    return [(signed_in.get(row.device, row.device), row) for row in rows]


def drop_listeners(connection: Connection, *where: ColumnElement[bool]) -> int:
    return connection.execute(delete(listeners).where(*where)).rowcount


def drop_push(connection: Connection, device: str, mark: str = "") -> None:
    """A browser has one; and an address belongs to the browser that named it last."""
    is_push = listeners.c.kind == PUSH
    drop_listeners(connection, is_push, or_(listeners.c.device == device, listeners.c.mark == mark))


def give_listeners(connection: Connection, kind: str, before: str, after: str) -> None:
    ours = listeners.c.device == before, listeners.c.kind == kind
    connection.execute(update(listeners).where(*ours).values(device=after))


def note_success(connection: Connection, listener_id: str, result: str, now: float) -> None:
    fine = {"failures": 0, "next_try": None, "tried": now, "result": result}
    connection.execute(update(listeners).where(listeners.c.id == listener_id).values(**fine))


def note_failure(
    connection: Connection, row: ListenerRow, result: str, now: float, next_try: float | None
) -> None:
    """Counted once, though several messages were on their way to it."""
    same = listeners.c.id == row.id, listeners.c.failures == row.failures
    failed = {"failures": row.failures + 1, "next_try": next_try, "tried": now, "result": result}
    connection.execute(update(listeners).where(*same).values(**failed))


def note_test(connection: Connection, listener_id: str, result: str, now: float) -> None:
    """What came of a test that failed: whether the address works is left as it was."""
    told = {"tried": now, "result": result}
    connection.execute(update(listeners).where(listeners.c.id == listener_id).values(**told))


def note_looks(
    connection: Connection, process: str, looking: Collection[tuple[str, str]], until: float
) -> None:
    """Who has which game before their eyes at this process; of browsers that get messages alone."""
    for device, game_id in sorted(looking):
        ours = looks.c.device == device, looks.c.game_id == game_id, looks.c.process_id == process
        if connection.execute(update(looks).where(*ours).values(until=until)).rowcount:
            continue
        hears = exists().where(listeners.c.device == device, listeners.c.kind == PUSH)
        row = select(literal(device), literal(game_id), literal(process), literal(until))
        connection.execute(insert(looks).from_select(list(looks.c.keys()), row.where(hears)))


def forget_looks(connection: Connection, process: str, device: str, game_id: str) -> None:
    ours = looks.c.device == device, looks.c.game_id == game_id, looks.c.process_id == process
    connection.execute(delete(looks).where(*ours))


def forget_all_looks(connection: Connection, *where: ColumnElement[bool]) -> None:
    connection.execute(delete(looks).where(*where))


def is_looking(connection: Connection, device: str, game_id: str, now: float) -> bool:
    ours = looks.c.device == device, looks.c.game_id == game_id, looks.c.until > now
    return connection.execute(select(looks.c.device).where(*ours)).first() is not None


def server_key(connection: Connection, name: str, make: Callable[[], str]) -> str:
    """A key of the server as it is stored: made once, for all processes on this database."""
    wanted = select(server_keys.c.value).where(server_keys.c.name == name)
    found: str | None = connection.execute(wanted).scalar()
    if found is None:
        found = make()
        connection.execute(insert(server_keys).values(name=name, value=found))
    return found


def _rows(connection: Connection, *where: ColumnElement[bool]) -> list[ListenerRow]:
    wanted = select(listeners).where(*where).order_by(listeners.c.created, listeners.c.id)
    return [ListenerRow(**row._mapping) for row in connection.execute(wanted)]
