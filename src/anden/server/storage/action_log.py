"""Adds actions to what is stored: the one thing that is done all the time."""

from collections.abc import Collection, Sequence

from sqlalchemy import BindParameter, Connection, Dialect, Select, bindparam, insert, select

from .prepared import Prepared
from .rows import ActionRow, GameRow
from .schema import actions, games

_COLUMNS = tuple(actions.c.keys())


class ActionLog:
    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._add = Prepared(insert(actions), dialect, _COLUMNS)
        self._undos: dict[int, Prepared] = {}  # by the number of games that they are for

    def add(
        self, connection: Connection, rows: Sequence[tuple[GameRow, ActionRow]], now: float
    ) -> None:
        values = [vars(action) | {"game_id": game.id, "played": now} for game, action in rows]
        self._add.write(connection, values)

    def undos(self, connection: Connection, game_ids: Collection[str]) -> dict[str, int]:
        """How often actions of these games were taken back; nobody does until this has ended."""
        size = 1 << (len(game_ids) - 1).bit_length()  # few sizes: one of the ids fills up
        ids: list[str] = [*game_ids, *[next(iter(game_ids))] * (size - len(game_ids))]
        if size not in self._undos:
            self._undos[size] = Prepared(_undos_of(size), self._dialect)
        told = dict(zip(_names(size), ids, strict=True))
        rows = self._undos[size].fetch(connection, told)
        return dict(rows)


def _undos_of(number: int) -> Select[str, int]:
    ids: list[BindParameter[str]] = [bindparam(name) for name in _names(number)]
    return select(games.c.id, games.c.undos).where(games.c.id.in_(ids)).with_for_update(read=True)


def _names(number: int) -> list[str]:
    return [f"id{n}" for n in range(number)]
