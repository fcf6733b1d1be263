"""`anden play` without --text: the table in the browser."""

import json
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from anden.boards import load_board
from anden.boards.dump import board_as_dict
from anden.cli import browser
from anden.cli.app import app
from anden.server import ServerSettings


class Served:
    """What would have been served, with a page that is built."""

    def __init__(self, folder: Path) -> None:
        self.settings = ServerSettings(data=folder)
        self.calls: list[tuple[object, ...]] = []
        self.page = ""

    def run_server(self, *arguments: Any) -> None:
        *where, first_page, on_ready, bots = arguments
        self.calls.append((*where, on_ready, bots))
        self.page = first_page(self.settings)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Served:
    served = Served(tmp_path / "data")
    monkeypatch.setattr(browser, "run_server", served.run_server)
    page = tmp_path / "index.html"
    page.touch()
    monkeypatch.setattr(browser, "_PAGE", page)
    return served


def start(*options: str) -> Result:
    return CliRunner().invoke(app, ["play", *options, "--lang", "en"])


def test_browser_is_opened_at_this_computer(served: Served) -> None:
    result = start()
    assert result.exit_code == 0
    assert "opens in your browser" in result.stdout
    assert served.calls == [("127.0.0.1", None, None, "en", browser._open, ())]
    assert served.page == ""


def test_the_command_alone_opens_the_table(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert CliRunner().invoke(app, []).exit_code == 0
    assert served.calls == [("127.0.0.1", None, None, "es", browser._open, ())]


def test_server_runs_without_a_browser(served: Served) -> None:
    assert start("--no-browser", "--host", "0.0.0.0", "--port", "8123").exit_code == 0
    assert served.calls == [("0.0.0.0", 8123, None, "en", None, ())]


def test_page_begins_with_what_was_asked_for(served: Served) -> None:
    assert start("--board", "europe", "--players", "3", "--bots", "hard").exit_code == 0
    assert served.page == "/?board=europe&players=3&bots=hard"


def test_board_file_is_on_the_page(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text(json.dumps(board_as_dict(load_board("london"))), "utf-8")
    assert start("--board", str(file)).exit_code == 0
    (kept,) = served.settings.boards.iterdir()
    assert served.page == f"/?board={kept.stem}"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seed", "1"], "--seed is for the terminal: add --text"),
        (["--humans", "2", "--names", "Ana,Luis"], "--humans, --names are for the terminal"),
        (["--board", "atlantis"], "atlantis"),
        (["--board", "london", "--players", "5"], "--players must be from 2 to 4"),
        (["--bots", "easy,hard"], "one level for all bots"),
        (["--bots", "none.py"], "This bot can't be used"),
    ],
)
def test_nothing_that_was_asked_for_is_left_out_in_silence(
    served: Served, options: list[str], said: str
) -> None:
    result = start(*options)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not served.calls


def test_a_bot_of_ones_own_comes_along_to_the_browser(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "first_bot.py"
    file.write_text(
        "from anden.bots import Bot\n\n\nclass First(Bot):\n"
        "    def choose(self, view, legal):\n        return legal[0]\n",
        "utf-8",
    )
    assert start("--bots", f"hard,{file}").exit_code == 0
    assert served.calls[0][-1] == (("first_bot", str(file)),)
    assert served.page == "/?bots=hard"


def test_page_that_is_not_built_is_said(
    served: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(browser, "_PAGE", tmp_path / "missing.html")
    result = CliRunner().invoke(app, ["play", "--lang", "es"])
    assert result.exit_code == 2
    assert "make web" in result.stderr
    assert not served.calls


def test_browser_is_opened_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: Queue[str] = Queue()
    monkeypatch.setattr("webbrowser.open", opened.put)
    browser._open("http://localhost:8000")
    assert opened.get(timeout=10) == "http://localhost:8000"
