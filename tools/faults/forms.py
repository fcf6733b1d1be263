"""The forms of the fault suite: what is done to whom, and in which order."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Literal

Trouble = Literal["kill", "restart", "cut", "fill"]

KILLS_TO_RESTART = 25
KILLS_TO_FILL = 20
KILLS_TO_CUTS = 10


@dataclass(frozen=True)
class Form:
    name: str
    troubles: Sequence[Trouble]
    processes: int = 1
    is_on_postgresql: bool = False

    @property
    def database(self) -> str:
        return "postgresql" if self.is_on_postgresql else "sqlite"


def all_forms(kills: int) -> list[Form]:
    """Three forms with so many kills, and three with other faults and a few kills."""
    restarts = _with_restarts(kills)
    fills = _repeated(("fill", "kill"), max(1, kills // KILLS_TO_FILL))
    cuts = _repeated(("cut", "cut", "cut", "cut", "kill"), max(1, kills // KILLS_TO_CUTS))
    return [
        Form("sqlite", _repeated(("kill",), kills)),
        Form("postgresql", restarts, 1, True),
        Form("postgresql-3", restarts, 3, True),
        Form("postgresql-cut", cuts, 2, True),
        Form("postgresql-full", fills, 2, True),
        Form("sqlite-full", fills),
    ]


def _with_restarts(kills: int) -> Sequence[Trouble]:
    troubles: list[Trouble] = []
    for number in range(1, kills + 1):
        troubles.append("kill")
        if number % KILLS_TO_RESTART == 0 or (number == kills < KILLS_TO_RESTART):
            troubles.append("restart")
    return troubles


def _repeated(part: Sequence[Trouble], times: int) -> Sequence[Trouble]:
    return list(islice(cycle(part), times * len(part)))
