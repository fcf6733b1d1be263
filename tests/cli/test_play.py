"""`anden play` without --text: the table in the browser."""

from pathlib import Path
from queue import Queue

import pytest
import typer
from typer.testing import CliRunner

from anden.cli import browser
from anden.cli.play import play

app = typer.Typer()
app.command()(play)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[object, ...]]:
    """What would have been served, with a page that is built."""
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(browser, "run_server", lambda *arguments: calls.append(arguments))
    page = tmp_path / "index.html"
    page.touch()
    monkeypatch.setattr(browser, "_PAGE", page)
    return calls


def test_browser_is_opened_at_this_computer(served: list[tuple[object, ...]]) -> None:
    result = CliRunner().invoke(app, ["--lang", "en"])
    assert result.exit_code == 0
    assert "opens in your browser" in result.stdout
    assert served == [("127.0.0.1", None, None, "en", browser._open, ())]


def test_server_runs_without_a_browser(served: list[tuple[object, ...]]) -> None:
    options = ["--no-browser", "--host", "0.0.0.0", "--port", "8123", "--lang", "es"]
    assert CliRunner().invoke(app, options).exit_code == 0
    assert served == [("0.0.0.0", 8123, None, "es", None, ())]


def test_a_bot_of_ones_own_comes_along_to_the_browser(
    served: list[tuple[object, ...]], tmp_path: Path
) -> None:
    file = tmp_path / "first_bot.py"
    file.write_text(
        "from anden.bots import Bot\n\n\nclass First(Bot):\n"
        "    def choose(self, view, legal):\n        return legal[0]\n",
        "utf-8",
    )
    assert CliRunner().invoke(app, ["--bot", str(file), "--lang", "en"]).exit_code == 0
    assert served[0][-1] == (("first_bot", str(file)),)
    result = CliRunner().invoke(app, ["--bot", str(tmp_path / "none.py"), "--lang", "es"])
    assert result.exit_code == 2
    assert "Este bot no se puede usar" in result.stderr


def test_page_that_is_not_built_is_said(
    served: list[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(browser, "_PAGE", tmp_path / "missing.html")
    result = CliRunner().invoke(app, ["--lang", "es"])
    assert result.exit_code == 2
    assert "make web" in result.stderr
    assert not served


def test_browser_is_opened_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: Queue[str] = Queue()
    monkeypatch.setattr("webbrowser.open", opened.put)
    browser._open("http://localhost:8000")
    assert opened.get(timeout=10) == "http://localhost:8000"
