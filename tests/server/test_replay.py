"""Replays of finished games: from a seat, from outside, and with open hands."""

from collections.abc import Iterator
from typing import Any

import pytest

from anden.game import Game, read_record
from anden.game.view_json import view_as_dict
from anden.server.story import turning_point
from tests.server.support import Device, Server, play_on


@pytest.fixture(scope="module")
def finished(server: Server) -> Iterator[tuple[Device, str]]:
    """A device and its finished game."""
    ana = Device(server.url)
    game_id = ana.create("london", "here", "greedy", start=True)
    play_on(ana.sit(game_id))
    yield ana, game_id
    ana.close()


def record_of(ana: Device, game_id: str) -> Game:
    return Game.replay(read_record(ana.http.get(f"/api/games/{game_id}/record").text))


def test_replay_from_a_seat_shows_what_the_seat_saw(finished: tuple[Device, str]) -> None:
    ana, game_id = finished
    replay = ana.get(f"/games/{game_id}/replay?seat=0")
    record = record_of(ana, game_id).record()
    game = Game.from_header(record)
    assert replay["start"] == view_as_dict(game.view(0))
    for number, (step, move) in enumerate(zip(replay["steps"], record.moves, strict=True), 1):
        game.replay_move(number, move)
        assert step["view"] == view_as_dict(game.view(0))
        assert step["seq"] == number
        is_hidden = move.seat != 0 and move.action.startswith("keep ")
        assert step["action"] == (None if is_hidden else move.action)
    assert replay["over"]["seed"] == f"{game.seed:032x}"


def test_replay_from_outside_shows_no_hand(finished: tuple[Device, str]) -> None:
    ana, game_id = finished
    for step in ana.get(f"/games/{game_id}/replay")["steps"]:
        assert step["view"]["own"] is None
        for event in step["events"]:
            assert event.get("event") != "card_drawn" or event["colour"] is None


def test_the_story_ends_with_the_result_and_names_the_turning_point(
    finished: tuple[Device, str],
) -> None:
    ana, game_id = finished
    story = ana.get(f"/games/{game_id}/story")
    over = ana.get(f"/games/{game_id}/replay")["over"]
    totals = [score["total"] for score in over["scores"]]
    assert story["course"][-1] == totals
    winner = over["winners"][0]
    if story["turning"] is not None:
        move = story["turning"]["move"]
        for number, standing in enumerate(story["course"], 1):
            rivals = [total for seat, total in enumerate(standing) if seat != winner]
            assert (standing[winner] > max(rivals)) or number < move
    for miss in story["near_misses"]:
        tickets = {t["ticket"]: t for t in over["scores"][miss["seat"]]["tickets"]}
        assert not tickets[miss["ticket"]]["is_completed"]


def test_turning_point_is_the_last_time_the_winner_took_the_lead() -> None:
    assert turning_point([[0, 0], [5, 0], [5, 9], [12, 9], [14, 10]], 0) == 3
    assert turning_point([[1, 0], [2, 0]], 0) == 0
    assert turning_point([[1, 0], [2, 2]], 0) is None


def test_replay_with_open_hands_shows_every_hand(finished: tuple[Device, str]) -> None:
    ana, game_id = finished
    replay = ana.get(f"/games/{game_id}/replay?seat=all")
    for step in replay["steps"]:
        assert len(step["view"]["own"]) == 2
        sizes = [sum(own["hand"].values()) for own in step["view"]["own"]]
        assert sizes == [seat["hand_size"] for seat in step["view"]["seats"]]
    assert replay["seats"][1] | {"colour": ""} == {
        "seat": 1,
        "name": "Bot 1",
        "colour": "",
        "kind": "bot",
        "bot": "greedy",
        "character": None,
    }


@pytest.mark.parametrize("seat", ["2", "-1", "x", "", "٣", "9" * 5000])
def test_replay_of_a_seat_that_is_not_there_is_refused(
    finished: tuple[Device, str], seat: str
) -> None:
    ana, game_id = finished
    answer: Any = ana.get(f"/games/{game_id}/replay?seat={seat}")
    assert answer["error"]["code"] == "seat/unknown"


def test_unfinished_game_has_no_replay(ana: Device) -> None:
    game_id = ana.create("london", "here", "here", start=True)
    assert ana.get(f"/games/{game_id}/replay?seat=all")["error"]["code"] == "game/not-over"
