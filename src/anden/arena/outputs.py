"""What a match leaves in its folder, besides the journal and the games."""

import json
from pathlib import Path

from anden.machine.files import write_whole
from anden.workers import MissingExtraError, WorkError
from anden.workers.errors import unwritable

from .match import MatchResult
from .parquet import write_parquet
from .report import build_report
from .summary import Summary


def write_outputs(
    path: Path, result: MatchResult, summary: Summary, language: str
) -> list[WorkError]:
    """Writes results.json, games.parquet and report.html; returns what had to be left out."""
    left_out: list[WorkError] = []
    _write(path / "results.json", json.dumps(summary.as_json(), indent=1) + "\n")
    _write(path / "report.html", build_report(result, summary, language))
    try:
        write_parquet(path / "games.parquet", result)
    except MissingExtraError as error:
        left_out.append(error)
    return left_out


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise unwritable(path, error) from error
