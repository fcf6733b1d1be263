"""What environments need of the rules, in bulk.

Kept in a folder of its own, so that nothing else makes it compile again.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anden.kernel.encode import encode
from anden.kernel.jit import Compiler
from anden.kernel.observe import conceal
from anden.kernel.step import step

jit = Compiler(Path(__file__).parent).jit


@jit
def see_ends(
    boards: NDArray[np.void],
    states: NDArray[np.void],
    dones: NDArray[np.bool_],
    actions: NDArray[np.int32],
    seats: NDArray[np.int8],
    observations: NDArray[np.int16],
) -> None:
    """Plays the action of each game that it ends, and writes what the seat then sees.

    `boards` holds one record; the states are overwritten.
    """
    for game in range(len(states)):
        if dones[game]:
            state = states[game]
            step(boards[0], state, int(actions[game]))
            conceal(state, int(seats[game]))
            state["seat"] = seats[game]  # observations are told from the seat to act on
            encode(boards[0], state, observations[game])
