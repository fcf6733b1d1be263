"""A screen has a width and a height: words stay whole, and long lists wait."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from anden.cli.text.session import Session
from anden.cli.text.terminal import Terminal
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
    more = "Enter for more" if language == "en" else "Enter para seguir"
    assert more not in everything.text
    enough = play_on_screen(tmp_path, ["1 2", "help", "q"], 80, 24, language)
    page = enough.text.partition("help\n")[2].partition(more)[0]
    assert len(page.splitlines()) == 22
    assert enough.text.count(more) == 1
    whole = play_on_screen(tmp_path, ["1 2", "help", "", ""], 80, 24, language)
    assert set(everything.lines) <= set(whole.lines) | {
        line for line in whole.lines if more in line
    }


def test_paper_has_no_margin_and_no_end() -> None:
    shown: list[str] = []
    paper = Terminal(lambda prompt: "", shown.append)
    paper.say_pages(["word " * 100] * 100, "more?")
    assert shown == ["word " * 100 + "\n"] * 100
