"""Matrices in a byte per number: each row has a scale of its own."""

import numpy as np
from numpy.typing import NDArray

from .tensors import Arrays

SCALE = ".scale"  # added to a matrix's name: what its rows are to be multiplied by
_MOST = 127


def pack_rows(name: str, matrix: NDArray[np.float32]) -> Arrays:
    """The matrix as bytes, and its scales."""
    scale = np.maximum(np.abs(matrix).max(axis=1), 1e-12) / _MOST
    packed = np.rint(matrix / scale[:, None]).astype(np.int8)
    return {name: packed, name + SCALE: scale.astype(np.float32)}


def unpack(arrays: Arrays) -> Arrays:
    """All arrays in full precision, as they are computed with; integers other than bytes stay."""
    found: Arrays = {}
    for name, array in arrays.items():
        if name + SCALE in arrays:
            found[name] = array * arrays[name + SCALE][:, None]
        elif not name.endswith(SCALE):
            found[name] = array.astype(np.float32) if array.dtype.kind == "f" else array
    return found
