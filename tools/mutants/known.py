"""Mutants that no test could notice, each with its reason: `equivalent.toml`."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from .workshop import Mutant

_FILE = Path(__file__).with_name("equivalent.toml")


@dataclass(frozen=True)
class Known:
    """Mutants of a function or of any: all of them, those of a line, or some of these.

    Modules and line numbers are left out, so that code can move.
    """

    reason: str
    function: str | None = None
    line: str | None = None
    becomes: tuple[str, ...] | None = None

    def covers(self, mutant: Mutant) -> bool:
        gone, new = mutant.mutation.changed_lines(mutant.source)
        return (
            self.function in (None, mutant.mutation.function)
            and self.line in (None, " ".join(gone))
            and (self.becomes is None or " ".join(new) in self.becomes)
        )


def load_known() -> list[Known]:
    told = tomllib.loads(_FILE.read_text())["equivalent"]
    return [
        Known(
            entry["reason"],
            entry.get("function"),
            entry.get("line"),
            _tuple(entry.get("becomes")),
        )
        for entry in told
    ]


def _tuple(lines: list[str] | None) -> tuple[str, ...] | None:
    return None if lines is None else tuple(lines)
