"""The measurement of a server under load: that it measures what it says."""

import json
import subprocess
import sys

import pytest

from benchmarks import load
from benchmarks.loading.tally import Act, around, percentiles
from benchmarks.loading.text import as_table


def test_a_short_load_loses_nothing_and_says_what_it_measured() -> None:
    options = ("--games", "3", "--seconds", "5", "--compression", "--json")
    done = subprocess.run([sys.executable, load.__file__, *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    assert (facts["games"], facts["lost"], facts["doubled"]) == (3, 0, 0)
    assert facts["acknowledged"] >= facts["actions"] > 0
    assert 0 < facts["p50_ms"] <= facts["p95_ms"] <= facts["p99_ms"]
    assert facts["server_cpu_ms_per_action"] > 0
    assert 0 < facts["wire_kilobytes_per_action"] < facts["kilobytes_per_action"]


@pytest.mark.parametrize(
    "options",
    [("--processes", "2"), ("--restart-database",), ("--postgresql", "--database", "sqlite://")],
)
def test_what_does_not_go_together_is_said(
    options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["load.py", *options])
    with pytest.raises(SystemExit, match="2"):
        load.main()
    assert "--postgresql" in capsys.readouterr().err


def test_a_gap_is_the_longest_time_without_an_acknowledged_action() -> None:
    quick = [Act(sent, 0.01) for sent in (1.0, 2.0, 3.0, 8.5, 9.0, 9.5)]
    waited = Act(3.5, 4.5)  # until 8.0
    facts = around([*quick, waited], since=3.2, until=5.0)
    assert facts == {
        "gap_seconds": 4.99,
        "p99_before_ms": 10.0,
        "p99_after_ms": 10.0,
        "actions_after": 3,
    }


def test_percentiles_of_too_little_are_none() -> None:
    assert percentiles([Act(0.0, 1.0)]) == {"p50_ms": None, "p95_ms": None, "p99_ms": None}


def test_a_table_has_a_row_for_each_fact() -> None:
    table = as_table([{"games": 10, "lost": 0}, {"games": 1000, "lost": 0, "gap_seconds": None}])
    assert table.splitlines() == [
        "games        10  1,000",
        "lost          0      0",
        "gap_seconds   -      -",
    ]
