"""People with accounts who play rated games on a server."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from anden.server.identity import hashed, new_id
from anden.server.storage.accounts import AccountRow, add_account, sign_in
from anden.server.storage.rows import PLAYING
from tests.server.databases import rows_of
from tests.server.support import Device, Server, play_on, quick_settings, serving

PERSON, FREE = {"kind": "here"}, {"kind": "open"}


class Club:
    """A server with accounts, and members who play there."""

    def __init__(self, folder: Path, server: Server, stack: ExitStack) -> None:
        self.folder, self.server, self._stack = folder, server, stack

    def guest(self) -> Device:
        device = Device(self.server.url)
        self._stack.callback(device.close)
        return device

    def member(self, name: str) -> Device:
        device = self.guest()
        self.write(lambda connection: _sign_up(connection, device, name))
        return device

    def device_of(self, member: Device) -> Device:
        """Another device that is signed in to the same account."""
        device, account = self.guest(), self.account(member)
        self.write(lambda connection: sign_in(connection, hashed(device.key), account, 0.0))
        return device

    def write(self, job: Any) -> Any:
        work = self.server.open_tables.write(job)
        return asyncio.run_coroutine_threadsafe(work, self.server.loop).result(30)

    def account(self, device: Device) -> str:
        found = rows_of(
            self.folder,
            "SELECT account_id FROM sessions WHERE device = :device",
            device=hashed(device.key),
        )
        return str(found[0][0])


def _sign_up(connection: Connection, device: Device, name: str) -> None:
    account = AccountRow(new_id(), name, 0.0)
    add_account(connection, account)
    sign_in(connection, hashed(device.key), account.id, 0.0)


@contextmanager
def opened(folder: Path, **changes: Any) -> Iterator[Club]:
    settings = quick_settings(folder, accounts="localhost", **changes)
    with serving(settings) as server, ExitStack() as stack:
        yield Club(folder, server, stack)


def rated_game(*players: Device, bots: int = 0, board: str = "london", **more: Any) -> str:
    """A rated game that the first has made and all others have joined, just begun."""
    host = players[0]
    seats = [PERSON, *[FREE] * (len(players) - 1), *[{"kind": "bot", "bot": "random"}] * bots]
    body = {"board": board, "seats": seats, "is_rated": True} | more
    game = host.post("/games", body)
    for number, other in enumerate(players[1:], 2):
        other.post("/join", {"code": game["invite"], "name": f"P{number}"})
    begun = host.post(f"/games/{game['id']}/start")
    assert begun.get("status") == PLAYING, begun
    return str(game["id"])


def play_out(game: str, *players: Device) -> dict[str, Any]:
    """How it ended."""
    sockets = [player.sit(game) for player in players]
    play_on(*sockets)
    return next(socket.over for socket in sockets if socket.over is not None)


def own(device: Device, ladder: str = "people") -> dict[str, Any] | None:
    found = [each for each in device.get("/ratings")["ratings"] if each["ladder"] == ladder]
    assert len(found) <= 1
    return found[0] if found else None


def board_rows(device: Device, ladder: str = "people", players: int = 2) -> list[dict[str, Any]]:
    asked = f"/leaderboard?board=london&players={players}&ladder={ladder}"
    rows: list[dict[str, Any]] = device.get(asked)["rows"]
    return rows


def refusal(answer: dict[str, Any]) -> Any:
    return answer["error"]["code"]
