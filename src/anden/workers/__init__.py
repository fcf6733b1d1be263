"""Work shared out: numbered pieces done in this process, on all cores, or on a Ray cluster."""

from .chunks import Chunks
from .errors import MissingExtraError, WorkError
from .jobs import Done, Player, Work, check_version
from .pool import play_here, play_on_cores
from .ray_pool import play_on_ray

__all__ = [
    "Chunks",
    "Done",
    "MissingExtraError",
    "Player",
    "Work",
    "WorkError",
    "check_version",
    "play_here",
    "play_on_cores",
    "play_on_ray",
]
