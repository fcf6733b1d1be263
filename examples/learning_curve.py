"""Draws the curve that ppo_london.py writes, as an SVG for light and dark pages.

    python examples/learning_curve.py ppo-london.csv

The picture is written beside the file, or wherever a second path says.
"""

import sys
from pathlib import Path

from anden.learning import picture


def save_curve(source: Path, target: Path | None = None) -> Path:
    """Draws a CSV file beside itself, or wherever it is wanted; returns the picture's path."""
    return picture.save_curve(source, target, rival="greedy")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: python learning_curve.py CURVE.csv [PICTURE.svg]")
    print(save_curve(*map(Path, sys.argv[1:])))
