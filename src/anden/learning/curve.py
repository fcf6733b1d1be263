"""The learning curve: a line of a CSV file for every evaluation."""

import csv
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from .evaluation import Match


@dataclass(frozen=True)
class Line:
    """Where the training stood, and how it went since the line before."""

    seconds: float
    updates: int
    decisions: int
    speed: float  # decisions learned per second
    rate: float
    entropy: float
    divergence: float
    clipped: float
    miss: float  # of the critic, squared
    belief: float
    playing: float  # seconds of an update
    waiting: float  # for games against planners
    learning: float


HEADING = (
    "seconds updates  decisions  speed    rate entropy  diverg  miss belief   wins (95 %)"
    " margin score [seconds] wins with more players"
)


def shown(line: Line, matches: Mapping[int, Match]) -> str:
    """The line for a terminal."""
    match, *others = matches.values()
    learned = f"{line.decisions / 1e6:9.1f}M {line.speed / 1e6:5.2f}M {line.rate:7.1e}"
    inner = f"{line.entropy:7.3f} {line.divergence:7.4f} {line.miss:5.3f} {line.belief:6.2f}"
    wins = f"{match.wins:6.1%} ({match.low:.1%} to {match.high:.1%})"
    outcome = f"{match.margin:+6.1f} {match.score:6.1f}"
    times = f"[{line.playing:.2f} {line.waiting:.2f} {line.learning:.2f}]"
    more = " ".join(f"{other.wins:.1%}" for other in others)
    return f"{line.seconds:7.0f} {line.updates:7} {learned} {inner} {wins} {outcome} {times} {more}"


def add_line(path: Path, line: Line, matches: Mapping[int, Match]) -> None:
    """Appends to the file, with a heading if it is new; the smallest tables in full."""
    match = next(iter(matches.values()))
    by_size = {f"wins_{players}": other.wins for players, other in matches.items()}
    numbers = asdict(line) | asdict(match) | by_size
    row = {name: round(value, 6) for name, value in numbers.items()}
    is_new = not path.exists()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(row))
        if is_new:
            writer.writeheader()
        writer.writerow(row)
