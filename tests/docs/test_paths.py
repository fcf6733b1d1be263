"""Files and folders that pages name are there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT

PLACES = ("*.md", "docs/**/*.md", "web/*.md", "benchmarks/*.md", "examples/*.md", "deploy/*.md")
PAGES = sorted(page for place in PLACES for page in ROOT.glob(place))
# Whole paths from the top, and modules told from their room on, as `kernel/observe.py`.
FOLDERS = "src|tests|tools|benchmarks|examples|deploy|docs|web|\\.github|\\.ci"
ROOMS = "|".join(sorted(path.name for path in (ROOT / "src/anden").iterdir() if path.is_dir()))
NAMED = re.compile(rf"(?<![\w/.:-])((?:{FOLDERS})/[\w./-]*\w|(?:{ROOMS})/[\w/]+\.(?:py|json))")
BASES = (ROOT, ROOT / "src/anden", ROOT / "web", ROOT / "docs")
MADE = {"src/anden/server/web"}  # by a build
ANY = "NAME"  # stands for a name in paths to be made


def named(text: str) -> Iterator[str]:
    text = re.sub(r"https?://\S+", "", text)
    yield from (match[1].rstrip(".") for match in NAMED.finditer(text))


def test_paths_are_found_in_texts() -> None:
    told = "See `tests/arena/test_ray.py`, [this](docs/a.md), kernel/observe.py and a/b.py; src/x."
    wanted = ["tests/arena/test_ray.py", "docs/a.md", "kernel/observe.py", "src/x"]
    assert list(named(told)) == wanted
    assert list(named("https://example.com/tests/x.py and xtests/y.py")) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_that_a_page_names_is_there(page: Path) -> None:
    bases = (*BASES, page.parent)
    paths = {path for path in named(page.read_text("utf-8")) if ANY not in path} - MADE
    assert {path for path in paths if not any((base / path).exists() for base in bases)} == set()


def test_the_table_of_the_web_app_has_all_of_its_folders() -> None:
    page = (ROOT / "web/README.md").read_text("utf-8")
    folders = {f"src/{path.name}" for path in (ROOT / "web/src").iterdir() if path.is_dir()}
    assert {folder for folder in folders if f"`{folder}`" not in page} == set()
