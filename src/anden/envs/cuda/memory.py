"""Arrays on the GPU: made, filled, and shared with other libraries."""

from importlib import import_module
from typing import Any

import numpy as np

from anden.boards import Board
from anden.core.game_core import tables_array
from anden.envs.errors import CudaError, EnvError

from .toolkit import told


def tables_on_device(cuda: Any, board: Board) -> Any:
    return cuda.to_device(tables_array(board))


def allocate(cuda: Any, shape: Any, kind: Any) -> Any:
    try:
        return cuda.device_array(shape, kind)
    except Exception as error:
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        raise CudaError("cuda.no_room", size=size / 2**20, detail=told(error)) from error


def dlpack(array: Any) -> Any:
    """A device array for every library's `from_dlpack`, in place."""
    from cuda.core.utils import StridedMemoryView

    return StridedMemoryView(array, stream_ptr=-1)  # nothing waits: all is on the default stream


def share(array: Any, library: str) -> Any:
    """A device array as a tensor of "torch", "cupy" or "jax", by DLPack, without a copy."""
    modules = {"torch": "torch", "cupy": "cupy", "jax": "jax.dlpack"}
    if library not in modules:
        raise EnvError(f"no library is called {library!r}; choose torch, cupy or jax")
    return import_module(modules[library]).from_dlpack(dlpack(array))
