"""What the contract found: texts in every language, and where to look."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from anden.kernel.ids import Seat
from anden.locales import translate

from ..errors import CRASH, GARBAGE, ILLEGAL, LATE

MAX_SHOWN = 3  # findings of one kind in a stage

FAULTS = {
    ILLEGAL: "bots.finding_illegal",
    CRASH: "bots.finding_crash",
    GARBAGE: "bots.finding_garbage",
    LATE: "bots.finding_late",
}


@dataclass(frozen=True)
class Where:
    """A decision that can be found again."""

    board: str
    players: int
    seat: Seat
    seed: int  # of the game
    number: int  # of the bot's decision, from 1
    position: str = "bots.position_game"  # what kind of position, as a key of the locales

    def text(self, language: str) -> str:
        """In a language."""
        position = translate(language, self.position)
        facts = {"board": self.board, "players": self.players, "seat": self.seat}
        facts |= {"seed": self.seed, "number": self.number, "position": position}
        return translate(language, "bots.where", **facts)


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong."""

    key: str  # of the locales
    params: dict[str, Any]
    where: Where | None = None

    def text(self, language: str = "en") -> str:
        """In a language."""
        told = translate(language, self.key, **self.params)
        return f"{told} ({self.where.text(language)})" if self.where else told

    def __str__(self) -> str:
        return self.text()


@dataclass
class Stage:
    """One part of the contract: what it is about, and what it found."""

    key: str  # of the locales
    findings: list[Finding] = field(default_factory=list)
    num_checked: int = 0  # decisions
    num_unshown: int = 0  # findings beyond MAX_SHOWN of their kind
    skipped: str | None = None  # why, as a key of the locales

    @property
    def is_good(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def add(self, key: str, where: Where | None, **params: Any) -> None:
        """Notes what was found."""
        if sum(finding.key == key for finding in self.findings) < MAX_SHOWN:
            self.findings.append(Finding(key, params, where))
        else:
            self.num_unshown += 1


@dataclass(frozen=True)
class Times:
    """Seconds that answers took; the first of each game, start-up included, apart."""

    later: Sequence[float]
    first: Sequence[float]

    @property
    def median(self) -> float:
        return median(self.later) if self.later else 0.0

    @property
    def worst(self) -> float:
        return max(self.later, default=0.0)

    @property
    def worst_first(self) -> float:
        return max(self.first, default=0.0)


@dataclass(frozen=True)
class Report:
    """What the parts of the contract found."""

    stages: tuple[Stage, ...]
    times: Times

    @property
    def findings(self) -> list[Finding]:
        """Everything that is wrong."""
        return [finding for stage in self.stages for finding in stage.findings]

    @property
    def is_good(self) -> bool:
        """Whether nothing is."""
        return not self.findings

    def text(self, language: str = "en") -> str:
        """As `anden bots check` prints it."""
        return "\n".join(finding.text(language) for finding in self.findings)
