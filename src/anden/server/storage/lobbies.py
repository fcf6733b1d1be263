"""Games with their seats and people, as they go into the store and come out of it."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Row, insert, or_, select

from .rows import LOBBY, PLAYING, SPECTATOR, GameRow, Lobby, Member, SeatRow
from .schema import games, members, seats
from .seal import SEALED, Seal


class Lobbies:
    def __init__(self, seal: Seal | None) -> None:
        """With a seal, the seeds of games that are not over are encrypted."""
        self._seal = seal

    def fields(self, row: GameRow) -> dict[str, Any]:
        """What is written of a game."""
        fields: dict[str, Any] = asdict(row) | {"sealed": None}
        if row.seed == SEALED:  # as it was read: the key does not fit
            del fields["seed"], fields["sealed"]
        elif self._seal is not None and row.status in (LOBBY, PLAYING):
            fields |= {"seed": SEALED, "sealed": self._seal.close(row.id, row.seed)}
        return fields

    def _row(self, row: Row[Any]) -> GameRow:
        fields = dict(row._mapping)
        sealed = fields.pop("sealed")
        if sealed is not None and self._seal is not None:
            fields["seed"] = self._seal.open(fields["id"], sealed)
        return GameRow(**fields)

    def insert(self, connection: Connection, lobby: Lobby) -> None:
        connection.execute(insert(games).values(self.fields(lobby.row)))
        insert_seats(connection, lobby)
        insert_members(connection, lobby.row.id, lobby.members)

    def one(self, connection: Connection, row: Row[Any]) -> Lobby:
        game = self._row(row)
        ours = select(seats).where(seats.c.game_id == game.id).order_by(seats.c.seat)
        people = select(members.c.device, members.c.seat).where(members.c.game_id == game.id)
        return Lobby(
            game,
            tuple(_seat(row) for row in connection.execute(ours)),
            frozenset(Member(**row._mapping) for row in connection.execute(people)),
        )

    def listed(self, connection: Connection, rows: Sequence[Row[Any]], device: str) -> list[Lobby]:
        """Games as one device sees them in its list: without the others who only watch."""
        ids = [row.id for row in rows]
        places: dict[str, list[SeatRow]] = {game_id: [] for game_id in ids}
        people: dict[str, set[Member]] = {game_id: set() for game_id in ids}
        ours = select(seats).where(seats.c.game_id.in_(ids)).order_by(seats.c.seat)
        for row in connection.execute(ours):
            places[row.game_id].append(_seat(row))
        counted = or_(members.c.seat != SPECTATOR, members.c.device == device)
        for row in connection.execute(select(members).where(members.c.game_id.in_(ids), counted)):
            people[row.game_id].add(Member(row.device, row.seat))
        return [
            Lobby(self._row(row), tuple(places[row.id]), frozenset(people[row.id])) for row in rows
        ]


def insert_seats(connection: Connection, lobby: Lobby) -> None:
    game = {"game_id": lobby.row.id}
    rows = [asdict(seat) | game | {"seat": number} for number, seat in enumerate(lobby.seats)]
    if rows:
        connection.execute(insert(seats), rows)


def insert_members(connection: Connection, game_id: str, new: Collection[Member]) -> None:
    if rows := [asdict(member) | {"game_id": game_id} for member in new]:
        connection.execute(insert(members), rows)


def _seat(row: Row[Any]) -> SeatRow:
    fields = row._mapping
    return SeatRow(**{name: fields[name] for name in SeatRow.__dataclass_fields__})
