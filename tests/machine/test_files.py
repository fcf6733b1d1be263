"""Files are there whole or not at all."""

import errno
import os
from pathlib import Path

import pytest

from anden.machine.files import replacing, write_whole
from anden.machine.renamed import renamed


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    file = tmp_path / "game"
    write_whole(file, b"one")
    write_whole(file, b"two")
    assert file.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [file]


def test_half_a_file_never_stands_there(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_bytes(b"old")

    def stopped_half_way() -> None:
        with replacing(file) as beside:
            beside.write_bytes(b"ha")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped_half_way()
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game"
    file.write_bytes(b"old")

    def refuse(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_it_is_readable_for_whoever_new_files_are_readable_for(tmp_path: Path) -> None:
    plain, whole = tmp_path / "plain", tmp_path / "whole"
    plain.write_bytes(b"")
    write_whole(whole, b"")
    assert whole.stat().st_mode == plain.stat().st_mode


def test_who_asks_for_a_former_name_is_told_the_new_one() -> None:
    look_up = renamed("anden.old", {"Settings": "anden.new.MatchSettings"})
    with pytest.raises(ImportError, match=r"anden\.old\.Settings is now anden\.new\.Match"):
        look_up("Settings")
    with pytest.raises(AttributeError, match="no attribute 'other'"):
        look_up("other")


@pytest.mark.parametrize("is_durable", [True, False])
def test_what_is_durable_is_on_the_disk_before_it_takes_the_files_place(
    is_durable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    move = os.replace

    def replace(source: Path, target: Path) -> None:
        done.append("replace")
        move(source, target)

    monkeypatch.setattr(os, "fsync", lambda file: done.append("fsync"))
    monkeypatch.setattr(os, "replace", replace)
    write_whole(tmp_path / "file", b"all of it", is_durable=is_durable)
    assert done == ["fsync", "replace"][not is_durable :]
    assert (tmp_path / "file").read_bytes() == b"all of it"
