"""The whole way from a board to its layout: loosely at first, then to the last tenth of a unit."""

from dataclasses import replace

from anden.boards import Board
from anden.boards.layout import Layout

from .check import faults
from .relax import Relaxation, Weights
from .result import layout_of
from .settings import LayoutSettings

ROUNDS = 8  # of repair, at most


def solve(board: Board, settings: LayoutSettings) -> tuple[Layout, list[str]]:
    """The layout, and what is still wrong with it."""
    drawing = relaxed(board, settings)
    layout = layout_of(board, drawing)
    return layout, faults(board, layout)


def relaxed(board: Board, settings: LayoutSettings) -> Relaxation:
    drawing = Relaxation(board, settings)
    drawing.weights = Weights(labels=0.0, air=0.01)
    drawing.run(700, 3.0, 1.0)
    drawing.weights = Weights(labels=0.3)
    drawing.run(640, 1.5, 0.4, labels_every=64)
    firm = Weights(labels=0.8, overlap=1.5, dots=1.5, room=1.0, far=0.6)
    for number in range(ROUNDS):
        harder = 1 + number / 2
        drawing.weights = replace(firm, labels=0.8 * harder, overlap=1.5 * harder)
        drawing.clearance = settings.clearance + number / 2
        drawing.run(240, 0.6, 0.05, labels_every=80 if number < ROUNDS - 2 else 0)
        if number and not faults(board, layout_of(board, drawing)):
            break
    return drawing
