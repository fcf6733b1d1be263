"""Numba's CUDA target, and in words what is wrong where it can't be used."""

import warnings
from functools import cache
from typing import Any

import numpy as np

from anden.envs.errors import CudaError

INSTALL = "pip install 'anden[cuda]' / 'anden[cuda13]' (driver 580+)"


@cache
def cuda_module() -> Any:
    """Numba's CUDA target, ready to use; CudaError says what is missing."""
    if not hasattr(np, "row_stack"):
        # numba-cuda 0.30 still asks for it; NumPy 2.5 has dropped it.
        np.row_stack = np.vstack
    try:
        from numba import cuda
    except ImportError as error:
        raise CudaError("cuda.no_numba", detail=error, install=INSTALL) from error
    if not cuda.is_available():
        why = told(cuda.cuda_error() or "-")
        raise CudaError("cuda.no_gpu", detail=why, install=INSTALL)
    _try_out(cuda)
    return cuda


def _try_out(cuda: Any) -> None:
    """Compiles and runs a line: a toolkit that is missing or too new for the driver shows here."""

    @cuda.jit  # type: ignore[untyped-decorator] # Numba is untyped here
    def fill(numbers: Any) -> None:
        numbers[0] = 1

    try:
        with warnings.catch_warnings(action="ignore"):  # one thread leaves a GPU idle
            numbers = cuda.to_device(np.zeros(1, np.int32))
            fill[1, 1](numbers)
            numbers.copy_to_host()
    except Exception as error:
        raise CudaError("cuda.refused", detail=told(error), install=INSTALL) from error


def told(error: object) -> str:
    """What an error says, on one line."""
    return " ".join(str(error).split())[:300].rstrip(".:") or type(error).__name__


def launch(kernel: Any, grid: tuple[int, int], *arguments: Any) -> None:
    try:
        kernel[grid](*arguments)
    except Exception as error:
        raise CudaError("cuda.no_start", detail=told(error)) from error


@cache
def kernels() -> Any:
    """The module of kernels; each is compiled at its first launch."""
    cuda_module()
    from . import kernels as module

    return module


@cache
def glance_kernels() -> Any:
    """The module of kernels that look at games, a block of threads each."""
    cuda_module()
    from . import glances as module

    return module
