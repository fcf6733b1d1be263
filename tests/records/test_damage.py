"""Damaged and cut-off records are refused, wherever the damage is."""

import pytest

from anden.game import RecordError, read_record
from anden.game.record import FORMAT

from .support import forge, line_of, refused, sign, text_of

SWAPS = {"\n": " ", " ": "\n", "0": "1", ";": ",", "-": "_"}


def test_a_changed_character_is_noticed_anywhere() -> None:
    text = text_of()
    for place, character in enumerate(text):
        other = SWAPS.get(character, "0")
        with pytest.raises(RecordError) as caught:
            read_record(f"{text[:place]}{other}{text[place + 1 :]}")
        assert str(caught.value)


@pytest.mark.parametrize("other", ["\0", "\x85", "\u2028", "é", "", "xx", "\r\n"])
def test_any_kind_of_change_is_noticed(other: str) -> None:
    text = text_of()
    for place in range(0, len(text), 41):
        with pytest.raises(RecordError):
            read_record(f"{text[:place]}{other}{text[place + 1 :]}")


def test_a_record_cut_off_after_any_line_is_refused() -> None:
    lines = text_of().splitlines(keepends=True)
    for number in range(len(lines)):
        message = refused("".join(lines[:number]))
        assert ("cut off" in message) == (number > 0)


def test_a_record_cut_off_in_its_last_line_is_refused() -> None:
    text = text_of()
    for number in range(2, len(line_of(text, "checksum")) + 1):
        assert "cut off" in refused(text[:-number]) or "damaged" in refused(text[:-number])


def test_a_missing_last_line_end_is_called_so() -> None:
    assert "has to end with a line end" in refused(text_of().rstrip("\n"))


def test_what_follows_the_checksum_is_called_what_it_is() -> None:
    assert "text follows the checksum" in refused(text_of() + "1 draw deck ;000000\n")
    assert "a blank line follows the checksum" in refused(text_of() + "\n")
    assert "a blank line follows the checksum" in refused(text_of() + "  \n\n")
    refused(text_of() * 2)


def test_windows_line_ends_are_called_so() -> None:
    assert "Windows line ends" in refused(text_of().replace("\n", "\r\n"))


@pytest.mark.parametrize(
    "text", ["", "\n", "hello", "{}", "anden record", "\ufeffanden record 1\n"]
)
def test_what_is_no_record_is_called_so(text: str) -> None:
    assert "this is not a game record" in refused(text)


def test_a_lone_surrogate_is_damage_like_any_other() -> None:
    assert "damaged" in refused(text_of().replace("board london", "board \ud800"))


@pytest.mark.parametrize("version", ["2", "01", "1.0", "x" * 1000, "\x1b[2J"])
def test_another_format_is_named(version: str) -> None:
    message = refused(forge(text_of(), "anden record 1", f"anden record {version}"))
    assert f"this version reads format {FORMAT}" in message


def test_the_format_of_a_record_is_told_as_far_as_it_is_short() -> None:
    message = refused(forge(text_of(), "anden record 1", f"anden record {'7' * 30}"))
    assert "7" * 27 in message
    assert "7" * 28 not in message


@pytest.mark.parametrize("name", ["atlantis", "x" * 40, "y" * 41])
def test_the_name_of_an_unknown_board_is_told_as_far_as_it_is_short(name: str) -> None:
    message = refused(forge(text_of(), "board london", f"board {name}"))
    assert name[:40] in message
    assert name[:41] not in message or len(name) <= 40


HEADER = ["ruleset", "board", "board-sha256", "players", "first", "seed-sha256"]


@pytest.mark.parametrize("key", [*HEADER, "state", "finished"])
def test_a_missing_line_is_named(key: str) -> None:
    text = text_of()
    assert f"no line '{key} …'" in refused(forge(text, f"\n{line_of(text, key)}", ""))


@pytest.mark.parametrize("key", [*HEADER, "seed", "state", "finished"])
def test_a_repeated_line_is_refused(key: str) -> None:
    text = text_of()
    line = line_of(text, key)
    number = text.splitlines().index(line) + 2
    told = refused(forge(text, line, f"{line}\n{line}"))
    assert f"line {number}: {key!r} stands here twice" in told


def test_moves_need_their_two_rules() -> None:
    assert "two lines '---'" in refused(forge(text_of(), "---\n", ""))
    assert "two lines '---'" in refused(forge(text_of(), "---\n", "---\n---\n"))


@pytest.mark.parametrize(
    "line",
    ["", "draw deck", "1 draw deck", "1 draw deck ;12", "3 draw deck ;012345", "0 pass ;012345"],
)
def test_a_line_that_is_no_move_is_named(line: str) -> None:
    message = refused(forge(text_of(), "---\n1 keep", f"---\n{line}\n1 keep"))
    assert message == "line 10: a move should read '1 draw deck ;0a1b2c'"


@pytest.mark.parametrize("number", ["0", "1", "5", "-2", "2.0", "two", "²", "9" * 5000, "\x1b[J"])
def test_players_must_be_a_number_the_board_takes(number: str) -> None:
    message = refused(forge(text_of(), "players 2", f"players {number}"))
    assert "should be a number from 2 to 4" in message


@pytest.mark.parametrize("first", ["0", "3", "-1", "me"])
def test_the_first_seat_must_be_one_of_the_game(first: str) -> None:
    message = refused(forge(text_of(), "first drawn", f"first {first}"))
    assert "should be a number from 1 to 2" in message


@pytest.mark.parametrize("seed", ["1", "g" * 32, "A" * 32, "0" * 33])
def test_the_seed_must_be_hexadecimal(seed: str) -> None:
    text = text_of()
    message = refused(forge(text, line_of(text, "seed"), f"seed {seed}"))
    assert message == "its seed should be 32 hexadecimal digits"


@pytest.mark.parametrize("notes", ["", "x", "[]", '{"a": 1}', "null", "[" * 100_000, "1" * 5000])
def test_notes_must_be_texts(notes: str) -> None:
    message = refused(forge(text_of(), "\n---", f"\nnotes {notes}\n---"))
    assert message == "its notes should be a JSON object of texts"


@pytest.mark.parametrize("scores", ["", "1", "1 2 3", "a b", "1 " + "9" * 5000])
def test_there_must_be_a_score_for_every_player(scores: str) -> None:
    text = text_of()
    message = refused(forge(text, line_of(text, "finished"), f"finished {scores}"))
    assert "should be followed by 2 scores" in message or "no line 'finished" in message


def test_signing_a_record_again_makes_it_good_again() -> None:
    text = text_of()
    assert sign(text) == text
