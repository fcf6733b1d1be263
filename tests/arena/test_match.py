"""Whole matches: the same on any number of workers, after any interruption, with any bot."""

import json
import os
import signal
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from anden.arena import (
    ArenaError,
    MatchFolder,
    MatchResult,
    Standing,
    WorkError,
    play_here,
    play_on_cores,
    run_match,
    summarise,
)
from anden.arena.journal import NAME, Journal
from anden.arena.match import Runner
from anden.arena.outcome import Played
from anden.game import verify_record
from anden.referee.outcome import ROW
from tests.arena.support import make, settings, without_times

MATCH = settings("quick", "first", seed=4)


def play(runner: Runner = play_here, games: int = 40) -> MatchResult:
    return run_match(MATCH, games, runner=runner, make=make)


def test_the_result_does_not_depend_on_the_workers() -> None:
    here = play()
    assert here.is_complete
    assert len(here.rows) == 40
    there = play(partial(play_on_cores, workers=3))
    assert without_times(there.rows) == without_times(here.rows)


def test_a_match_is_the_beginning_of_a_longer_one() -> None:
    assert without_times(play(games=20).rows) == without_times(play(games=40).rows[:20])


def test_another_seed_is_another_match() -> None:
    other = run_match(settings("quick", "first", seed=5), 40, runner=play_here, make=make)
    assert without_times(other.rows) != without_times(play().rows)


def test_progress_is_reported() -> None:
    told: list[tuple[int, int, float]] = []

    def note(standing: Standing) -> None:
        told.append((standing.sets, standing.goal, sum(standing.wins)))

    run_match(MATCH, 12, runner=play_here, make=make, on_progress=note)
    assert told[0] == (0, 6, 0)
    assert told[-1] == (6, 6, 12)
    assert sorted(told) == told


@pytest.mark.parametrize(
    ("bot", "kind"),
    [("crash", "crash"), ("illegal", "illegal"), ("garbage", "garbage"), ("absent", "crash")],
)
def test_a_bad_bot_does_not_stop_a_match(bot: str, kind: str) -> None:
    result = run_match(settings(bot, "quick"), 4, runner=play_here, make=make)
    summary = summarise(result)
    by_name = {one.bot: one for one in summary.results}
    assert by_name[bot].forfeits > 10
    assert by_name["quick"].forfeits == 0
    assert {one.kind for one in summary.forfeits} == {kind}
    assert {one.bot for one in summary.forfeits} == {bot}


def test_a_worker_that_dies_is_replaced_and_its_games_played_again(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    match = settings(f"dying:{mark}", "first")
    result = run_match(match, 16, runner=partial(play_on_cores, workers=2), make=make)
    assert mark.exists()
    unharmed = run_match(match, 16, runner=play_here, make=make)
    assert without_times(result.rows) == without_times(unharmed.rows)


def test_a_bot_that_always_takes_its_worker_down_ends_the_match() -> None:
    with pytest.raises(WorkError, match=r"ended 3 times while it played deals 0 to 0.*code 9"):
        run_match(settings("dead", "quick"), 2, runner=play_on_cores, make=make)


def test_bots_that_cannot_be_found_by_a_worker_are_reported() -> None:
    def local(name: str, seed: int, seconds: float) -> object:
        raise AssertionError

    with pytest.raises((WorkError, AttributeError)):
        run_match(MATCH, 2, runner=partial(play_on_cores, workers=1), make=local)  # type: ignore[arg-type]


def keep(path: Path, games: int, stop_after: int | None = None) -> MatchResult:
    """Plays in a folder, which may exist; Ctrl-C comes after some sets."""
    is_old = (path / NAME).exists()
    folder = MatchFolder.reopen(path) if is_old else MatchFolder.create(path, MATCH, True)

    def interrupt(standing: Standing) -> None:
        if stop_after is not None and standing.sets >= stop_after:
            raise KeyboardInterrupt

    try:
        return run_match(
            MATCH, games, folder=folder, runner=play_here, make=make, on_progress=interrupt
        )
    finally:
        folder.close()


def test_a_match_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    part = keep(tmp_path, 40, stop_after=7)
    assert not part.is_complete
    assert 14 <= len(part.rows) < 40
    assert without_times(keep(tmp_path, 40).rows) == without_times(play().rows)


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_an_interrupt_while_games_are_written_down_loses_none_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Journal.add

    def add_and_be_interrupted(journal: Journal, played: Sequence[Played]) -> None:
        add(journal, played)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Journal, "add", add_and_be_interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # workers ignore it
    folder = MatchFolder.create(tmp_path / "out", MATCH, wants_records=False)
    with closing(folder):
        try:
            result = run_match(MATCH, 40, folder=folder, runner=play_here, make=make)
        finally:
            signal.signal(signal.SIGINT, before)
        assert not result.is_complete
        assert len(result.rows) == MATCH.players * len(folder.journal.sets) > 0


def test_a_finished_match_is_not_played_again_but_can_be_made_longer(tmp_path: Path) -> None:
    keep(tmp_path, 20)
    before = (tmp_path / NAME).read_bytes()
    keep(tmp_path, 20)
    assert (tmp_path / NAME).read_bytes() == before
    assert without_times(keep(tmp_path, 40).rows) == without_times(play().rows)
    with pytest.raises(ArenaError, match="already holds more games"):
        keep(tmp_path, 20)


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_journal_cut_off_anywhere_is_gone_on_with(tmp_path: Path, cut: int) -> None:
    keep(tmp_path, 20)
    journal = tmp_path / NAME
    journal.write_bytes(journal.read_bytes()[:-cut])
    assert without_times(keep(tmp_path, 40).rows) == without_times(play().rows)


def test_a_lost_record_is_played_again(tmp_path: Path) -> None:
    keep(tmp_path, 20)
    lost, empty = tmp_path / "games/0000/000003-1.anden", tmp_path / "games/0000/000005-2.anden"
    torn = tmp_path / "games/0000/000007-1.anden"
    lost.unlink()
    empty.write_bytes(b"")
    torn.write_bytes(torn.read_bytes()[:-200])
    assert without_times(keep(tmp_path, 20).rows) == without_times(play(games=20).rows)
    assert verify_record(lost).is_valid
    assert verify_record(empty).is_valid
    assert verify_record(torn).is_valid


def test_a_record_is_never_written_by_halves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(source: Path, target: Path) -> None:
        raise OSError("no space")

    played = Played(3, np.zeros(0, ROW), records=("anden record 1",))
    folder = MatchFolder.create(tmp_path / "out", MATCH, wants_records=True)
    monkeypatch.setattr(os, "replace", fail)
    with closing(folder), pytest.raises(WorkError):
        folder.add([played])
    assert not [path for path in (tmp_path / "out").rglob("*") if "anden" in path.name]


def test_every_game_has_its_record(tmp_path: Path) -> None:
    keep(tmp_path, 20)
    records = sorted((tmp_path / "games").rglob("*.anden"))
    assert len(records) == 20
    assert all(verify_record(record).is_valid for record in records)


def test_records_can_be_left_out(tmp_path: Path) -> None:
    folder = MatchFolder.create(tmp_path, MATCH, wants_records=False)
    run_match(MATCH, 8, folder=folder, runner=play_here, make=make)
    folder.close()
    assert not list(tmp_path.rglob("*.anden"))
    again = MatchFolder.reopen(tmp_path)
    assert not again.wants_records
    assert len(again.finished()) == 4
    again.close()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"nonsense", "line 3 is damaged"),
        (b"[]", "line 3 is damaged"),
        (b'{"set": 1}', "line 3 is damaged"),
    ],
)
def test_damage_in_the_middle_is_reported(tmp_path: Path, line: bytes, message: str) -> None:
    keep(tmp_path, 8)
    journal = tmp_path / NAME
    lines = journal.read_bytes().split(b"\n")
    lines[2] = line
    journal.write_bytes(b"\n".join(lines))
    with pytest.raises(ArenaError, match=message):
        Journal.reopen(journal)


def test_a_journal_of_another_version_or_board_is_refused(tmp_path: Path) -> None:
    keep(tmp_path, 2)
    journal = tmp_path / NAME
    header, rest = journal.read_text("utf-8").split("\n", 1)
    for key, value, message in (
        ("ruleset", 99, "another version"),
        ("board_sha256", "0", "not the one known here"),
        ("players", "many", "settings can't be read"),
    ):
        changed = json.dumps(json.loads(header) | {key: value})
        journal.write_text(f"{changed}\n{rest}", "utf-8")
        with pytest.raises(ArenaError, match=message):
            Journal.reopen(journal)


def test_a_folder_is_not_used_twice_at_once(tmp_path: Path) -> None:
    folder = MatchFolder.create(tmp_path, MATCH, True)
    with pytest.raises(ArenaError, match="is in use"):
        MatchFolder.reopen(tmp_path)
    folder.close()
    MatchFolder.reopen(tmp_path).close()


def test_a_full_disk_is_told_and_what_was_kept_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(tmp_path, 8)
    folder = MatchFolder.reopen(tmp_path)
    size = (tmp_path / NAME).stat().st_size

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WorkError, match=r"No space left on device; .* --resume"):
        run_match(MATCH, 20, folder=folder, runner=play_here, make=make)
    folder.close()
    monkeypatch.undo()
    assert (tmp_path / NAME).stat().st_size == size
    assert without_times(keep(tmp_path, 20).rows) == without_times(play(games=20).rows)
