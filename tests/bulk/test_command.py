"""`anden sim --bots` as a person runs it."""

import json
from pathlib import Path
from typing import Any

import pytest

from anden.bulk import dataset_info
from anden.cli import sim_bots
from anden.workers import WorkError
from tests.cli.test_commands import refused, run

GAMES = ("sim", "--board", "london", "--games", "5", "--seed", "2")


def told(*arguments: str) -> dict[str, Any]:
    result = run(*GAMES, *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_bots_are_summed_up_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    summed = told("--bots", "planner,greedy")
    saved = told("--bots", "planner,greedy", "--save", str(path))
    assert (summed["save"], saved["save"]) == (None, str(path))
    assert summed["digest"] == saved["digest"]
    assert summed["games_played"] == saved["games_played"] == 5
    assert dataset_info(path)["rows"] == saved["rows"] == summed["rows"]
    again = told("--bots", "planner,greedy", "--save", str(path), "--resume")
    assert (again["games_played"], again["digest"]) == (0, saved["digest"])


def test_bots_are_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "data.npz"
    arguments = (*GAMES, "--bots", "greedy", "--players", "3", "--save", str(path))
    english = run(*arguments)
    assert english.exit_code == 0, english.stderr
    lines = english.stdout.splitlines()
    assert lines[0] == "5 games on London, 3 players, seed 2."
    assert lines[3].startswith("Player 1 (greedy): mean score ")
    assert lines[-1].startswith(f"{path}: ")
    assert len(lines) == 8
    spanish = run(*arguments, "--overwrite", "--lang", "es")
    assert spanish.stdout.splitlines()[3].startswith("Jugador 1 (greedy)")
    assert len(told("--bots", "greedy", "--players", "3")["mean_scores"]) == 3


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--save", "x.parquet"], "--bots planner,planner"),
        (["--bots", "greedy", "--resume"], "--save FILE"),
        (["--bots", "greedy", "--save", "x.npz", "--resume", "--overwrite"], "together"),
        (["--bots", "greedy", "--save", "x.csv"], ".parquet or .npz"),
        (["--bots", "greedy,greedy,greedy", "--players", "2"], "3 don't fit 2 seats"),
        (["--bots", "nobody"], "no bot is called 'nobody'"),
        (["--bots", "greedy", "--players", "9"], "2 to 4"),
        (["--bots", "greedy", "--device", "cuda"], "--device"),
        (["--ray", "local", "--device", "cuda"], "--device"),
        (["--bots", "greedy", "--time-ms", "0"], "time"),
        (["--bots", "greedy", "--save", "/dev/null/x.parquet"], "can't be used"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str], hint: str) -> None:
    assert hint in refused(*GAMES, *arguments)


def test_a_run_that_is_stopped_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    def fill(*_: object, **__: object) -> None:
        raise WorkError("arena.error_unwritable", path="x", detail="No space left on device")

    arguments = (*GAMES, "--bots", "greedy", "--save", str(tmp_path / "x.parquet"))
    monkeypatch.setattr(sim_bots, "write_dataset", stop)
    assert "with --resume to continue" in refused(*arguments, code=130)
    monkeypatch.setattr(sim_bots, "write_dataset", fill)
    assert "No space left on device" in refused(*arguments)
    monkeypatch.setattr(sim_bots, "play_games", stop)
    assert "--save" in refused(*GAMES, "--bots", "greedy", code=130)
