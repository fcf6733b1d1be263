"""What a theme finds in a game, before it is known how hard it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from anden.game import Game
from anden.puzzles import Choice


@dataclass(frozen=True)
class Draft:
    """A question about a game at this moment."""

    theme: str
    game: Game
    choices: tuple[Choice, ...] = ()
    network: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


def choices_of(values: Mapping[str, float]) -> tuple[Choice, ...]:
    """Answers with their losses against the best, in the given order."""
    most = max(values.values())
    return tuple(
        Choice(answer, round(value, 3), round(most - value, 3)) for answer, value in values.items()
    )


def is_unique(choices: tuple[Choice, ...], gap: float) -> bool:
    """Whether there is one best choice, better than all others by so much."""
    losses = sorted(choice.loss for choice in choices)
    return len(losses) > 1 and losses[1] >= gap
