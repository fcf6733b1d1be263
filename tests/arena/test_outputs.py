"""The files of a match: a report that stands alone, and data that others read."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import anden
from anden.arena import MatchFolder, MatchResult, play_here, run_match, summarise
from anden.arena.outputs import write_outputs
from anden.arena.report import build_report
from anden.arena.report.svg import Scale, nice_ticks
from anden.arena.report.wording import Wording
from anden.arena.settings import read_settings
from anden.bots import Bot
from tests.arena.support import make, settings

VOID = {"meta", "link"}


class Page(HTMLParser):
    """Checks that tags are closed, and gathers links and what is loaded."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.titles = 0
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "a":
            self.links.append(found["href"] or "")
        if tag == "svg":
            assert found["role"] == "img"
        self.titles += tag == "title"
        self.loaded += [value or "" for key, value in attrs if key in ("src", "srcset", "data")]
        self.loaded += [found["href"] or ""] if tag == "link" else []

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, MatchResult]:
    path = tmp_path_factory.mktemp("match")
    match = settings("quick", "first", "crash", "<b>&quick2", players=3)
    folder = MatchFolder.create(path, match, True)
    result = run_match(match, 24, folder=folder, runner=play_here, make=named)
    folder.close()
    assert write_outputs(path, result, summarise(result, has_records=True), "en") == []
    return path, result


def named(name: str, seed: int, seconds: float) -> Bot:
    return make(name.removeprefix("<b>&"), seed, seconds)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_report_stands_alone(played: tuple[Path, MatchResult], language: str) -> None:
    summary = summarise(played[1], has_records=True)
    text = build_report(played[1], summary, language)
    page = Page(text)
    assert page.loaded == ["data:,"]
    assert not re.search(r"https?://|@import|url\(", text)
    assert f'<html lang="{language}">' in text
    assert page.titles > 5
    assert "<b>&quick2" not in text
    assert "&lt;b&gt;&amp;quick2" in text


def test_the_report_links_to_the_games(played: tuple[Path, MatchResult]) -> None:
    path, _ = played
    text = (path / "report.html").read_text("utf-8")
    links = Page(text).links
    assert len(links) == 10
    for link in links:
        assert (path / link).is_file()
        assert f"anden replay {link}" in text


def test_the_report_tells_everybodys_result(played: tuple[Path, MatchResult]) -> None:
    text = (played[0] / "report.html").read_text("utf-8")
    summary = summarise(played[1])
    for one in summary.results:
        assert f"{100 * one.win_rate:.1f}%" in text
    assert "RuntimeError: no idea" in text
    assert "Forfeited moves" in text


@pytest.mark.parametrize("bots", [("quick",), ("quick", "first")])
def test_small_matches_have_a_report_too(bots: tuple[str, ...]) -> None:
    result = run_match(settings(*bots), 2, runner=play_here, make=make)
    Page(build_report(result, summarise(result), "en"))


def test_the_games_are_read_as_parquet(played: tuple[Path, MatchResult]) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    path, result = played
    table = pq.read_table(path / "games.parquet").to_pydict()
    assert len(table["bot"]) == 24 * 3
    assert set(table["bot"]) == set(result.settings.entries)
    assert sum(table["win"]) == pytest.approx(24)
    assert all((path / record).is_file() for record in table["record"])
    assert table["score"] == result.rows["score"].reshape(-1).tolist()
    sizes = [table[f"routes_{length}"] for length in range(1, 9)]
    assert [sum(routes) for routes in zip(*sizes, strict=True)] == result.rows["lengths"].sum(
        axis=-1
    ).reshape(-1).tolist()
    assert len(set(table["seed"])) == 8


# Reserved in SQL:2016, PostgreSQL, SQLite or MySQL, as far as a column might be called so.
WORDS_OF_SQL = {
    *("all", "and", "any", "as", "at", "by", "case", "check", "column", "date", "day", "default"),
    *("end", "first", "from", "group", "groups", "hour", "in", "index", "key", "last", "left"),
    *("limit", "match", "minute", "month", "no", "not", "number", "of", "offset", "on", "or"),
    *("order", "over", "position", "range", "rank", "right", "row", "rows", "second", "select"),
    *("set", "start", "table", "time", "to", "union", "user", "value", "values", "when", "year"),
}


def test_the_parquet_file_explains_itself(played: tuple[Path, MatchResult]) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    path, result = played
    schema = pq.read_schema(path / "games.parquet")
    assert not WORDS_OF_SQL & set(schema.names)
    metadata = {key.decode(): value.decode() for key, value in schema.metadata.items()}
    assert read_settings(json.loads(metadata["anden"])) == result.settings
    assert metadata["anden_version"] == anden.__version__
    assert set(json.loads(metadata["anden_columns"])) <= set(schema.names)


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (-3, 17), (0.42, 0.58), (1500, 1500), (-1e6, 1e6), (3, 3.0001)]
)
def test_ticks_reach_over_what_they_measure(low: float, high: float) -> None:
    ticks = nice_ticks(low, high)
    assert ticks[0] <= low
    assert ticks[-1] >= high
    assert 2 <= len(ticks) <= 8
    assert Scale(ticks[0], ticks[-1], 0, 100)(ticks[-1]) == 100


def test_numbers_are_written_as_the_language_does() -> None:
    english, spanish = Wording("en"), Wording("es")
    assert english.number(-12345.678) == "−12,345.7"
    assert spanish.number(-12345.678) == "−12\N{NARROW NO-BREAK SPACE}345,7"
    assert (english.number(1500, 0), spanish.number(1500, 0)) == ("1500", "1500")
    assert (english.percent(0.5), spanish.percent(0.5)) == ("50.0%", "50,0\N{NO-BREAK SPACE}%")
    assert [english.signed(value) for value in (1.0, 0.01, -1.0)] == ["+1.0", "0.0", "−1.0"]
    assert english.between(None) == "–"
    assert english.between((0.25, 0.5), factor=100) == "25.0 to 50.0"
