"""Matches between bots, measured honestly."""

from .errors import ArenaError, MissingExtraError
from .folder import MatchFolder
from .match import MatchResult, Standing, run_match
from .pool import play_here, play_on_cores
from .settings import Settings
from .summary import Summary, summarise

__all__ = [
    "ArenaError",
    "MatchFolder",
    "MatchResult",
    "MissingExtraError",
    "Settings",
    "Standing",
    "Summary",
    "play_here",
    "play_on_cores",
    "run_match",
    "summarise",
]
