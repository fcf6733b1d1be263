"""Numba's CUDA target, and in words what is wrong where it can't be used."""

import warnings
from functools import cache
from typing import Any

import numpy as np

from anden.envs.errors import CudaError

INSTALL = "pip install 'anden[cuda]', or 'anden[cuda13]' for driver 580 or newer"


@cache
def cuda_module() -> Any:
    """Numba's CUDA target, ready to use; CudaError says what is missing."""
    if not hasattr(np, "row_stack"):
        # numba-cuda 0.30 still asks for it; NumPy 2.5 has dropped it.
        np.row_stack = np.vstack
    try:
        from numba import cuda
    except ImportError as error:
        raise CudaError(
            f"numba's CUDA support can't be imported ({error}); {INSTALL}; the CPU still works"
        ) from error
    if not cuda.is_available():
        why = told(cuda.cuda_error() or "none was found")
        raise CudaError(
            f"no usable NVIDIA GPU: {why}. It takes a GPU, its driver, and {INSTALL}; "
            f"the CPU still works"
        )
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
        raise CudaError(
            f"the NVIDIA GPU can't run our code: {told(error)}. Update its driver, or install "
            f"what fits the driver: {INSTALL}; the CPU still works"
        ) from error


def told(error: object) -> str:
    """What an error says, on one line."""
    return " ".join(str(error).split())[:300].rstrip(".:") or type(error).__name__


def launch(kernel: Any, grid: tuple[int, int], *arguments: Any) -> None:
    try:
        kernel[grid](*arguments)
    except Exception as error:
        raise CudaError(
            f"the GPU could not start: {told(error)}. If its memory is full, ask for fewer games "
            f"or end what else uses it; the CPU still works"
        ) from error


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
