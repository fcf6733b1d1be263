"""The learning curve as an SVG for light and dark pages."""

import csv
from collections.abc import Sequence
from pathlib import Path

from anden.machine.files import write_whole

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 616, 20, 268  # of the plot
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #6e7781; text-anchor: middle }
.left { text-anchor: start } .right { text-anchor: end }
.grid { stroke: #8884 } .even { stroke: #888; stroke-dasharray: 5 4 }
.wins { fill: none; stroke: #1f7ae0; stroke-width: 2.5 } .interval { fill: #1f7ae0; opacity: .2 }
@media (prefers-color-scheme: dark) {
  text { fill: #ccc } .wins { stroke: #6cb6ff } .interval { fill: #6cb6ff; opacity: .25 }
}
"""


def read_curve(path: Path) -> list[dict[str, float]]:
    with path.open(newline="", encoding="utf-8") as file:
        return [{name: float(cell) for name, cell in row.items()} for row in csv.DictReader(file)]


def draw_curve(rows: Sequence[dict[str, float]], rival: str) -> str:
    """The share of wins against a rival over the minutes, with its 95 % interval."""
    minutes = [row["seconds"] / 60 for row in rows]
    step = next((s for s in (0.5, 1, 2, 5, 10, 30, 60) if max(minutes) / s <= 10), 600)
    most = max(max(minutes), step)

    def x(minute: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * minute / most, 1)

    def y(share: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * share, 1)

    def points(name: str) -> list[str]:
        return [f"{x(at)},{y(row[name])}" for at, row in zip(minutes, rows, strict=True)]

    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        kind = "even" if share == 0.5 else "grid"
        parts.append(f'<path class="{kind}" d="M{LEFT} {y(share)}H{RIGHT}"/>')
        parts.append(f'<text class="right" x="{LEFT - 8}" y="{y(share) + 4}">{share:.0%}</text>')
    for tick in range(int(most / step) + 1):
        at = x(tick * step)
        parts.append(f'<text x="{at}" y="{BOTTOM + 20}">{tick * step:g}</text>')
    centre = (LEFT + RIGHT) // 2
    parts.append(f'<text x="{centre}" y="{BOTTOM + 42}">minutes</text>')
    band = " ".join(points("high") + points("low")[::-1])
    parts.append(f'<polygon class="interval" points="{band}"/>')
    parts.append(f'<polyline class="wins" points="{" ".join(points("wins"))}"/>')
    parts.append(
        f'<text class="left" x="{LEFT + 8}" y="{TOP + 14}">games won against {rival}</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>Share of games won against {rival}, by minutes of training</title>"
        f"<style>{STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )


def save_curve(source: Path, target: Path | None = None, rival: str = "planner") -> Path:
    """Draws a CSV file beside itself, or wherever it is wanted; returns the picture's path."""
    target = target or source.with_suffix(".svg")
    write_whole(target, draw_curve(read_curve(source), rival).encode())
    return target
