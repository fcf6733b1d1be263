"""What the pools need to know of a job: it makes workers, and those play numbered sets."""

from collections.abc import Generator
from typing import Protocol, TypeAlias, TypeVar

import anden

from .errors import WorkError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Done: TypeAlias = Generator[list[T], None, None]  # what came of the sets, as they get done


class Player(Protocol[T_co]):
    def warm_up(self) -> None:
        """Whatever must not count as playing time."""

    def play_set(self, number: int) -> T_co: ...


class Work(Protocol[T_co]):
    """A job as it is sent to other processes and machines; equal ones share their workers."""

    def worker(self) -> Player[T_co]: ...


def check_version(version: str) -> None:
    """Raises WorkError if a job comes from another version, whose games would differ."""
    if version != anden.__version__:
        raise WorkError("arena.error_other_version", worker=anden.__version__, match=version)
