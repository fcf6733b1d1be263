"""Puzzles: moments of real games with a question that has one best answer.

>>> from datetime import date
>>> puzzle = daily(date(2026, 11, 18))
>>> puzzle.position().phase in ("turn", "keep")
True
"""

from .answers import Verdict, credit_for, grade
from .collection import daily, find_puzzle, load_puzzles
from .errors import PuzzleError
from .puzzle import Choice, Puzzle
from .themes import THEMES

__all__ = [
    "THEMES",
    "Choice",
    "Puzzle",
    "PuzzleError",
    "Verdict",
    "credit_for",
    "daily",
    "find_puzzle",
    "grade",
    "load_puzzles",
]
