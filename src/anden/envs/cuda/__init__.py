"""Many games at once on an NVIDIA GPU, one thread per game, by the same source of rules."""

from .batch import CudaBatch
from .memory import dlpack, share
from .playouts import UNIFORM, CudaPlayouts
from .toolkit import cuda_module

__all__ = ["UNIFORM", "CudaBatch", "CudaPlayouts", "cuda_module", "dlpack", "share"]
