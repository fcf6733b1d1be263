"""What came of all games, added up in their order."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from .parts import Scores
from .settings import DatasetSettings
from .simulation import Tally


@dataclass(frozen=True)
class Summary:
    """Of a whole dataset; nothing here depends on who played it when."""

    rows: int  # decisions of all games
    mean_scores: tuple[float, ...]  # by seat
    score_spread: tuple[float, ...]  # standard deviation, by seat
    wins: tuple[float, ...]  # by seat; a shared first place counts in equal shares
    min_decisions: int  # of a game
    max_decisions: int
    forfeits: int  # decisions that bots failed to make
    digest: str  # of all scores and lengths, as of a simulation

    def as_json(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return asdict(self)


def read_summary(fields: dict[str, Any]) -> Summary:
    by_seat = {name: tuple(fields[name]) for name in ("mean_scores", "score_spread", "wins")}
    return Summary(**{name: fields[name] for name in Summary.__dataclass_fields__} | by_seat)


class Sums:
    """Adds up parts, which must come in order."""

    def __init__(self, settings: DatasetSettings) -> None:
        self._tally = Tally(settings.players)
        self._wins = np.zeros(settings.players)
        self._forfeits = 0

    def add(self, scores: Scores) -> None:
        self._tally.add(np.array(scores.scores, np.int16), np.array(scores.decisions, np.int32))
        is_first = np.array(scores.ranks) == 1
        self._wins += (is_first / is_first.sum(axis=1, keepdims=True)).sum(axis=0)
        self._forfeits += scores.forfeits

    def summary(self) -> Summary:
        tally = self._tally
        return Summary(
            rows=tally.steps,
            mean_scores=tally.means,
            score_spread=tally.spreads,
            wins=tuple(round(share, 6) for share in self._wins.tolist()),
            min_decisions=tally.min_steps,
            max_decisions=tally.max_steps,
            forfeits=self._forfeits,
            digest=tally.digest,
        )
