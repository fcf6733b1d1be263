"""Which tests hold which package."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# They compare with files that a regeneration would overwrite, mistakes included.
GOLDEN = (
    "tests/golden",
    "tests/kernel/test_digests.py",
    "tests/kernel/test_perft.py",
    "tests/records/test_golden_games.py",
)

# Drawings are compared as pictures, by tests in the browser: no number in them is wrong by itself.
DRAWN = "pictures"

# Interpreted runs pass by what compiles and warms up, and planners would play for hours.
NOT_RUN_INTERPRETED = {"background", "warm_up", "whole_games"}


@dataclass(frozen=True)
class Suite:
    """A package and its tests.

    Interpreted, nothing is compiled for a mutant. The server plays in threads of its own, where
    interpreted rules would warn of every wrapped word; its mutants leave the rules as they are, so
    that compiled ones serve all of them.
    """

    package: str
    tests: tuple[str, ...]
    is_interpreted: bool = True

    def modules(self, root: Path) -> Iterator[Path]:
        """Relative to the root."""
        for path in sorted((root / "src" / "anden" / self.package).rglob("*.py")):
            is_run = not (self.is_interpreted and path.stem in NOT_RUN_INTERPRETED)
            if is_run and path.parent.name != DRAWN:
                yield path.relative_to(root)


SUITES = (
    Suite(
        "kernel",
        (
            "tests/kernel",
            "tests/rules",
            "tests/envs/test_batch.py",
            "tests/envs/test_glance.py",
            "tests/envs/test_observation.py",
            "tests/bulk/test_simulation.py",
        ),
    ),
    Suite(
        "core",
        (
            "tests/core",
            "tests/game/test_outlook.py",
            "tests/game/test_progress.py",
            "tests/game/test_seats.py",
            "tests/records/test_redeal.py",
            "tests/referee",
            "tests/envs/test_batch.py",
        ),
    ),
    Suite("game", ("tests/game", "tests/records")),
    Suite("server", ("tests/server",), is_interpreted=False),
)
