"""Games for tests: laid out by hand, played in words, and read back in words."""

import pytest

from .small_board import few_colours, small_board
from .table import Table

__all__ = ["Table", "few_colours", "rule", "small_board"]


def rule(*ids: str) -> pytest.MarkDecorator:
    """Marks a test with the rules of docs/rules.md that it is about."""
    return pytest.mark.rule(*ids)
