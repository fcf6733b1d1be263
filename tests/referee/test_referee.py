"""Games of the arena are games: the same as at a table, recorded, and fair."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from anden.arena.outcome import read_played, write_played
from anden.arena.schedule import set_games
from anden.arena.settings import read_settings, write_settings
from anden.arena.work import MatchWorker, make_job
from anden.boards import board_from_json, load_board
from anden.bots import Bot
from anden.bots.guard import Guard
from anden.core import is_unpaid
from anden.game import Action, Game, View, verify_record
from anden.game.events import Event
from anden.referee.referee import Referee
from tests.arena.support import QuickBot, make, settings


@pytest.mark.parametrize(
    ("board", "players"), [("usa", 2), ("usa", 5), ("europe", 3), ("london", 4)]
)
def test_a_played_set_is_what_its_records_tell(board: str, players: int, tmp_path: Path) -> None:
    match = settings("quick", "first", players=players, board=board)
    played = MatchWorker(make_job(match, wants_records=True, make=make)).play_set(3)
    assert len(played.records) == players
    rows = played.rows.reshape(-1, players)
    for rotation, text in enumerate(played.records):
        file = tmp_path / "game.anden"
        file.write_text(text, "utf-8", newline="\n")
        game = verify_record(file).game
        assert game is not None
        scores, pairing = game.scores(), set_games(match, 3)[rotation]
        assert game.seed == pairing.deal
        assert tuple(rows[rotation]["entry"]) == pairing.entry_by_seat
        assert tuple(rows[rotation]["score"]) == scores.totals
        assert [seat.rank for seat in scores.seats] == rows[rotation]["rank"].tolist()
        for seat in scores.seats:
            check_row(rows[rotation, seat.seat], game, seat.seat)
        names = [match.entries[entry] for entry in pairing.entry_by_seat]
        for number, name in enumerate(names, 1):
            assert f"bot:{name}:{name} {number}" in game.notes["seats"]


def check_row(row: Any, game: Game, seat: int) -> None:
    score, position = game.scores().seats[seat], game.position
    made = sum(ticket.is_completed for ticket in score.tickets)
    lengths = [game.board.routes[route].length for route in position.route_ids(seat)]
    assert row["tickets_made"] == made
    assert row["tickets_failed"] == len(score.tickets) - made
    assert row["ticket_points"] == score.ticket_points
    assert row["longest"] == score.longest_path
    assert row["lengths"].tolist() == [lengths.count(length) for length in range(1, 9)]
    assert row["moves"] == sum(move.seat == seat for move in game.moves)
    assert row["turns"] == position.turn
    assert row["first"] == int(position.state["first"])


def test_a_set_survives_being_written_down() -> None:
    played = MatchWorker(make_job(settings("crash", "quick"), make=make)).play_set(0)
    again = read_played(write_played(played))
    assert again.rows.tobytes() == played.rows.tobytes()
    assert again.faults == played.faults
    assert played.faults


def test_settings_survive_being_written_down() -> None:
    board = load_board("london")
    own = board_from_json(board.source.replace('"id":"london"', '"id":"mine"'), "mine")
    for match in (settings("a", "b", "b", players=3, seed=1 << 100), settings("a")):
        assert read_settings(write_settings(match)) == match
    mine = type(settings("a"))(own, ("a", "b"), 2)
    assert read_settings(write_settings(mine)).board == own


class Listener(Bot):
    """Knows the game from what it hears alone."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Event] = []

    def hear(self, events: Sequence[Event]) -> None:
        self.heard += events

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return self.random.choice(legal)


@pytest.mark.parametrize("board", ["europe", "london"])
def test_a_bot_that_listens_hears_what_its_seat_may_know(board: str) -> None:
    loaded = load_board(board)
    listeners = [Listener(), Listener()]
    bots = [Guard(listeners[0]), Guard(QuickBot(1)), Guard(listeners[1])]
    referee = Referee(loaded, bots, 11)
    game = Game(loaded, 3, 11)
    while not referee.is_over:
        before = referee.core.seat
        view = View(loaded, referee.core.copy().state, referee.core.tables, before)
        ids = list(referee._ask(before))
        for seat, listener in ((0, listeners[0]), (2, listeners[1])):
            if seat == before:
                assert tuple(listener.heard) == game.events_for(seat)
        step_all(referee, view, ids, game)
    assert len(game.moves) > 30


def step_all(referee: Referee, view: View, ids: list[int], game: Game) -> None:
    """Plays one whole action at both tables."""
    for action in ids:
        referee._play(action, None)
    if is_unpaid(ids[-1]):  # a bot that names ids has yet to pay
        payment = list(referee._ask(referee.core.seat))
        referee._play(payment[0], None)
        ids += payment
    game.play(view.action_of(ids))
    assert game.digest == referee.core.digest
