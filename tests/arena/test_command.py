"""`anden arena` as a person runs it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from anden.arena.journal import NAME
from anden.game import verify_record
from tests.cli.test_commands import refused, run

MATCH = ("--board", "london", "--bots", "greedy,random", "--seed", "3", "--workers", "1")
LONG = 120  # games: enough that a signal comes before the end
COMMAND = (sys.executable, "-c", "from anden.cli import main; main()", "arena")
RESULT_FIELDS = {
    "bot",
    "games",
    "wins",
    "win_rate",
    "win_rate_ci95",
    "mean_score",
    "mean_margin",
    "rating",
    "rating_ci95",
    "ms_per_move",
    "forfeits",
}


def arena(*arguments: str) -> dict[str, Any]:
    """What a match prints as JSON."""
    result = run("arena", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def without_times(told: dict[str, Any]) -> dict[str, Any]:
    for result in told["results"]:
        result["ms_per_move"] = None
    return told


def test_a_match_is_told_as_json(tmp_path: Path) -> None:
    out = tmp_path / "out"
    told = arena(*MATCH, "--games", "8", "--out", str(out))
    assert (told["board"], told["players"], told["games"], told["seed"]) == ("london", 2, 8, 3)
    assert told["is_complete"]
    better, worse = told["results"]
    assert (better["bot"], worse["bot"]) == ("greedy", "random")
    assert set(better) >= RESULT_FIELDS
    assert better["wins"] == 8
    assert better["win_rate"] == 1
    assert 0.2 < better["win_rate_ci95"][0] < better["win_rate_ci95"][1] == 1
    assert better["rating"] > 1500 > worse["rating"]
    assert better["rating_ci95"][0] < better["rating"] < better["rating_ci95"][1]
    assert better["mean_margin"] == -worse["mean_margin"] > 0
    assert better["ms_per_move"] > 0
    assert worse["ms_per_move"] > 0
    assert without_times(json.loads((out / "results.json").read_text("utf-8"))) == without_times(
        told
    )
    assert sorted(path.name for path in out.iterdir()) == [
        "games",
        "games.parquet",
        "journal.jsonl",
        "report.html",
        "results.json",
    ]
    for game in told["closest"]:
        assert verify_record(out / game["record"]).is_valid


def test_a_match_is_told_in_words() -> None:
    english = run("arena", *MATCH, "--games", "3")
    assert english.exit_code == 0
    assert "4 games on London, 2 players, seed 3" in english.stdout
    assert "Rounded up to whole deals: 4 games instead of 3." in english.stdout
    assert "What sets winners apart" in english.stdout
    lines = english.stdout.splitlines()
    assert next(line for line in lines if line.startswith("greedy")).split()[1:3] == ["4", "100.0%"]
    spanish = run("arena", *MATCH, "--games", "4", "--lang", "es").stdout
    assert "4 partidas en Londres" in spanish
    assert "Qué distingue a quien gana" in spanish


def test_one_bot_against_three_of_another() -> None:
    told = arena(
        *("--board", "london", "--bots", "greedy,random,random,random"),
        *("--games", "4", "--workers", "1"),
    )
    assert told["players"] == 4
    assert {one["bot"]: one["games"] for one in told["results"]} == {"greedy": 4, "random": 12}
    assert sum(one["wins"] for one in told["results"]) == pytest.approx(4)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        ([], "--bots"),
        (["--bots", "greedy,hal"], "no bot is called 'hal'"),
        (["--bots", "greedy,"], "1 to 32 bots"),
        (["--bots", "greedy,random", "--players", "9"], "2 to 5 players, not 9"),
        (["--bots", "greedy,greedy,random", "--players", "2"], "don't fill 2 seats"),
        (["--bots", "greedy,random", "--games", "0"], "--games"),
        (["--bots", "greedy,random", "--seed", "-1"], "--seed"),
        (["--bots", "greedy,random", "--time-ms", "0"], "time"),
        (["--bots", "greedy,random", "--workers", "-1"], "--workers"),
        (["--bots", "greedy,random", "--board", "mars"], "the built-in boards are"),
        (["--bots", "greedy,random", "--resume"], "--out DIR"),
        (["--bots", "greedy,random", "--lang", "xx"], "en, es"),
    ],
)
def test_bad_arguments_are_refused(arguments: list[str], hint: str) -> None:
    assert hint in refused("arena", *arguments)


def test_errors_are_told_in_spanish() -> None:
    message = refused("arena", "--bots", "greedy,random", "--players", "9", "--lang", "es")
    assert "es para entre 2 y 5 jugadores" in message


def test_a_folder_that_cannot_be_used_is_reported(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("Dear …", "utf-8")
    (tmp_path / "file").write_text("", "utf-8")
    assert "is not empty" in refused("arena", *MATCH, "--out", str(tmp_path / "full"))
    assert "can't be used" in refused("arena", *MATCH, "--out", str(tmp_path / "file"))
    message = refused("arena", "--out", str(tmp_path / "full"), "--resume")
    assert "holds no match" in message


def test_a_match_is_resumed_with_its_settings(tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    arena(*MATCH, "--games", "4", "--out", out)
    assert "is not empty" in refused("arena", *MATCH, "--games", "4", "--out", out)
    for option, value in (
        ("--bots", "random,greedy"),
        ("--players", "3"),
        ("--seed", "4"),
        ("--board", "usa"),
        ("--time-ms", "70"),
    ):
        message = refused("arena", "--out", out, "--resume", option, value)
        assert f"started with another {option}" in message
    assert "--no-records" in refused("arena", "--out", out, "--resume", "--no-records")
    longer = arena("--out", out, "--resume", "--games", "8", "--workers", "1")
    assert (
        without_times(longer)["results"]
        == without_times(arena(*MATCH, "--games", "8", "--out", str(tmp_path / "other")))["results"]
    )
    assert arena("--out", out, "--resume", "--workers", "1")["games"] == 8


def start(out: Path, games: int) -> "subprocess.Popen[str]":
    arguments = [*MATCH, "--games", str(games), "--out", str(out), "--json"]
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell's background jobs ignore Ctrl-C, and so would all they start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def wait_for_sets(out: Path, number: int) -> None:
    """Waits until the journal has this many lines."""
    for _ in range(2400):
        if (out / NAME).exists() and (out / NAME).read_bytes().count(b"\n") > number:
            return
        time.sleep(0.05)
    raise AssertionError("nothing is being played")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The match that the tests below interrupt."""
    out = str(tmp_path_factory.mktemp("whole"))
    return without_times(arena(*MATCH, "--games", str(LONG), "--out", out))


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_a_killed_match_loses_nothing_that_was_done(tmp_path: Path, whole: dict[str, Any]) -> None:
    process = start(tmp_path / "out", LONG)
    wait_for_sets(tmp_path / "out", 4)
    process.kill()
    process.communicate(timeout=120)  # the workers hold the pipes: they end as well
    done = (tmp_path / "out" / NAME).read_bytes().count(b"\n") - 2
    assert 2 <= done < LONG // 2
    assert without_times(arena("--out", str(tmp_path / "out"), "--resume")) == whole


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_ctrl_c_keeps_what_is_done(tmp_path: Path, whole: dict[str, Any]) -> None:
    process = start(tmp_path / "out", LONG)
    wait_for_sets(tmp_path / "out", 4)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "continue with --resume" in stderr
    assert "Traceback" not in stderr
    told = json.loads(stdout)
    assert not told["is_complete"]
    assert 4 <= told["games"] < LONG
    assert (tmp_path / "out" / "report.html").exists()
    assert without_times(arena("--out", str(tmp_path / "out"), "--resume")) == whole


def test_missing_libraries_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("choix", "pyarrow", "ray"):
        monkeypatch.setitem(sys.modules, library, None)
    result = run("arena", *MATCH, "--games", "2", "--out", str(tmp_path / "out"), "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told["results"][0]["rating"] is None
    assert told["results"][0]["win_rate"] == 1
    assert "pip install 'anden[arena]'" in result.stderr
    assert "choix" in result.stderr
    assert "pyarrow" in result.stderr
    assert "pip install 'anden[ray]'" in refused("arena", *MATCH, "--ray", "local")


def test_simulations_miss_libraries_before_they_compile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compile_nothing(**_: object) -> None:
        raise AssertionError

    for library in ("pyarrow", "ray"):
        monkeypatch.setitem(sys.modules, library, None)
    for place in ("anden.cli.sim.warm_up_series", "anden.cli.sim_bots.warm_up"):
        monkeypatch.setattr(place, compile_nothing)
    assert "pip install 'anden[ray]'" in refused("sim", "--ray", "local")
    assert "pip install 'anden[ray]'" in refused("sim", "--bots", "easy", "--ray", "local")
    bots = ("sim", "--bots", "easy", "--save")
    assert "pip install 'anden[arena]'" in refused(*bots, str(tmp_path / "rows.parquet"))
    assert ".parquet" in refused(*bots, str(tmp_path / "rows.csv"))
