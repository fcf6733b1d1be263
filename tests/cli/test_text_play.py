"""`anden play` as it is started: options, questions, errors."""

import json
from importlib import resources
from itertools import count
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from anden import boards
from anden.cli.play import play
from anden.cli.text.autosave import autosave_path
from anden.cli.text.seats import Occupant, read_seats, write_seats
from anden.cli.text.terminal import shell_line
from anden.game import Game

app = typer.Typer()
app.command()(play)


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def start(*options: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["--text", *options], input=typed)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--players", "6"], "--players must be from 2 to 5"),
        (["--board", "london", "--players", "1"], "--players must be from 2 to 4"),
        (["--humans", "0"], "--humans must be from 1 to 2"),
        (["--humans", "9"], "--humans must be from 1 to 5"),
        (["--players", "2", "--humans", "3"], "--humans must be from 1 to 2"),
        (["--bots", "deepblue"], "anden: no bot is called 'deepblue'; the bots are random, greedy"),
        (["--lang", "fr"], "--lang must be one of: en, es"),
        (["--board", "atlantis"], "atlantis"),
        (["--board", "."], "is a directory"),
        (["--seed", "-1"], "--seed must be a number"),
        (["--seed", str(1 << 128)], "--seed must be a number"),
        (["--names", "Ana,Ana"], "two players have the same name"),
        (["--names", "A,B,C"], "--names lists 3 names for 2 players"),
        (["--resume", "nowhere.anden"], "the game can't be resumed: nowhere.anden"),
        (["--resume", "bad\0name"], "the game can't be resumed"),
        (["--lang", "es", "--bots", "x"], "anden: ningún bot se llama 'x'; los bots son random"),
        (["--bots", "none.py"], "anden: none.py: there is no such file"),
        (["--bots", "easy,hard", "--players", "2"], "--bots takes one bot; 2 are too many"),
        (["--port", "8001"], "--port is for the browser: leave it out, or --text"),
        (["--host", "::", "--no-browser"], "--browser, --host are for the browser"),
        (["--resume", "x.anden", "--seed", "1"], "a saved game already has its --seed"),
    ],
)
def test_bad_option_is_a_line_and_exit_code_2(options: list[str], said: str) -> None:
    result = start(*options)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output
    assert len(result.stderr.splitlines()) == 1


def test_options_start_a_game_without_questions() -> None:
    result = start("--text", "--board", "europe", "--players", "3", "--lang", "es", "--seed", "1")
    assert result.exit_code == 0
    assert result.stdout.startswith("Europa: juegan Jugador 1, Bot 1 y Bot 2.\n")
    assert "Hasta pronto." in result.stdout


def test_a_bot_that_does_not_play_the_board_is_refused(tmp_path: Path) -> None:
    board = json.loads(resources.files(boards).joinpath("london.json").read_text("utf-8"))
    file = tmp_path / "own.json"
    file.write_text(json.dumps(board | {"id": "own"}), "utf-8")
    result = start("--board", str(file), "--bots", "neural", "--lang", "es")
    assert result.exit_code == 2
    assert "no hay ninguna red para own con 2 jugadores" in result.stderr


def test_every_bot_can_be_named() -> None:
    result = start("--board", "london", "--bots", "easy,greedy", "--lang", "en")
    assert result.stdout.startswith("London: Player 1, Bot 1 and Bot 2 play.\n")
    game = Game.load(autosave_path() or "")
    assert game.notes["seats"] == "human:Player 1,bot:easy:Bot 1,bot:greedy:Bot 2"


@pytest.mark.parametrize(
    ("variable", "value", "goodbye"),
    [
        ("LANG", "es_ES.UTF-8", "Hasta pronto."),
        ("LC_ALL", "es_AR", "Hasta pronto."),
        ("LANG", "de_DE.UTF-8", "Goodbye."),
        ("LANG", "C", "Goodbye."),
    ],
)
def test_language_comes_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, goodbye: str
) -> None:
    monkeypatch.setenv(variable, value)
    assert goodbye in start("--board", "london").stdout


def test_without_options_it_asks(tmp_path: Path) -> None:
    result = start(typed="7\nlondres\nx\n3\n2\nAna\nAna\nLuis\n")
    assert result.exit_code == 0
    assert "Which board? Enter means 1." in result.stdout
    assert "Type a number from 2 to 4." in result.stdout
    assert "Ana is taken." in result.stdout
    assert "London: Ana, Luis and Bot 1 play." in result.stdout


def test_enter_takes_every_default() -> None:
    result = start(typed="\n\n\n\n")
    assert "North America: Player 1 and Bot 1 play." in result.stdout


def test_closing_the_input_at_a_question_is_polite() -> None:
    result = start(typed="2\n")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "Goodbye."


def test_unfinished_game_is_offered_and_resumed(tmp_path: Path) -> None:
    start(
        "--board",
        "london",
        "--seed",
        "5",
        "--names",
        "Eva",
        "--lang",
        "es",
        typed="1\nrobar mazo\n",
    )
    file = tmp_path / "data" / "anden" / "autosave.anden"
    digest = Game.load(file).digest
    result = start(typed="\n")
    assert "There is an unfinished game: London, Eva, Bot 1, " in result.stdout
    assert "¿Cuál es tu segunda carta?" in result.stdout
    assert Game.load(file).digest == digest


def test_unfinished_game_that_is_not_wanted_is_set_aside(tmp_path: Path) -> None:
    start("--board", "london", "--seed", "5", typed="1\n")
    digest = Game.load(tmp_path / "data" / "anden" / "autosave.anden").digest
    result = start(typed="no\n\n\n\n\n")
    assert "Another unfinished game is saved in" in result.stdout
    (aside,) = (tmp_path / "data" / "anden").glob("game-*.anden")
    assert shell_line(["anden", "play", "--text", "--resume", str(aside)]) in result.stdout
    assert Game.load(aside).digest == digest


def test_record_without_seats_can_be_resumed(tmp_path: Path) -> None:
    file = tmp_path / "bare.anden"
    Game("london", 3, 1).save(file)
    result = start("--resume", str(file))
    assert "London: Player 1, Bot 1 and Bot 2 play." in result.stdout


def with_own_bot(folder: Path, bot: str) -> Path:
    """The record of a game in which a bot of one's own sits at the second seat."""
    game = Game("london", 2, 1)
    game.notes["seats"] = write_seats((Occupant("Ana", None), Occupant("Uno", bot)))
    game.save(folder / "own.anden")
    return folder / "own.anden"


BOT_FILE = """
from pathlib import Path
Path(__file__).with_name("was-here").touch()

from anden.bots import Bot

class Own(Bot):
    def choose(self, view):
        return view.legal_actions()[0]
"""


@pytest.mark.parametrize(("answer", "starts"), [("yes", True), ("", False), ("no", False)])
def test_code_that_a_record_names_runs_only_if_the_player_says_so(
    tmp_path: Path, answer: str, starts: bool
) -> None:
    file = tmp_path / "own bot.py"
    file.write_text(BOT_FILE, "utf-8")
    record = with_own_bot(tmp_path, str(file))
    result = start("--resume", str(record), typed=f"{answer}\n1\n")
    assert f"At Uno's seat was a bot of its own: {file}" in result.stdout
    assert "London: Ana and Uno play." in result.stdout
    assert (tmp_path / "was-here").exists() == starts
    kept = Game.load(tmp_path / "data" / "anden" / "autosave.anden").notes["seats"]
    seats = read_seats(kept, 2)
    assert seats is not None
    assert seats[1].bot == (str(file) if starts else "medium")


@pytest.mark.parametrize("bot", ["nobody", "champion:x", "exec:no-such-program"])
def test_a_bot_that_is_not_there_any_more_is_replaced(tmp_path: Path, bot: str) -> None:
    record = with_own_bot(tmp_path, bot)
    result = start("--resume", str(record), typed="yes\n" if bot.startswith("exec:") else "")
    assert result.exit_code == 0
    assert "Uno can't play on, so medium takes over" in result.stdout


def test_file_with_bad_characters_in_input_is_no_crash() -> None:
    runner = CliRunner()
    result = runner.invoke(app, ["--text", "--board", "london"], input=b"1\n\xff\xfe\x00\n\nhand\n")
    assert result.exit_code == 0
    assert "Your hand" in result.stdout


class Compiling:
    """Another process that compiles for a minute."""

    def __init__(self, *, is_awaited: bool) -> None:
        assert is_awaited
        self._left = 60

    @property
    def is_at_work(self) -> bool:
        return self._left > 0

    def seconds_left(self) -> int:
        self._left -= 5
        return self._left

    def close(self) -> None:
        pass


def test_a_bot_that_searches_says_how_long_it_will_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("anden.cli.terminal_game.BackgroundCompiling", Compiling)
    monkeypatch.setattr("anden.cli.terminal_game.sleep", lambda seconds: None)
    monkeypatch.setattr("anden.cli.terminal_game.monotonic", count(0, 2.5).__next__)
    monkeypatch.setattr("anden.cli.terminal_game.warm_up", lambda message: None)
    said = start("--board", "london", "--bots", "expert", "--lang", "en").stderr.splitlines()
    assert [int(line.split()[-2]) for line in said] == [55, 35, 15]
    assert said[0].startswith("The bot that searches needs compiled code")


def test_a_game_that_can_begin_waits_for_nothing() -> None:
    assert not start("--board", "london", "--bots", "easy", "--lang", "en").stderr
