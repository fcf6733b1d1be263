"""What environments ask of the rules, with arrays of records.

Handing over an array takes a tenth of the time that a single record takes. Kept in a folder of its
own, so that nothing else makes it compile again.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anden.kernel.batch import step_game
from anden.kernel.encode import encode
from anden.kernel.jit import Compiler
from anden.kernel.layout import Board, Net, Sketch, State
from anden.kernel.legal import is_legal, legal_mask
from anden.kernel.observe import conceal
from anden.kernel.step import step

jit = Compiler(Path(__file__).parent).jit


@jit
def play_if_legal(
    boards: NDArray[np.void],
    states: NDArray[np.void],
    results: NDArray[np.void],
    nets: NDArray[np.void],
    action: int,
    kind: int,
    rewards: NDArray[np.float32],
) -> bool:
    """Plays an action in the one game there is and fills the rewards; an illegal one does nothing.

    Returns whether it was legal.
    """
    if not is_legal(boards[0], states[0], action):
        return False
    step_game(boards[0], states[0], results[0], nets[0], action, kind, rewards)
    return True


@jit
def fill_mask(boards: NDArray[np.void], states: NDArray[np.void], mask: NDArray[np.bool_]) -> None:
    """What the seat to act may do in the one game there is."""
    legal_mask(boards[0], states[0], mask)


@jit
def fill_observation(
    boards: NDArray[np.void],
    states: NDArray[np.void],
    views: NDArray[np.void],
    nets: NDArray[np.void],
    sketches: NDArray[np.void],
    seat: int,
    observation: NDArray[np.int16],
) -> None:
    """What the seat sees of the one game there is, made from its view.

    `views`, `nets` and `sketches` are scratch.
    """
    views[0] = states[0]
    _write_view(boards[0], views[0], nets[0], sketches[0], seat, observation)


@jit
def _write_view(
    board: Board,
    state: State,
    net: Net,
    sketch: Sketch,
    seat: int,
    observation: NDArray[np.int16],
) -> None:
    """Turns the state into the seat's view, and that into its observation."""
    conceal(state, seat)
    state["seat"] = seat  # observations are told from the seat to act on
    encode(board, state, net, sketch, observation)


@jit
def see_ends(
    boards: NDArray[np.void],
    states: NDArray[np.void],
    nets: NDArray[np.void],
    sketches: NDArray[np.void],
    dones: NDArray[np.bool_],
    actions: NDArray[np.int32],
    seats: NDArray[np.int8],
    observations: NDArray[np.int16],
) -> None:
    """Plays the action of each game that it ends, and writes what the seat then sees.

    `boards` holds one record, and so does scratch; the states are overwritten.
    """
    for game in range(len(states)):
        if dones[game]:
            state = states[game]
            step(boards[0], state, int(actions[game]))
            _write_view(
                boards[0], state, nets[0], sketches[0], int(seats[game]), observations[game]
            )
