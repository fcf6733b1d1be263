"""Which games there are. Nothing here tells a card, a seed or a code."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, func, select

from anden.kernel.ids import Seat

from ..storage import Lobby, OperatorStore
from ..storage.schema import actions, games, seats

_MOST = 500  # names in one question to the database


@dataclass(frozen=True)
class Entry:
    """A game in a list."""

    id: str
    board: str
    status: str
    created: float  # seconds since 1970
    last_action: float | None
    actions: int
    players: tuple[str, ...]


@dataclass(frozen=True)
class Holder:
    """A seat, and the devices that hold it: their hashes, which are their names here."""

    seat: Seat
    kind: str
    name: str
    bot: str | None
    devices: tuple[str, ...]


def list_games(
    store: OperatorStore,
    statuses: Collection[str] = (),
    before: float | None = None,
    limit: int = 50,
) -> list[Entry]:
    """The newest games of these statuses, or all, whose last action was before that time."""
    with store.reading() as connection:
        rows = connection.execute(_wanted(statuses, before).limit(limit)).all()
        names = _names(connection, [row.id for row in rows])
    return [
        Entry(row.id, row.board, row.status, row.created, row.last, row.num, names.get(row.id, ()))
        for row in rows
    ]


def ids_before(store: OperatorStore, statuses: Collection[str], before: float) -> list[str]:
    """All games of these statuses where nothing has happened since."""
    with store.reading() as connection:
        return [row.id for row in connection.execute(_wanted(statuses, before))]


def holders(lobby: Lobby) -> list[Holder]:
    return [
        Holder(
            seat,
            row.kind,
            row.name,
            row.bot,
            tuple(sorted(member.device for member in lobby.members if member.seat == seat)),
        )
        for seat, row in enumerate(lobby.seats)
    ]


def _wanted(statuses: Collection[str], before: float | None) -> Select[Any]:
    mine = actions.c.game_id == games.c.id
    last = select(func.max(actions.c.played)).where(mine).scalar_subquery()
    number = select(func.count()).select_from(actions).where(mine).scalar_subquery()
    wanted = select(
        games.c.id,
        games.c.board,
        games.c.status,
        games.c.created,
        last.label("last"),
        number.label("num"),
    ).order_by(games.c.created.desc(), games.c.id)
    if statuses:
        wanted = wanted.where(games.c.status.in_(statuses))
    if before is not None:
        wanted = wanted.where(func.coalesce(last, games.c.created) < before)
    return wanted


def _names(connection: Any, ids: list[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for start in range(0, len(ids), _MOST):
        wanted = select(seats.c.game_id, seats.c.name).order_by(seats.c.game_id, seats.c.seat)
        part = wanted.where(seats.c.game_id.in_(ids[start : start + _MOST]))
        for game_id, name in connection.execute(part):
            found[game_id] = (*found.get(game_id, ()), name)
    return found
