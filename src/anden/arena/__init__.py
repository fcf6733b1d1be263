"""Matches between bots, measured honestly."""

from anden.machine.renamed import renamed
from anden.workers import MissingExtraError, WorkError
from anden.workers.pool import play_here, play_on_cores

from .errors import ArenaError
from .folder import MatchFolder
from .match import MatchResult, Standing, run_match
from .settings import MatchSettings
from .summary import Summary, summarise

__all__ = [
    "ArenaError",
    "MatchFolder",
    "MatchResult",
    "MatchSettings",
    "MissingExtraError",
    "Standing",
    "Summary",
    "WorkError",
    "play_here",
    "play_on_cores",
    "run_match",
    "summarise",
]

__getattr__ = renamed(__name__, {"Settings": "anden.arena.MatchSettings"})
