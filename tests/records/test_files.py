"""Records on disk: written whole or not at all, and read with care."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from anden.game import Game, RecordError, verify_record
from anden.game.record import MAX_BYTES
from tests.game.support import played

from .support import forge, line_of, text_of


def problem(path: str | Path) -> str:
    """What loading and verifying both say."""
    with pytest.raises(RecordError) as caught:
        Game.load(path)
    verdict = verify_record(path)
    assert not verdict.is_valid
    assert verdict.game is None
    assert str(verdict.problem) == str(caught.value)
    return str(caught.value)


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    assert "is not a file; give the path of a record" in problem(tmp_path / "none.anden")


def test_a_folder_is_reported(tmp_path: Path) -> None:
    assert "is not a file" in problem(tmp_path)


@pytest.mark.parametrize("path", ["a\0b", "", "x" * 5000])
def test_a_path_that_can_not_be_is_reported(path: str) -> None:
    assert problem(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "is not a file" in problem(tmp_path / "pipe")


def test_a_file_larger_than_any_record_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "large.anden"
    with file.open("wb") as out:
        out.truncate(MAX_BYTES + 1)
    assert "larger than any record" in problem(file)


def test_a_file_of_zeros_is_no_record(tmp_path: Path) -> None:
    file = tmp_path / "zeros.anden"
    with file.open("wb") as out:
        out.truncate(MAX_BYTES)
    assert "not a game record" in problem(file)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"anden record 1\n\x80", b"\xed\xa0\x80"])
def test_a_file_that_is_not_utf_8_is_reported(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "game.anden"
    file.write_bytes(content)
    assert "is not UTF-8" in problem(file)


def test_a_file_that_can_not_be_read_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.anden"
    file.write_text(text_of(), "utf-8")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert "can't be read: Permission denied" in problem(file)


def test_a_good_record_is_valid(tmp_path: Path) -> None:
    file = tmp_path / "game.anden"
    file.write_text(text_of(), "utf-8", newline="\n")
    verdict = verify_record(file)
    assert verdict.is_valid
    assert verdict.problem is None
    assert verdict.game is not None
    assert verdict.game.is_over


def test_an_unfinished_game_loads_but_is_no_valid_record(tmp_path: Path) -> None:
    file = tmp_path / "game.anden"
    game = played("usa", 2, 1, 17)
    game.save(file)
    assert Game.load(file).digest == game.digest
    assert str(verify_record(file).problem) == "the game is not finished: it stops after 17 moves"


def test_a_forged_file_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "game.anden"
    text = text_of()
    file.write_text(forge(text, line_of(text, "finished"), "finished 200 0"), "utf-8", newline="\n")
    assert "its scores are wrong" in problem(file)


def no_space(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def full_at_write(monkeypatch: pytest.MonkeyPatch) -> None:
    def write_half(path: Path, content: bytes) -> None:
        with path.open("wb") as file:
            file.write(content[: len(content) // 2])
        no_space()

    monkeypatch.setattr(Path, "write_bytes", write_half)


def full_at_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", no_space)


def full_at_replace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "replace", no_space)


@pytest.mark.parametrize("fill", [full_at_write, full_at_sync, full_at_replace])
def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    fill: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.anden"
    game = played("london", 2, 1, 8)
    game.save(file)
    old = file.read_bytes()
    game.play(game.legal_actions()[0])
    with monkeypatch.context() as patch:
        fill(patch)
        with pytest.raises(RecordError, match="can't be written: No space left on device"):
            game.save(file)
    assert file.read_bytes() == old
    assert list(tmp_path.iterdir()) == [file]
    game.save(file)
    assert file.read_bytes() != old
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_that_is_not_there_is_reported(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="can't be written"):
        Game("usa").save(tmp_path / "none" / "game.anden")


def test_a_folder_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(RecordError, match="can't be written"):
        Game("usa").save(tmp_path / "folder")
    assert list(tmp_path.iterdir()) == [tmp_path / "folder"]
