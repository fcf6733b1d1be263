"""A policy network in NumPy: what to do in a position, what to expect, what rivals may hold."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anden.kernel.actions import CLAIM

from .weights.tensors import Arrays

Floats = NDArray[np.float32]

TABLE = "table."  # with a number of players: names the array that tells where its numbers stand
_EPSILON = np.float32(1e-5)  # PyTorch's, in the norm of a layer


@dataclass(frozen=True)
class Opinion:
    """What the network makes of a position, for the seat that sees it."""

    logits: Floats  # by action; the higher, the likelier; illegal actions have one too
    lead: float  # points by which the seat will still gain on the mean of the others
    win: float  # its share of the win, 0 to 1
    beliefs: Floats  # by rival, clockwise, and ticket: the chance that the rival holds it


class PolicyNetwork:
    """As `anden.learning.network.Policy` computes, for one observation.

    `scale` divides each number by the most it can be; `places` are those that belong to each
    route. Observations with n players are spread over a row with room for more seats as the array
    `table.n` tells; its last place is 1 for n players. Products are summed by `einsum`, which stays
    on one core: BLAS would wake others, and where those are busy a choice takes ten times as long.
    """

    def __init__(self, arrays: Arrays) -> None:
        self._scale: Floats = arrays["scale"]
        self._places: NDArray[np.int16] = arrays["places"]
        self._arrays = arrays
        self._entry = np.ascontiguousarray(arrays["trunk.entry.weight"].T)
        self._blocks = sum(1 for name in arrays if name.endswith("first.weight"))
        self.num_actions, self._values, _ = map(int, arrays["sizes"])

    def observation_size(self, players: int) -> int:
        return len(self._arrays[f"{TABLE}{players}"]) - 1

    def logits(self, observation: NDArray[np.int16], players: int) -> Floats:
        """The higher, the likelier; illegal actions have one too."""
        scaled = self._scaled(observation, players)
        features = self._features(scaled)
        head = self._layer("head", features, self.num_actions)
        return self._with_routes(head, scaled, features)

    def opinion(self, observation: NDArray[np.int16], players: int) -> Opinion:
        """All that it makes of an observation."""
        scaled = self._scaled(observation, players)
        features = self._features(scaled)
        out = self._layer("head", features)
        actions, values = self.num_actions, self.num_actions + self._values
        logits = self._with_routes(out[:actions].copy(), scaled, features)
        win = min(1.0, max(0.0, float(out[actions + 1]) / 2 + 1 / players))
        beliefs = (1 / (1 + np.exp(-out[values:]))).astype(np.float32)
        by_rival = beliefs.reshape(self._arrays["rivals"])
        return Opinion(logits, float(out[actions]), win, by_rival[: players - 1])

    def _scaled(self, observation: NDArray[np.int16], players: int) -> Floats:
        table = self._arrays[f"{TABLE}{players}"]
        row = np.zeros(len(self._scale), np.float32)
        row[table[:-1]] = observation
        row[table[-1]] = 1
        return row * self._scale

    def _features(self, scaled: Floats) -> Floats:
        some = np.flatnonzero(scaled)  # most numbers of an observation are 0
        out = np.einsum("i,ij->j", scaled[some], self._entry[some])
        out = out + self._arrays["trunk.entry.bias"]
        out = np.maximum(out, 0)
        for block in range(self._blocks):
            name = f"trunk.blocks.{block}"
            inner = self._layer(f"{name}.first", _calm(out))
            out = out + self._layer(f"{name}.second", np.maximum(inner, 0))
        return _calm(out)

    def _layer(self, name: str, numbers: Floats, outputs: int | None = None) -> Floats:
        weight = self._arrays[f"{name}.weight"][:outputs]
        out: Floats = np.einsum("ij,j->i", weight, numbers)
        return out + self._arrays[f"{name}.bias"][:outputs]

    def _with_routes(self, logits: Floats, scaled: Floats, features: Floats) -> Floats:
        """Adds how routes are judged, all by the same weights."""
        arrays = self._arrays
        own = scaled[self._places] @ arrays["scorer.own.weight"].T + arrays["scorer.own.bias"]
        around = self._layer("scorer.around", features) + arrays["scorer.route"]
        judged = np.maximum(own + around, 0)
        scores: Floats = (judged @ arrays["scorer.score.weight"].T)[:, 0]
        logits[CLAIM : CLAIM + len(self._places)] += scores + arrays["scorer.score.bias"]
        return logits


def _calm(numbers: Floats) -> Floats:
    """With mean 0 and variance 1."""
    centred = numbers - numbers.mean()
    calm: Floats = centred / np.sqrt(np.mean(centred * centred) + _EPSILON)
    return calm
