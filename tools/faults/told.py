"""What servers have said about actions, and whether the store agrees."""

from dataclasses import dataclass, field

from anden.game import Game, GameError
from anden.server.lobby import board_of
from anden.server.storage import ActionRow, Lobby, Store


@dataclass
class Told:
    """What the servers have said."""

    acknowledged: dict[tuple[str, int], str] = field(default_factory=dict)  # game, number: id
    refused: set[str] = field(default_factory=set)
    games: set[str] = field(default_factory=set)
    unsure: int = 0  # answers that the store failed: the action is there, or it is not
    resent: int = 0  # actions that were sent again with the same id


@dataclass
class Found:
    """What the store holds of it."""

    acknowledged: int = 0
    stored: int = 0
    games: int = 0
    lost: int = 0
    doubled: int = 0
    unreadable: int = 0

    @property
    def is_good(self) -> bool:
        return not (self.lost or self.doubled or self.unreadable)


def judge(store: Store, told: Told, *, is_replayed: bool = True) -> Found:
    """Compares what was said with what is stored.

    `lost` was acknowledged and is not there. `doubled` is there twice, or is there though
    it was refused. `unreadable` are games that can't be played again from their rows.
    """
    found = Found(acknowledged=len(told.acknowledged), games=len(told.games))
    said: dict[str, dict[int, str]] = {game: {} for game in told.games}
    for (game, number), request in told.acknowledged.items():
        said[game][number] = request
    for game, requests in said.items():
        rows = store.actions(game)
        found.stored += len(rows)
        found.lost += _num_lost(requests, rows)
        found.doubled += _num_doubled(rows, told.refused)
        if is_replayed and not _can_be_played(store.load(game), rows):
            found.unreadable += 1
    return found


def _num_lost(said: dict[int, str], rows: list[ActionRow]) -> int:
    stored = {row.number: row.request for row in rows}
    return sum(stored.get(number) != request for number, request in said.items())


def _num_doubled(rows: list[ActionRow], refused: set[str]) -> int:
    stored = [row.request for row in rows if row.request is not None]
    return len(stored) - len(set(stored)) + len(refused.intersection(stored))


def _can_be_played(lobby: Lobby | None, rows: list[ActionRow]) -> bool:
    if lobby is None:
        return False
    try:
        game = Game(board_of(lobby), len(lobby.seats), int(lobby.row.seed, 16))
        for row in rows:
            if row.before != game.digest[:6]:
                return False
            game.play(row.action, row.seat)
    except (GameError, ValueError):
        return False
    return True
