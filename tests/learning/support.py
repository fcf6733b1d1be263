"""The smallest training there is: seconds on one core."""

from dataclasses import replace
from pathlib import Path

from anden.learning.settings import TrainingSettings

TINY = TrainingSettings(
    board="london",
    minutes=0.001,  # what is left ends after the first look
    threads=1,
    width=32,
    blocks=1,
    scorer=16,
    critic_width=16,
    critic_blocks=1,
    lessons=2,
    lesson_epochs=1,
    lesson_batch=128,
    games=8,
    rows=8,
    rival_games=4,
    rival_rows=4,
    batch=32,
    epochs=1,
    deals=2,
    last_deals=2,
)


def tiny(**changes: object) -> TrainingSettings:
    return replace(TINY, **changes)  # type: ignore[arg-type] # as they are named


def ignore(text: str) -> None:
    """Tells nobody."""


def lines_of(out: Path) -> list[str]:
    return out.with_suffix(".csv").read_text("utf-8").splitlines()
