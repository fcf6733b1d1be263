"""The rules on arrays of one record each: handing those over costs half a microsecond.

Handing over a record itself costs five, and copying one fifteen: NumPy and Numba go through its
fields one by one. Kept in a folder of its own, so that nothing else makes it compile again.
"""

from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.kernel import is_legal, legal_words
from anden.kernel.jit import Compiler
from anden.kernel.layout import BOARD, STATE
from anden.kernel.legal import Words
from anden.kernel.observe import conceal
from anden.kernel.step import step

Records: TypeAlias = NDArray[np.void]  # of one element

jit = Compiler(Path(__file__).parent).jit


@jit
def look(board: Records, state: Records, view: Records) -> Words:
    """Fills the view of the seat to act; what it may do."""
    view[0] = state[0]
    conceal(view[0], int(state[0]["seat"]))
    return legal_words(board[0], state[0])


@jit
def try_step(board: Records, state: Records, action: int) -> bool:
    """Plays an action if it is legal; whether it was."""
    if not is_legal(board[0], state[0], action):
        return False
    step(board[0], state[0], action)
    return True


def warm_up() -> None:
    """Compiles both, if they are not in the cache."""
    board, state = np.zeros(1, BOARD), np.zeros(1, STATE)
    look(board, state, state.copy())
    try_step(board, state, -1)
