"""Whole games over the socket, played by clients that know no rules."""

import pytest

from anden.boards import builtin_boards
from anden.game import Game, read_record
from tests.server.support import Device, play_on


@pytest.mark.parametrize("board", builtin_boards())
def test_person_plays_a_whole_game_against_bots(ana: Device, board: str) -> None:
    game_id = ana.create(board, "here", "greedy", "random", start=True)
    table = ana.sit(game_id)
    play_on(table)
    assert table.over is not None
    assert table.state["view"]["phase"] == "over"
    assert len(table.over["scores"]) == 3
    table.wait(lambda: table.game["status"] == "over")


@pytest.mark.parametrize("board", builtin_boards())
def test_two_people_on_two_devices_play_a_whole_game(ana: Device, luis: Device, board: str) -> None:
    game_id = ana.create(board, "here", "open")
    invite = ana.get(f"/games/{game_id}")["invite"]
    luis.post("/join", {"code": invite.lower(), "name": "Luis"})
    ana.post(f"/games/{game_id}/start")
    tables = ana.sit(game_id), luis.sit(game_id)
    play_on(*tables)
    for table in tables:
        table.wait(lambda table=table: table.over is not None)
    assert tables[0].over == tables[1].over


def test_record_of_a_finished_game_replays_to_the_promised_seed(ana: Device) -> None:
    game_id = ana.create("london", "here", "greedy", start=True)
    promised = ana.get(f"/games/{game_id}")["seed_sha256"]
    assert ana.get(f"/games/{game_id}/record")["error"]["code"] == "game/not-over"
    table = ana.sit(game_id)
    play_on(table)
    assert table.over is not None
    game = Game.replay(read_record(ana.http.get(f"/api/games/{game_id}/record").text))
    assert f"{game.seed:032x}" == table.over["seed"]
    assert game.record().seed_sha256 == promised == table.over["seed_sha256"]
    assert [score["total"] for score in table.over["scores"]] == list(game.scores().totals)
    assert game.notes["seats"] == "human:Player 1,bot:greedy:Bot 1"
