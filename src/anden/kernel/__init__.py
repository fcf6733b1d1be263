"""The rules: plain functions over fixed-size records, interpreted or compiled from one source."""

from anden.machine.renamed import renamed

from .layout import NET, RESULT, SKETCH, STATE, TABLES
from .legal import is_legal, is_over, legal_mask, legal_words
from .observe import conceal, observe
from .refusals import refusal
from .scoring import final_scores
from .setup import new_state
from .step import step

RULESET = 1  # bumped whenever the same seed and actions could give another game

__all__ = [
    "NET",
    "RESULT",
    "RULESET",
    "SKETCH",
    "STATE",
    "TABLES",
    "conceal",
    "final_scores",
    "is_legal",
    "is_over",
    "legal_mask",
    "legal_words",
    "new_state",
    "observe",
    "refusal",
    "step",
]

_FORMER = {"BOARD": "anden.kernel.TABLES", "Board": "anden.kernel.layout.Tables"}

__getattr__ = renamed(__name__, _FORMER)
