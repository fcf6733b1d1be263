"""The commands around the game: boards, sim, verify."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import anden
from anden.boards import load_board
from anden.cli.app import app
from tests.records.support import forge, line_of, text_of


def run(*arguments: str) -> Result:
    result = CliRunner(env={"LC_ALL": "C"}).invoke(app, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def refused(*arguments: str, code: int = 2) -> str:
    """The one line that is said instead."""
    result = run(*arguments)
    assert result.exit_code == code
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("anden: ")
    return line


def test_the_version_is_reported() -> None:
    assert run("--version").stdout == f"anden {anden.__version__}\n"


def test_boards_are_listed() -> None:
    result = run("boards")
    assert result.exit_code == 0
    usa, europe, london = result.stdout.splitlines()
    assert usa.startswith("usa")
    assert europe.startswith("europe")
    assert london.startswith("london")
    assert "2 to 5 players, 36 cities, 100 routes on 78 pairs, 30 tickets" in usa


def test_a_board_is_shown() -> None:
    result = run("boards", "show", "europe")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Europe (europe)")
    for heading in ("Cities (47):", "Routes (101):", "Tickets (46):"):
        assert heading in lines
    for detail in ("tunnel", "ferry 2", "double", "long", "Stations: 3"):
        assert detail in result.stdout


def test_a_board_is_shown_in_spanish() -> None:
    shown = run("boards", "show", "london", "--lang", "es").stdout
    assert shown.startswith("Londres (london)")
    for word in ("autobuses", "gris", "Distritos (5):", "Torre de Londres"):
        assert word in shown


def test_an_unknown_language_is_refused() -> None:
    assert "en, es" in refused("boards", "show", "usa", "--lang", "xx")


def test_an_unknown_board_is_refused() -> None:
    assert "did you mean 'europe'?" in refused("boards", "show", "europa")


def test_a_good_board_file_is_called_good(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(load_board("london").source, "utf-8")
    result = run("boards", "check", str(file))
    assert result.exit_code == 0
    assert str(file) in result.stdout
    assert "2 to 4 players, 17 cities" in result.stdout


def test_a_bad_board_file_is_told_what_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    content = json.loads(load_board("london").source)
    content["routes"][3]["length"] = 99
    file.write_text(json.dumps(content), "utf-8")
    message = refused("boards", "check", str(file), code=1)
    assert "routes[3]" in message
    assert "99 is out of range" in message
    in_spanish = refused("boards", "check", str(file), "--lang", "es", code=1)
    assert "routes[3]" in in_spanish
    assert "99 está fuera de los límites; usa de 1 a 8" in in_spanish


def test_a_missing_board_file_is_reported() -> None:
    assert "/nowhere.json" in refused("boards", "check", "/nowhere.json", code=2)
    in_spanish = refused("boards", "check", "usaa", "--lang", "es", code=2)
    assert in_spanish.endswith("son usa, europe, london; ¿querías decir 'usa'?")


def test_a_simulation_is_summed_up_as_json() -> None:
    result = run("sim", "--board", "london", "--players", "3", "--games", "20", "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert (told["board"], told["players"], told["games"], told["seed"]) == ("london", 3, 20, 0)
    assert told["seconds"] > 0
    assert told["games_per_second"] == pytest.approx(20 / told["seconds"])
    assert told["steps_per_second"] == pytest.approx(told["steps"] / told["seconds"])
    assert len(told["mean_scores"]) == len(told["score_spread"]) == 3
    assert len(told["digest"]) == 64


def test_a_simulation_repeats_for_a_seed() -> None:
    def digest(seed: str) -> str:
        shown = run("sim", "--board", "london", "--games", "9", "--seed", seed, "--json").stdout
        return str(json.loads(shown)["digest"])

    assert digest("3") == digest("3") != digest("4")


def test_a_simulation_is_summed_up_in_words() -> None:
    lines = run("sim", "--board", "london", "--games", "9", "--seed", "5").stdout.splitlines()
    assert lines[0].startswith("9 games")
    assert [line.partition(":")[0] for line in lines[1:]] == [
        "Speed",
        "Length",
        "Player 1",
        "Player 2",
        "Digest",
    ]


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--players", "9"], "2 to 5"),
        (["--board", "london", "--players", "5"], "2 to 4"),
        (["--games", "0"], "--games"),
        (["--games", "-5"], "--games"),
        (["--games", "99999999999"], "--games"),
        (["--seed", "-1"], "--seed"),
        (["--seed", str(2**128)], "--seed"),
        (["--board", "mars"], "the built-in boards are usa, europe, london"),
    ],
)
def test_a_simulation_with_bad_arguments_is_refused(arguments: list[str], hint: str) -> None:
    assert hint in refused("sim", *arguments)


@pytest.mark.parametrize("arguments", [["--games", "many"], ["--players", "2.5"], ["--colour"]])
def test_arguments_that_are_not_understood_exit_with_2(arguments: list[str]) -> None:
    result = run("sim", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr


def test_a_good_record_is_valid(tmp_path: Path) -> None:
    file = tmp_path / "game.anden"
    file.write_text(text_of(), "utf-8", newline="\n")
    result = run("verify", str(file))
    assert result.exit_code == 0
    assert "valid" in result.stdout
    assert f"{text_of().count(' ;')} moves" in result.stdout
    for score in line_of(text_of(), "finished").split()[1:]:
        assert score in result.stdout


def test_a_bad_record_is_told_its_first_bad_move(tmp_path: Path) -> None:
    file = tmp_path / "game.anden"
    lines = text_of().splitlines()
    forged = forge(text_of(), lines[12], f"{lines[12][0]} pass ;{lines[12][-6:]}")
    file.write_text(forged, "utf-8", newline="\n")
    message = refused("verify", str(file), code=1)
    assert f"move 4 (player {lines[12][0]}: pass) does not fit" in message


@pytest.mark.parametrize("name", ["none.anden", "."])
def test_a_record_that_is_no_file_is_reported(name: str, tmp_path: Path) -> None:
    assert "is not a file" in refused("verify", str(tmp_path / name), code=2)
