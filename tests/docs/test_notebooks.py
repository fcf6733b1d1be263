"""The notebooks run, with smaller numbers, and what is stored of them is whole."""

import json
from pathlib import Path
from typing import Any

import pytest

from tools.site.notebooks import SVG, as_markdown, code_cells, run_notebook

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
SMALLER: dict[str, dict[str, Any]] = {
    "playing": {},
    "learning_curve": {"GAMES": 8, "PASSES": 1, "MATCHES": 1},
    "data_set": {"GAMES": 8},
}


def test_every_notebook_is_run() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(SMALLER)


@pytest.mark.parametrize("name", SMALLER)
def test_notebook_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "svg")
    notebook = json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))
    outputs = run_notebook(notebook, SMALLER[name])
    stored = [cell["outputs"] for cell in code_cells(notebook)]
    if not SMALLER[name]:
        assert outputs == stored, "store them again: python -m tools.site.notebooks"
    kinds = [[output["output_type"] for output in cell] for cell in outputs]
    assert kinds == [[output["output_type"] for output in cell] for cell in stored]


def test_a_page_shows_code_and_what_it_gave() -> None:
    page = as_markdown((FOLDER / "playing.ipynb").read_text("utf-8"), "playing.ipynb")
    assert page.startswith("# Playing with `Game`")
    assert page.count('<div class="shown"><svg') == 2
    assert "```{ .text .output }\nkeep " in page
    assert "(playing.ipynb)" in page


def test_what_a_cell_shows_is_kept_as_a_notebook_keeps_it() -> None:
    def cell(source: str, *tags: str) -> dict[str, Any]:
        return {"cell_type": "code", "metadata": {"tags": list(tags)}, "source": [source]}

    cells = [cell("n = 5", "parameters"), cell("print(n)"), cell("n + 1"), cell("m = n")]
    first, second, third, fourth = run_notebook({"cells": cells}, {"n": 2})
    assert first == fourth == []
    assert second == [{"output_type": "stream", "name": "stdout", "text": "2\n"}]
    assert third[0]["data"] == {"text/plain": "3"}
    assert SVG not in third[0]["data"]
