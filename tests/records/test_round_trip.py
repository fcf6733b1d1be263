"""A game written down and read back is the same game."""

import json
from pathlib import Path
from random import Random

import pytest

from anden.boards import board_from_json, load_board
from anden.game import Game, Move, read_record, replay_steps, verify_record, write_record
from anden.game.record import seed_hash
from tests.game.support import MATCHES, choose, played

from .support import text_of


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_a_finished_game_reads_back(name: str, players: int) -> None:
    game = played(name, players, players)
    record = game.record()
    text = write_record(record)
    assert read_record(text) == record
    again = Game.replay(read_record(text))
    assert (again.digest, again.events, again.moves) == (game.digest, game.events, game.moves)
    assert again.scores() == game.scores()
    assert write_record(again.record()) == text


@pytest.mark.parametrize(("name", "players"), MATCHES)
@pytest.mark.parametrize("moves", [0, 1, 2, 9, 30])
def test_a_game_goes_on_where_it_was_saved(
    name: str, players: int, moves: int, tmp_path: Path
) -> None:
    file = tmp_path / "game.anden"
    game = played(name, players, 5, moves)
    game.save(file)
    again = Game.load(file)
    assert again.digest == game.digest
    assert again.legal_actions() == game.legal_actions()
    action = game.legal_actions()[-1]
    assert again.play(action) == game.play(action)
    assert again.digest == game.digest


def test_a_finished_game_saves_and_loads(tmp_path: Path) -> None:
    game = played("usa", 2, 3)
    game.save(tmp_path / "game.anden")
    again = Game.load(tmp_path / "game.anden")
    assert again.is_over
    assert again.scores() == game.scores()


def test_choices_of_the_deal_are_kept_in_the_order_made(tmp_path: Path) -> None:
    game = Game("europe", 3, 3)
    for seat in (2, 0):
        game.play(game.legal_actions(seat)[seat], seat)
    game.save(tmp_path / "game.anden")
    again = Game.load(tmp_path / "game.anden")
    assert [move.seat for move in again.moves] == [2, 0]
    assert again.digest == game.digest


def test_seat_and_notes_come_back() -> None:
    notes = {"names": "Ana, Íñigo", "odd": '"---"\n\u2028 ;x', "": ""}
    game = Game("usa", 3, 2**127 + 5, first=2, notes=notes)
    again = Game.replay(read_record(write_record(game.record())))
    assert (again.first, again.seed, again.notes) == (2, 2**127 + 5, notes)


def test_a_record_reads_as_documented() -> None:
    lines = text_of().splitlines()
    assert lines[:3] == ["anden record 1", "ruleset 1", "board london"]
    keys = [line.partition(" ")[0] for line in lines[3:9]]
    assert keys == ["board-sha256", "players", "first", "seed", "seed-sha256", "---"]
    assert lines[9].startswith("1 keep ")
    assert [line.partition(" ")[0] for line in lines[-4:]] == [
        "---",
        "finished",
        "state",
        "checksum",
    ]


def test_a_sealed_record_holds_the_hash_of_the_seed_only() -> None:
    game = played("london", 2, 4)
    text = write_record(game.record(sealed=True))
    record = read_record(text)
    assert record.seed is None
    assert record.seed_sha256 == seed_hash(game.seed)
    assert f"{game.seed:032x}" not in text


def custom_board() -> str:
    """London with another name and one dearer ticket, as JSON."""
    content = json.loads(load_board("london").source)
    content["id"] = "my_london"
    content["tickets"][0]["points"] += 5
    return json.dumps(content)


def test_a_board_of_ones_own_travels_in_the_record(tmp_path: Path) -> None:
    board = board_from_json(custom_board(), "mine")
    game, luck = Game(board, 2, 6), Random(6)
    while not game.is_over:
        game.play(choose(luck, game.legal_actions()))
    game.save(tmp_path / "game.anden")
    text = (tmp_path / "game.anden").read_text("utf-8")
    assert "\nboard my_london\n" in text
    assert "\nboard-data {" in text
    verdict = verify_record(tmp_path / "game.anden")
    assert verdict.is_valid
    assert verdict.game is not None
    assert verdict.game.board == board
    assert verdict.game.scores() == game.scores()


def test_a_changed_board_of_the_same_name_travels_too() -> None:
    content = json.loads(load_board("london").source)
    content["tickets"][0]["points"] += 5
    board = board_from_json(json.dumps(content), "mine")
    text = write_record(Game(board, 2, 6).record())
    assert "\nboard-data {" in text
    assert Game.replay(read_record(text)).board == board != load_board("london")


def test_the_built_in_boards_are_not_copied_into_records() -> None:
    assert "board-data" not in text_of()


def test_replaying_stops_after_every_move() -> None:
    record = read_record(text_of())
    tags: list[str] = []
    for step in replay_steps(record):
        assert step.number == len(tags) + 1
        assert step.game.moves[-1] == step.move
        assert step.events
        tags.append(step.move.tag)
    assert tags == [move.tag for move in record.moves]
    assert all(isinstance(move, Move) for move in record.moves)
