"""What a finished game is worth to a seat."""

from anden.kernel.ids import Seat
from anden.kernel.layout import Result
from anden.machine.jit import inline

NO_TOTAL = -1000  # below every total of a game


@inline
def margin_of(result: Result, players: int, seat: Seat) -> int:
    """Points that the seat is ahead of the best other; less than 0: behind."""
    best = NO_TOTAL
    for other in range(players):
        if other != seat:
            best = max(best, int(result["total"][other]))
    return int(result["total"][seat]) - best
