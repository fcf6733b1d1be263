"""Measurements as text."""

from collections.abc import Sequence
from typing import Any


def as_table(measured: Sequence[dict[str, Any]]) -> str:
    """A row for each fact, a column for each measurement."""
    names = list(dict.fromkeys(name for facts in measured for name in facts))
    rows = [[name, *(_cell(facts.get(name)) for facts in measured)] for name in names]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_row(cells, widths) for cells in rows)


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first = cells[0].ljust(widths[0])
    rest = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
    return "  ".join([first, *rest])


def _cell(fact: Any) -> str:
    if fact is None:
        return "-"
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, dict):
        return ", ".join(f"{name} {number:,}" for name, number in fact.items())
    return f"{fact:,}" if isinstance(fact, int) else str(fact)
