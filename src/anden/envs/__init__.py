"""Environments for research: batches of games on the CPU and the GPU."""

from .batch import REWARDS, Batch, Buffers
from .errors import CudaError, EnvError
from .spaces import Part, num_actions, observation_parts, observation_size

__all__ = [
    "REWARDS",
    "Batch",
    "Buffers",
    "CudaError",
    "EnvError",
    "Part",
    "num_actions",
    "observation_parts",
    "observation_size",
]
