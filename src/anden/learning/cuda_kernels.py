"""The CUDA kernel of the hidden rows; import it where there is a GPU."""

from typing import Any

from numba import cuda, from_dtype

from anden.kernel import SKETCH
from anden.kernel.hidden import encode_hidden

sketch_type = from_dtype(SKETCH)


@cuda.jit
def fill_hiddens(tables_array: Any, states: Any, hiddens: Any) -> None:
    """What is hidden from the seat to act, one thread per game."""
    game = cuda.grid(1)
    if game < len(states):
        sketches = cuda.local.array(1, sketch_type)
        encode_hidden(tables_array[0], states[game], sketches[0], hiddens[game])
