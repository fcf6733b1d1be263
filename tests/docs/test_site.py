"""The documentation site: it builds without a warning, and both languages have the same."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.docs.blocks import ROOT

DOCS = ROOT / "docs"
SPANISH = sorted(path.relative_to(DOCS / "es").as_posix() for path in (DOCS / "es").rglob("*.md"))


def navigation(name: str) -> list[object]:
    """The nav of a configuration, whose other parts need the generator's own loader."""
    text = (ROOT / name).read_text("utf-8")
    found: list[object] = yaml.safe_load(text[text.index("\nnav:") :])["nav"]
    return found


def pages_in(nav: object) -> list[str]:
    match nav:
        case str():
            return [nav]
        case list():
            return [page for entry in nav for page in pages_in(entry)]
        case dict():
            return [page for entry in nav.values() for page in pages_in(entry)]
    raise AssertionError(nav)


def picture_names(text: str) -> list[str]:
    return re.findall(r"pictures/([a-z-]+)\.svg", text)


def test_the_site_builds_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.site", "--to", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "es" / "rules" / "index.html").is_file()
    search = (tmp_path / "search" / "search_index.json").read_text("utf-8")
    assert "anden.Game" in search or "anden.game.Game" in search
    assert 'id="e7"' in (tmp_path / "rules" / "index.html").read_text("utf-8")


def test_what_players_read_is_there_in_spanish() -> None:
    english = {key: value for entry in navigation("mkdocs.yml") for key, value in entry.items()}  # type: ignore[attr-defined]
    wanted = {*pages_in(english["Home"]), *pages_in(english["Play"]), "host.md"}
    assert set(SPANISH) == wanted == set(pages_in(navigation("mkdocs.es.yml")))


@pytest.mark.parametrize("page", SPANISH)
def test_both_languages_have_the_same_parts(page: str) -> None:
    """Headings, pictures, rules that are cited, and points of lists: one each."""
    english, spanish = ((DOCS / part / page).read_text("utf-8") for part in ("", "es"))
    assert picture_names(english) == picture_names(spanish)
    for pattern in (r"^#+ ", r"\{[A-Z]\d+.*?\}", r"^\d\. ", r"^- \*\*", r"^```"):
        counts = [len(re.findall(pattern, text, re.MULTILINE)) for text in (english, spanish)]
        assert counts[0] == counts[1], pattern


def test_every_rule_has_a_spanish_text() -> None:
    ids = [
        re.findall(r"^- \*\*([A-Z]\d+)\*\* \S", (DOCS / part / "rules.md").read_text("utf-8"), re.M)
        for part in ("", "es")
    ]
    assert ids[0] == ids[1]


def test_house_rulings_are_marked_in_both_languages() -> None:
    marked = [
        re.findall(rf"^- \*\*([A-Z]\d+)\*\*(?:(?!^- ).)*?\*{words}:", text, re.M | re.S)
        for words, text in (
            ("House ruling", (DOCS / "rules.md").read_text("utf-8")),
            ("Decisión de la casa", (DOCS / "es" / "rules.md").read_text("utf-8")),
        )
    ]
    assert len(marked[0]) > 5
    assert marked[0] == marked[1]
