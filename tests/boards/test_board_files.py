"""Board files as the disk may hold them, and boards as values."""

import json
import os
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anden.boards import BoardError, board_from_json, builtin_boards, load_board


def refusal(path: str | Path) -> str:
    with pytest.raises(BoardError) as caught:
        load_board(path)
    return str(caught.value)


def write(folder: Path, content: bytes) -> Path:
    path = folder / "my.json"
    path.write_bytes(content)
    return path


def test_unknown_name_lists_the_builtin_boards() -> None:
    message = refusal("usaa")
    assert message.startswith("usaa: ")
    assert "usa, europe, london" in message
    assert "did you mean 'usa'" in message


def test_missing_file(tmp_path: Path) -> None:
    assert "neither a built-in board nor a file" in refusal(tmp_path / "none.json")
    assert "neither a built-in board nor a file" in refusal(write(tmp_path, b"") / "below")


def test_a_path_is_never_a_builtin_name() -> None:
    assert "nor a file" in refusal(Path("usa"))


def test_directory(tmp_path: Path) -> None:
    assert "is a directory" in refusal(tmp_path)


@pytest.mark.parametrize("path", ["a\0b", "\ud800", "x" * 10_000, ""])
def test_impossible_paths(path: str) -> None:
    assert refusal(path).isprintable()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no FIFOs")
def test_fifo_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    assert "not a regular file" in refusal(tmp_path / "fifo")


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="this system has no /dev/zero")
def test_endless_device() -> None:
    assert "not a regular file" in refusal("/dev/zero")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read any file"
)
def test_unreadable_file(tmp_path: Path) -> None:
    path = write(tmp_path, b"{}")
    path.chmod(0)
    assert "can't be read (Permission denied)" in refusal(path)


def test_symlink_to_itself(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert "can't be read" in refusal(tmp_path / "loop")


def test_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(10**9)
    assert "over 1 MiB" in refusal(path)


def test_huge_text() -> None:
    with pytest.raises(BoardError, match="over 1 MiB"):
        board_from_json(" " * (2**20 + 1), "my.json")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "line 1, column 1: is not JSON"),
        (b'{"format": 1,\n "id": }', "line 2, column 8: is not JSON"),
        (b'{"id":\n"\xff"}', "line 2: is not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"format": ' + b"1" * 10_000 + b"}", "number that is too long"),
        (b'{"format": NaN}', "format: NaN is not known"),
        (b"[]", "is a list; it must be an object"),
        (b"1", "is a whole number; it must be an object"),
        (b'{"format": 1, "id": "a", "id": "b"}', 'the key "id" appears twice'),
    ],
)
def test_broken_content(tmp_path: Path, content: bytes, reason: str) -> None:
    path = write(tmp_path, content)
    message = refusal(path)
    assert message.startswith(f"{path}: ")
    assert reason in message


def test_key_twice_inside_is_told_with_its_place() -> None:
    text = load_board("usa").source.replace('"length":2', '"length":2,"length":3', 1)
    with pytest.raises(BoardError, match=r'routes\[0\] \(atlanta-charleston\): the key "length"'):
        board_from_json(text, "my.json")


@pytest.mark.parametrize("name", builtin_boards())
def test_source_gives_the_same_board_back(name: str, tmp_path: Path) -> None:
    board = load_board(name)
    pretty = json.dumps(json.loads(board.source), indent=4).encode("utf-8-sig")
    copy = load_board(write(tmp_path, pretty))
    assert copy == board
    assert copy.source == board.source
    assert hash(copy) == hash(board)
    assert board.is_builtin
    assert copy.is_builtin
    assert pickle.loads(pickle.dumps(board)) == board


def test_spelling_of_the_file_does_not_change_the_hash() -> None:
    board = load_board("usa")
    plain: dict[str, Any] = json.loads(board.source)
    for route in plain["routes"]:
        route |= {"tunnel": False, "wilds": 0}
    for city in plain["cities"]:
        if city["printed"] == city["names"]["en"]:
            del city["printed"]
        if not city["aliases"]:
            del city["aliases"]
    shuffled = dict(reversed(plain.items()))
    assert board_from_json(json.dumps(shuffled), "my.json").sha256 == board.sha256


def test_changed_board_is_not_builtin() -> None:
    board = load_board("usa")
    changed = replace(board, starting_hand=5)
    assert changed != board
    assert changed.sha256 != board.sha256
    assert not changed.is_builtin
    assert board_from_json(changed.source, "my.json") == changed


def test_lanes_of_a_double_route_may_differ_in_length_and_direction() -> None:
    plain = json.loads(load_board("usa").source)
    plain["routes"].append({"cities": ["charleston", "atlanta"], "length": 3, "colour": "gray"})
    board = board_from_json(json.dumps(plain), "my.json")
    assert board.routes[0].twin == 100
    assert board.routes[100].twin == 0
    assert board.route_name(100) == "atlanta-charleston:gray.2"
    assert board.find_route("atlanta-charleston:gray.2") == 100
