"""Leaving in any way keeps the game; coming back finds the same one."""

import sys
from pathlib import Path

import pytest

from anden.cli.text.autosave import Autosave, autosave_path
from anden.cli.text.seats import Occupant, read_seats, write_seats
from anden.cli.text.session import Session
from anden.cli.text.text_game import TextGame
from anden.game import Game
from tests.cli.text_driver import CTRL_C, Screen, Typist, play_lines, set_table

GOLDEN = Path(__file__).parent.parent / "golden"


def kept(folder: Path) -> Game:
    return Game.load(folder / "data" / "autosave.anden")


def test_saved_game_is_the_same_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.anden"
    table, screen = play_lines(tmp_path, ["1 2", f"save {file}"], board="europe", players=3)
    assert Game.load(file).digest == table.game.digest
    assert f"Saved. To resume it later:\nanden play --text --resume {file}\n" in screen.text


@pytest.mark.compiled_only
def test_resumed_game_goes_on_as_it_would_have(tmp_path: Path) -> None:
    straight = type_until(tmp_path / "a", None)
    left = type_until(tmp_path / "b", 12)
    assert not left.game.is_over
    assert kept(tmp_path / "b").digest == left.game.digest
    resumed = type_until(tmp_path / "b", None, kept(tmp_path / "b"))
    assert resumed.game.is_over
    assert resumed.game.digest == straight.game.digest


def type_until(folder: Path, count: int | None, game: Game | None = None) -> TextGame:
    """A game against the greedy bot in which the input ends after this many lines."""
    typist = Typist(Screen())

    def watch(prompt: str) -> None:
        if len(typist.typed) == count:
            raise EOFError

    typist.watch = watch
    typist.table = set_table(typist.screen, typist.read, folder, bot="greedy", game=game)
    Session(typist.table).run()
    return typist.table


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(["1"], id="input ends"),
        pytest.param(["1", CTRL_C, CTRL_C], id="Ctrl-C twice"),
        pytest.param(["1", CTRL_C, ""], id="Ctrl-C, Enter"),
        pytest.param(["1", "quit", ""], id="quit, Enter"),
        pytest.param(["1", "draw deck"], id="in the middle of a turn"),
        pytest.param([CTRL_C, ""], id="before the first decision"),
    ],
)
def test_leaving_keeps_the_game(tmp_path: Path, lines: list[str]) -> None:
    table, screen = play_lines(tmp_path, lines)
    assert kept(tmp_path).digest == table.game.digest
    assert screen.lines[-1] == "Goodbye."
    assert "The game is saved in" in screen.text


def test_leaving_offers_a_copy(tmp_path: Path) -> None:
    file = tmp_path / "copy.anden"
    table, _ = play_lines(tmp_path, ["1", "quit", str(tmp_path / "no" / "such"), str(file)])
    assert Game.load(file).digest == table.game.digest


def test_interrupted_bot_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Session) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "_move_bot", interrupted)
    table, screen = play_lines(tmp_path, ["1", ""])
    assert kept(tmp_path).digest == table.game.digest
    assert screen.lines[-1] == "Goodbye."


def test_disk_that_refuses_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    table, screen = play_lines(tmp_path, ["1", "draw deck", "draw deck", "draw deck"])
    assert len(table.game.moves) >= 5
    assert screen.text.count("can't be saved as you play") == 1
    assert "could not be saved" in screen.text


def test_copy_can_be_saved_though_the_disk_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    file = tmp_path / "copy.anden"
    table, screen = play_lines(tmp_path, ["1", "quit", str(file)])
    assert Game.load(file).digest == table.game.digest
    assert "could not be saved" not in screen.text


def test_other_file_is_overwritten_only_if_the_player_says_so(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("dear Ana")
    play_lines(tmp_path, ["1", f"save {file}", "no"])
    assert file.read_text() == "dear Ana"
    table, _ = play_lines(tmp_path, ["1", f"save {file}", "yes"])
    assert Game.load(file).digest == table.game.digest


def test_own_file_is_overwritten_without_a_question(tmp_path: Path) -> None:
    file = tmp_path / "mine.anden"
    table, screen = play_lines(tmp_path, ["1", f"save {file}", "draw deck", "save"])
    assert Game.load(file).digest == table.game.digest
    assert "Overwrite" not in screen.text


def test_name_that_no_file_can_have_is_no_crash(tmp_path: Path) -> None:
    _, screen = play_lines(
        tmp_path, ["1", f"save {tmp_path}", "yes", f"save {tmp_path}/{'x' * 150}/y"]
    )
    assert screen.text.count("Not saved: ") == 2


def test_unfinished_game_is_set_aside_for_a_new_one(tmp_path: Path) -> None:
    autosave = Autosave(tmp_path / "autosave.anden")
    first, second = Game("london", 2, 1), Game("london", 2, 2)
    autosave.save(first)
    assert autosave.set_aside(first) is None
    aside = autosave.set_aside(second)
    assert aside is not None
    assert Game.load(aside).digest == first.digest
    assert autosave.unfinished() is None


def test_damaged_autosave_is_not_offered(tmp_path: Path) -> None:
    path = tmp_path / "autosave.anden"
    path.write_bytes(b"\xff\x00")
    assert Autosave(path).unfinished() is None


def test_user_without_a_home_can_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = Path("~/.local/share/anden")  # what is left where nothing is behind the tilde
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: nowhere)
    assert autosave_path() is None
    assert not Autosave(None).save(Game("london", 2, 1))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such variable")
def test_data_folder_follows_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert autosave_path() == tmp_path / "anden" / "autosave.anden"


def test_seats_are_written_and_read() -> None:
    seats = (Occupant("Ana: la primera", None), Occupant("Bot 1", "greedy"))
    assert read_seats(write_seats(seats), 2) == seats


@pytest.mark.parametrize(
    "bot",
    [
        "hard:builder",
        "champion:4",
        "own/my_bot.py:My",
        "exec:node 'a, b.js' --x=50%",
        "A=exec:b",
        r"C:\mio\año.py",
    ],
)
def test_every_bot_is_written_and_read(bot: str) -> None:
    seats = (Occupant("Ana", None), Occupant("Uno: el primero", bot))
    assert read_seats(write_seats(seats), 2) == seats


@pytest.mark.parametrize(
    "text",
    [
        "",
        "human:Ana",
        "human:Ana,bot::Bot",
        "human:Ana,bot:random",
        "human:Ana,human:Ana",
        "human:,human:Eva",
        "x,y",
    ],
)
def test_seats_that_make_no_sense_are_not_read(text: str) -> None:
    assert read_seats(text, 2) is None


def test_name_in_a_file_can_not_touch_the_terminal() -> None:
    seats = read_seats("human:\033[2JAna,human:Eva", 2)
    assert seats is not None
    assert seats[0].name == "[2JAna"


def test_finished_game_is_to_be_watched_again_not_resumed(tmp_path: Path) -> None:
    file = tmp_path / "won.anden"
    game = Game.load(GOLDEN / "london.anden")
    assert game.is_over
    table, screen = play_lines(tmp_path, [str(file)], game=game)
    assert f"Saved. To watch it again:\nanden replay {file}\n" in screen.text
    assert "resume" not in screen.text
    assert Game.load(file).digest == table.game.digest


def test_leaving_names_the_command_that_resumes(tmp_path: Path) -> None:
    _, screen = play_lines(tmp_path, ["quit", ""])
    assert screen.lines[-3].endswith("To resume it:")
    assert screen.lines[-2] == "anden play --text"
