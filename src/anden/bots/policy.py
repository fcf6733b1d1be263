"""A policy network in NumPy: from an observation to a number for each action."""

import numpy as np
from numpy.typing import NDArray

from anden.kernel.actions import CLAIM

from .weights.tensors import Arrays

Floats = NDArray[np.float32]

_EPSILON = np.float32(1e-5)  # PyTorch's, in the norm of a layer


class PolicyNetwork:
    """As `anden.learning.network.Policy` computes, for one observation.

    `scale` divides each number of an observation by the most it can be; `places` are those that
    belong to each route.
    """

    def __init__(self, arrays: Arrays) -> None:
        self._scale: Floats = arrays["scale"]
        self._places: NDArray[np.int16] = arrays["places"]
        self._arrays = arrays
        self._entry = np.ascontiguousarray(arrays["trunk.entry.weight"].T)
        self._blocks = sum(1 for name in arrays if name.endswith("first.weight"))
        self.num_actions = len(arrays["head.bias"])
        self.observation_size = len(self._scale)

    def logits(self, observation: NDArray[np.int16]) -> Floats:
        """The higher, the likelier; illegal actions have one too."""
        scaled: Floats = observation * self._scale
        features = self._features(scaled)
        out = self._layer("head", features)
        num_routes = len(self._places)
        out[CLAIM : CLAIM + num_routes] += self._route_scores(scaled, features)
        return out

    def _features(self, scaled: Floats) -> Floats:
        some = np.flatnonzero(scaled)  # most numbers of an observation are 0
        out = scaled[some] @ self._entry[some] + self._arrays["trunk.entry.bias"]
        out = np.maximum(out, 0)
        for block in range(self._blocks):
            name = f"trunk.blocks.{block}"
            inner = self._layer(f"{name}.first", _calm(out))
            out = out + self._layer(f"{name}.second", np.maximum(inner, 0))
        return _calm(out)

    def _layer(self, name: str, numbers: Floats) -> Floats:
        out: Floats = self._arrays[f"{name}.weight"] @ numbers + self._arrays[f"{name}.bias"]
        return out

    def _route_scores(self, scaled: Floats, features: Floats) -> Floats:
        arrays = self._arrays
        own = scaled[self._places] @ arrays["scorer.own.weight"].T + arrays["scorer.own.bias"]
        around = self._layer("scorer.around", features) + arrays["scorer.route"]
        judged = np.maximum(own + around, 0)
        scores: Floats = (judged @ arrays["scorer.score.weight"].T)[:, 0]
        return scores + arrays["scorer.score.bias"]


def _calm(numbers: Floats) -> Floats:
    """With mean 0 and variance 1."""
    centred = numbers - numbers.mean()
    calm: Floats = centred / np.sqrt(np.mean(centred * centred) + _EPSILON)
    return calm
