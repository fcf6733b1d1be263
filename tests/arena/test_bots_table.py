"""The published table, and the examples of the arena's page."""

import re
from pathlib import Path

import pytest

from anden.arena import play_here
from benchmarks import bots_table

ROOT = Path(__file__).parents[2]


def test_the_table_is_written_between_its_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots_table, "_runner", lambda options: play_here)
    page = tmp_path / "page.md"
    page.write_text(f"Before.\n{bots_table.BEGIN}\nold\n{bots_table.END}\nAfter.\n", "utf-8")
    options = bots_table.read_options(
        ["--out", str(tmp_path), "--bots", "greedy,random", "--boards", "london", "--games", "4"]
    )
    found = list(bots_table.matches(options))
    assert [match.players for match in found] == [2, 3, 4]
    for _ in range(2):  # the second time nothing is left to play
        summary = bots_table.play(found[0], options)
        assert summary is not None
        bots_table.write_page(page, bots_table.figures([summary], options))
    text = page.read_text("utf-8")
    assert text.startswith("Before.\n")
    assert text.endswith("After.\n")
    assert "old" not in text
    assert str(tmp_path) not in text
    assert "### 2 players\n\n4 games on 2 deals." in text
    rows = re.findall(r"^\| `(\w+)` \| \d+ \(\d+ to \d+\) \| [\d.]+% \(", text, re.M)
    assert rows == ["greedy", "random"]


def test_the_page_in_the_docs_has_the_marks() -> None:
    text = bots_table.PAGE.read_text("utf-8")
    assert text.index(bots_table.BEGIN) < text.index(bots_table.END)
