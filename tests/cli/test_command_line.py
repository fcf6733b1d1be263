"""The command itself: its help and errors in both languages, any code page, JSON, completion."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from anden.boards import load_board
from anden.bots import BOTS
from anden.cli import language_of, main, with_command
from anden.cli.app import app
from anden.cli.in_spanish import spanish, translate_error
from anden.cli.output import plain, print_json, take_any_text
from anden.locales import LANGUAGES, system_language

SOURCES = Path(__file__).parents[2] / "src"
GAME = Path(__file__).parent.parent / "golden" / "london.anden"


def run(*arguments: str, **variables: str) -> "subprocess.CompletedProcess[bytes]":
    """The command in a process of its own, as it is started from a shell."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    env |= {"PYTHONPATH": str(SOURCES), "LANG": "C", "COLUMNS": "100", "TERM": "dumb"}
    command = [sys.executable, "-m", "anden", *arguments]
    return subprocess.run(command, env=env | variables, capture_output=True)


def told_json(*arguments: str, code: int = 0) -> Any:
    result = CliRunner().invoke(app, [*arguments, "--lang", "en"])
    assert result.exit_code == code
    assert result.stderr == ""
    return json.loads(result.stdout)


def help_texts(command: Any) -> set[str]:
    """Everything that --help says of a command and those below it."""
    holders = (command, *command.params)
    found = {" ".join(text.split()) for holder in holders if (text := getattr(holder, "help", ""))}
    return found.union(*map(help_texts, getattr(command, "commands", {}).values()))


def test_every_help_text_is_in_spanish_and_every_translation_is_used() -> None:
    texts = help_texts(get_command(app))
    assert {text for text in texts if spanish(text) == text} == set()
    of_typer = 20  # words of its own, which change with its versions
    catalogue = json.loads((SOURCES / "anden/locales/spanish_help.json").read_text("utf-8"))
    assert len(set(catalogue["texts"]) - texts) <= of_typer


def test_help_and_errors_are_in_the_language_of_the_machine() -> None:
    shown = run("play", "--help", LC_ALL="es_ES.UTF-8", PYTHONIOENCODING="utf-8").stdout.decode()
    assert "Uso: anden play [OPCIONES]" in shown
    assert "Muestra esta ayuda." in shown
    assert "Juega en la terminal" in shown
    for english in ("Usage", "Options", "Show this message", "default:"):
        assert english not in shown
    done = run("play", "--bot", "hard", "--lang", "es", PYTHONIOENCODING="utf-8")
    assert done.returncode == 2
    first, second = done.stderr.decode().splitlines()
    assert first.startswith("anden: no existe la opción --bot (opciones parecidas: --bots")
    assert second == "Mira: anden play --help"


def test_errors_about_arguments_are_a_line_and_a_hint() -> None:
    done = run("play", "--bot", "hard")
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[0].startswith("anden: No such option: --bot ")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Missing argument 'file'.", "falta el argumento 'file'."),
        ("Invalid value for '--games': 'x' is not a valid int.", "'x' no es un número entero."),
        ("Option '--port' requires an argument.", "la opción '--port' necesita un valor."),
        ("Got unexpected extra argument(s) (x y)", "sobran estos argumentos: x y"),
    ],
)
def test_what_typer_says_is_translated(said: str, told: str) -> None:
    assert translate_error(said).endswith(told)


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        (["play", "--lang", "es"], "es"),
        (["--lang=es", "boards"], "es"),
        (["play", "--lang"], "en"),
        (["play", "--lang", "xx"], "en"),
        ([], "en"),
    ],
)
def test_language_is_found_among_the_arguments(
    arguments: list[str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert language_of(arguments) == language


def test_windows_is_asked_what_it_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for number, language in ((0x0C0A, "es"), (0x080A, "es"), (0x0409, "en"), (0x0407, "en")):
        kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda number=number: number)
        monkeypatch.setattr("ctypes.windll", SimpleNamespace(kernel32=kernel), raising=False)
        assert system_language() == language
    monkeypatch.setenv("LANG", "es_AR.UTF-8")
    assert system_language() == "es"


@pytest.mark.parametrize("encoding", ["ascii", "cp932"])
def test_no_code_page_stops_the_output(encoding: str) -> None:
    """The result of a match neither."""
    match = ["--board", "london", "--bots", "greedy,random", "--games", "2", "--workers", "1"]
    for arguments, word in (
        (["boards", "show", "europe"], b"Madrid"),
        (["play", "--help"], b"--board"),
        (["arena", *match], b"greedy"),
    ):
        done = run(*arguments, "--lang", "es", PYTHONIOENCODING=encoding)
        assert done.returncode == 0
        assert word in done.stdout


def test_what_a_code_page_lacks_is_written_with_other_signs() -> None:
    told = "Zúrich – «Gdańsk»… ¿sí? 5 €"
    assert plain(told) == 'Zurich - "Gdansk"... si? 5 ?'
    done = run("boards", "show", "europe", "--lang", "es", PYTHONIOENCODING="cp932")
    assert b"Zurich" in done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp932", "cp1252"])
def test_json_is_the_same_on_every_code_page(encoding: str) -> None:
    """Signs are escaped, since another one, a quotation mark even, would be another value."""
    done = run("boards", "show", "europe", "--json", PYTHONIOENCODING=encoding)
    assert json.loads(done.stdout) == told_json("boards", "show", "europe", "--json")


def test_json_with_quotation_marks_stays_json(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"about": "“Zúrich” «5 €» \ud800"}
    raw = io.BytesIO()
    page = io.TextIOWrapper(raw, encoding="ascii", errors="replace")
    monkeypatch.setattr(sys, "stdout", page)
    take_any_text()
    print_json(told)
    assert json.loads(raw.getvalue()) == told


@pytest.mark.parametrize(
    "match",
    [
        ["sim", "--board", "london", "--games", "1"],
        ["arena", "--board", "london", "--bots", "greedy,random", "--games", "1", "--workers", "1"],
    ],
)
def test_json_holds_no_word_for_what_is_no_number(match: list[str]) -> None:
    """With one game there is no spread to tell."""
    result = CliRunner().invoke(app, [*match, "--json"])
    json.loads(result.stdout, parse_constant=lambda word: pytest.fail(word))


@pytest.mark.parametrize(
    ("typed", "understood"),
    [
        ("", ""),
        ("--lang es", "play --lang es"),
        ("--lang es --board europe", "play --board europe --lang es"),
        ("--lang es boards", "boards --lang es"),
        ("--lang=es boards show usa", "boards show usa --lang=es"),
        ("--lang es --help", "--help"),
        ("--lang", "play --lang"),
        ("--text --board london", "play --text --board london"),
        ("--version", "--version"),
        ("--help", "--help"),
        ("--install-completion=bash", "--install-completion=bash"),
        ("boards --lang es", "boards --lang es"),
        ("bords", "bords"),
    ],
)
def test_options_alone_are_those_of_play(typed: str, understood: str) -> None:
    assert with_command(typed.split()) == understood.split()


def test_a_wish_without_a_command_reaches_the_table() -> None:
    done = run("--text", "--lang", "es", "--players", "99")
    assert done.returncode == 2
    assert "entre 2 y 5" in done.stderr.decode()


def test_a_group_of_commands_alone_shows_its_help_and_nothing_more() -> None:
    done = run("admin")
    assert done.returncode == 2
    assert b"backup" in done.stdout
    assert done.stderr == b""


def test_an_interrupt_while_the_command_is_loaded_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(arguments: list[str], language: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("anden.cli.run", interrupted)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 130
    assert capsys.readouterr() == ("", "")


def test_what_is_slow_to_load_is_loaded_where_an_interrupt_is_heard() -> None:
    """The command's entry point, which Ctrl-C ends with a traceback, loads next to nothing."""
    code = "import sys, anden.cli; print('numpy' in sys.modules, 'typer' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.split() == [b"False", b"False"]


def test_boards_are_told_as_json(tmp_path: Path) -> None:
    london = told_json("boards", "--json")["boards"][2]
    assert (london["id"], london["players"], london["cities"]) == ("london", [2, 4], 17)
    assert told_json("boards", "show", "london", "--json")["id"] == "london"
    file = tmp_path / "own.json"
    file.write_text(load_board("london").source, "utf-8")
    assert told_json("boards", "check", str(file), "--json")["is_valid"]
    file.write_text("{}", "utf-8")
    assert told_json("boards", "check", str(file), "--json", code=1)["problem"]
    assert not told_json("boards", "check", "none.json", "--json", code=2)["is_valid"]


@pytest.mark.parametrize(
    ("arguments", "facts"),
    [
        (["boards", "show", "atlantis"], {"file": "atlantis", "is_valid": False}),
        (["boards", "check", "none.json"], {"file": "none.json", "is_valid": False}),
        (["bots", "check", "deepblue"], {"bot": "deepblue", "is_good": False}),
        (["bots", "check", "easy", "--board", "atlantis"], {"bot": "easy", "is_good": False}),
        (["bots", "check", "easy", "--seconds", "0"], {"bot": "easy", "is_good": False}),
    ],
)
def test_what_goes_wrong_is_told_as_json(arguments: list[str], facts: dict[str, object]) -> None:
    told = told_json(*arguments, "--json", code=2)
    assert told.pop("problem")
    assert told == facts


def test_a_verdict_is_told_as_json(tmp_path: Path) -> None:
    told = told_json("verify", str(GAME), "--json")
    assert told["is_valid"]
    assert told["scores"] == [29, 29, 28, -41]
    assert told["winners"]
    bad = tmp_path / "bad.anden"
    bad.write_text(GAME.read_text("utf-8").replace("finished 29", "finished 28"), "utf-8")
    assert "checksum" in told_json("verify", str(bad), "--json", code=1)["problem"]
    assert not told_json("verify", "none.anden", "--json", code=2)["is_valid"]


def test_bots_are_told_as_json() -> None:
    names = [bot["name"] for bot in told_json("bots", "--json")["bots"]]
    assert set(BOTS) <= set(names)
    report = told_json("bots", "check", "random", "--board", "london", "--json")
    assert report["is_good"]
    assert all(stage["is_good"] for stage in report["stages"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["verify", "none.anden"],
        ["replay", "none.anden"],
        ["boards", "check", "none.json"],
        ["boards", "show", "none.json"],
        ["bots", "check", "none.py"],
        ["play", "--text", "--resume", "none.anden"],
        ["play", "--text", "--board", "none.json"],
        ["play", "--board", "none.json"],
        ["play", "--bots", "none.py"],
        ["serve", "--bots", "none.py"],
        ["sim", "--board", "none.json"],
        ["sim", "--bots", "none.py"],
        ["arena", "--bots", "none.py"],
        ["arena", "--resume", "--out", "none"],
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_file_is_exit_code_2_and_named(arguments: list[str], language: str) -> None:
    result = CliRunner().invoke(app, [*arguments, "--lang", language])
    assert result.exit_code == 2
    assert "none" in result.stderr
    (line,) = result.stderr.splitlines()
    if arguments[0] in ("verify", "replay", "bots", "serve"):
        english = re.search(r"\b(is|there|can't|file)\b", line) is not None
        assert english == (language == "en"), line


def test_the_shell_completes_commands_boards_and_bots() -> None:
    def completed(words: str) -> str:
        count = len(words.split()) - (0 if words.endswith(" ") else 1)
        return run(
            _ANDEN_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(count)
        ).stdout.decode()

    assert completed("anden pl").split() == ["play"]
    assert completed("anden play --board eu").split() == ["europe"]
    assert completed("anden play --bots hard,me").split() == ["hard,medium"]
