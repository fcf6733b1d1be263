"""An answer checked: what it is worth, and what the best one would have been."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from anden.boards import BoardNameError

from .errors import PuzzleError
from .networks import lay_network
from .puzzle import Puzzle
from .themes import Theme

MAX_ROUTES = 64  # of a network that is looked at


@dataclass(frozen=True)
class Verdict:
    """How good an answer is. `loss` is None for a network that leaves a ticket open."""

    credit: float  # 1 for the best answer, less by what is lost
    loss: float | None
    missing: tuple[str, ...] = ()  # tickets that a network leaves open
    pieces: int | None = None  # that a network takes

    @property
    def is_best(self) -> bool:
        """Whether nothing is better."""
        return self.loss == 0.0


def grade(puzzle: Puzzle, answer: str | Sequence[str]) -> Verdict:
    """What an answer is worth: one of the choices, or the names of the routes of a network.

    Raises PuzzleError for an answer that the puzzle does not take.
    """
    if puzzle.network:
        return _grade_network(puzzle, answer.split() if isinstance(answer, str) else answer)
    for choice in puzzle.choices:
        if choice.answer == answer:
            return Verdict(credit_for(puzzle.kind, choice.loss), choice.loss)
    raise PuzzleError("puzzle.no_choice", puzzle=puzzle.id)


def credit_for(theme: Theme, loss: float) -> float:
    """From 1 for no loss towards 0."""
    return round(math.exp(-max(0.0, loss) / theme.scale), 3)


def _grade_network(puzzle: Puzzle, names: Sequence[str]) -> Verdict:
    position = puzzle.position()
    seat = position.to_act
    assert seat is not None
    if len(names) > MAX_ROUTES:
        raise PuzzleError("puzzle.too_many_routes", n=MAX_ROUTES)
    try:
        routes = [position.board.find_route(name) for name in names]
    except BoardNameError as error:
        raise PuzzleError("puzzle.no_choice", puzzle=puzzle.id) from error
    network = lay_network(position, seat, routes)
    if network.missing:
        return Verdict(0.0, None, network.missing, network.pieces)
    loss = float(network.pieces - int(puzzle.facts["pieces"]))
    return Verdict(credit_for(puzzle.kind, loss), loss, (), network.pieces)
