"""A screen has a width and a height: words stay whole, and long lists wait."""

import os
import shlex
from collections.abc import Iterable
from pathlib import Path

import pytest

from anden.boards import load_board
from anden.cli.text.describe import row
from anden.cli.text.session import Session
from anden.cli.text.speech import Speech
from anden.cli.text.terminal import Terminal, shell_line
from anden.game import Game
from anden.locales import LANGUAGES
from tests.cli.text_driver import Screen, set_table, type_lines


def play_on_screen(
    folder: Path, lines: Iterable[str], columns: int, rows: int, language: str = "en"
) -> Screen:
    screen = Screen()
    table = set_table(screen, type_lines(screen, lines), folder, "europe", language=language)
    table.terminal = Terminal(type_lines(screen, lines), screen.write, size=lambda: (columns, rows))
    Session(table).run()
    return screen


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_no_word_is_broken_at_the_margin(tmp_path: Path, columns: int) -> None:
    lines = ["all", "help", "", "", "claimable", "tickets", "routes paris", "", "cities"]
    wide = play_on_screen(tmp_path, lines, 2000, 2000)
    narrow = play_on_screen(tmp_path, lines, columns, 2000)
    assert all(len(line) <= columns for line in narrow.lines if str(tmp_path) not in line)
    assert narrow.text.split() == wide.text.split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_waits_at_the_end_of_the_screen(tmp_path: Path, language: str) -> None:
    everything = play_on_screen(tmp_path, ["1 2", "help"], 80, 2000, language)
    more = "Enter for more" if language == "en" else "Intro para seguir"
    assert more not in everything.text
    enough = play_on_screen(tmp_path, ["1 2", "help", "q"], 80, 24, language)
    page = enough.text.partition("help\n")[2].partition(more)[0]
    assert len(page.splitlines()) == 22
    assert enough.text.count(more) == 1
    whole = play_on_screen(tmp_path, ["1 2", "help", "", ""], 80, 24, language)
    assert set(everything.lines) <= set(whole.lines) | {
        line for line in whole.lines if more in line
    }


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("undo", "Moves can't be taken back in the terminal."),
        ("take back", "Moves can't be taken back in the terminal."),
        ("Paris-Zurch", "Did you mean: claim Paris-Zurich?"),
        ("Zurch-Paris", "Did you mean: claim Zurich-Paris?"),
        ("a", "I don't know the command a. Type help for the list."),
        ("b", "I don't know the command b. Type help for the list."),
        ("draw blck", "No card is called blck here. Did you mean black?"),
    ],
)
def test_what_is_misspelt_is_guessed_on_a_large_board(
    tmp_path: Path, line: str, answer: str
) -> None:
    screen = play_on_screen(tmp_path, ["all", line], 2000, 2000)
    after = screen.text.partition(f"{line}\n")[2]
    assert after.startswith(f"{answer}\n")


def test_a_command_typed_while_more_is_to_be_read_is_obeyed(tmp_path: Path) -> None:
    screen = play_on_screen(tmp_path, ["all", "help", "hand", "help", "q", "row"], 80, 24)
    assert "hand\nYour hand" in screen.text
    assert "row\nRow: " in screen.text


def test_a_command_to_copy_is_never_broken(tmp_path: Path) -> None:
    folder = tmp_path / "a folder with spaces"
    folder.mkdir()
    file = folder / "my game.anden"
    screen = play_on_screen(tmp_path, ["all", f"save {file}"], 40, 2000)
    command = shell_line(["anden", "play", "--text", "--resume", str(file)])
    assert command in screen.lines
    if os.name != "nt":
        assert shlex.split(command)[-1] == str(file)


def test_buses_in_the_row_are_cards() -> None:
    board = load_board("london")
    assert Speech(board, "en").card("wild") == "bus card"
    assert Speech(board, "es").card("wild") == "carta de autobús"
    assert Speech(load_board("usa"), "en").card("wild") == "locomotive"
    views = (Game(board, 2, seed).view(0) for seed in range(30))
    view = next(view for view in views if "wild" in view.row)
    told = row(Speech(board, "en"), view)
    assert told.count("bus card") == view.row.count("wild") == told.count("bus")


def test_paper_has_no_margin_and_no_end() -> None:
    shown: list[str] = []
    paper = Terminal(lambda prompt: "", shown.append)
    paper.say_pages(["word " * 100] * 100, "more?")
    assert shown == ["word " * 100 + "\n"] * 100
