"""`anden replay --svg --gif`: recorded games as animations."""

import sys
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from anden.cli.app import app

RECORD = str(Path(__file__).parents[1] / "golden" / "london.anden")


def replay(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["replay", RECORD, *arguments, "--lang", "es"])


def test_a_film_without_its_library_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    result = replay("--gif", str(tmp_path / "film.gif"))
    assert result.exit_code == 2
    assert "pip install 'anden[envs]'" in result.stderr


def test_films_are_written_as_svg_and_gif(tmp_path: Path) -> None:
    svg, gif = tmp_path / "film.svg", tmp_path / "film.gif"
    result = replay("--svg", str(svg), "--gif", str(gif))
    assert result.exit_code == 0, result.output
    assert result.output.count("Escrito: ") == 2
    assert "Jugador 2" in svg.read_text("utf-8")
    with Image.open(gif) as film:
        assert film.format == "GIF"
        assert getattr(film, "n_frames", 1) > 10


def test_what_is_for_the_terminal_is_refused(tmp_path: Path) -> None:
    result = replay("--gif", str(tmp_path / "film.gif"), "--player", "1")
    assert result.exit_code == 2
    assert "--player" in result.stderr


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    result = replay("--svg", str(tmp_path / "none" / "film.svg"))
    assert result.exit_code == 2
    assert "film.svg" in result.stderr
