"""A policy network in NumPy: what to do in a position, what to expect, what rivals may hold."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from anden.kernel.actions import CLAIM

from .weights.tensors import Arrays

Floats = NDArray[np.float32]

TABLE = "table."  # with a number of players: names the array that tells where its numbers stand
TILE = 64  # of a matrix, on each side
ROWS = 32  # multiplied at once; products of 65,536 x 4 steps or more BLAS spreads over cores
_EPSILON = np.float32(1e-5)  # PyTorch's, in the norm of a layer


@dataclass(frozen=True)
class Opinion:
    """What the network makes of a position, for the seat that sees it."""

    logits: Floats  # by action; the higher, the likelier; illegal actions have one too
    lead: float  # points by which the seat will still gain on the mean of the others
    win: float  # its share of the win, 0 to 1
    beliefs: Floats  # by rival, clockwise, and ticket: the chance that the rival holds it


@dataclass(frozen=True)
class Opinions:
    """What the network makes of many positions, a row for each; see `Opinion`."""

    logits: Floats  # of all actions but claims, which are judged one position at a time
    leads: Floats
    wins: Floats


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
        self._tiles: dict[str, Floats] = {}  # of weights, made when first needed
        self.num_actions, self._values, _ = map(int, arrays["sizes"])

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all its numbers: two networks that judge differently have two."""
        digest = hashlib.sha256()
        for name in sorted(self._arrays):
            digest.update(f"{name} {self._arrays[name].shape}\n".encode())
            digest.update(self._arrays[name].tobytes())
        return digest.hexdigest()

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
        win = float(_share_of_win(out[actions + 1], players))
        beliefs = (1 / (1 + np.exp(-out[values:]))).astype(np.float32)
        by_rival = beliefs.reshape(self._arrays["rivals"])
        return Opinion(logits, float(out[actions]), win, by_rival[: players - 1])

    def opinions(self, observations: NDArray[np.int16], players: int) -> Opinions:
        """Of a row each. Thirty rows at once cost a tenth of thirty calls of `opinion`."""
        scaled = self._scaled(observations, players)
        out = np.maximum(self._products("trunk.entry", scaled), 0)
        for block in range(self._blocks):
            name = f"trunk.blocks.{block}"
            inner = np.maximum(self._products(f"{name}.first", _calm(out)), 0)
            out = out + self._products(f"{name}.second", inner)
        out = self._products("head", _calm(out))
        actions = self.num_actions
        wins = _share_of_win(out[:, actions + 1], players)
        return Opinions(out[:, :actions], out[:, actions], wins)

    def _products(self, name: str, rows: Floats) -> Floats:
        """A layer for many rows. BLAS stays on one core while a product is small: hence tiles."""
        if name not in self._tiles:
            self._tiles[name] = _tiles_of(self._arrays[f"{name}.weight"])
        bias = self._arrays[f"{name}.bias"]
        return _tiled_product(rows, self._tiles[name])[:, : len(bias)] + bias

    def _scaled(self, observations: NDArray[np.int16], players: int) -> Floats:
        """Of one observation, or of a row each."""
        table = self._arrays[f"{TABLE}{players}"]
        rows = np.zeros((*observations.shape[:-1], len(self._scale)), np.float32)
        rows[..., table[:-1]] = observations
        rows[..., table[-1]] = 1
        return rows * self._scale

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
    """Each row with mean 0 and variance 1."""
    centred = numbers - numbers.mean(axis=-1, keepdims=True)
    variance = np.mean(centred * centred, axis=-1, keepdims=True)
    calm: Floats = centred / np.sqrt(variance + _EPSILON)
    return calm


def _share_of_win(out: Floats, players: int) -> Floats:
    return np.clip(out / 2 + 1 / players, 0, 1)


def _tiles_of(weight: Floats) -> Floats:
    """A matrix (outputs x inputs) in square tiles by input and output, zeros where it ends."""
    outputs, inputs = (-(-size // TILE) * TILE for size in weight.shape)
    whole = np.zeros((inputs, outputs), np.float32)
    whole[: weight.shape[1], : weight.shape[0]] = weight.T
    tiles = whole.reshape(inputs // TILE, TILE, outputs // TILE, TILE)
    return np.ascontiguousarray(tiles.transpose(0, 2, 1, 3))


def _tiled_product(rows: Floats, tiles: Floats) -> Floats:
    """The rows (row x input) times the matrix of the tiles; at most ROWS of them at once."""
    starts = range(0, max(len(rows), 1), ROWS)
    return np.concatenate([_small_product(rows[at : at + ROWS], tiles) for at in starts])


def _small_product(rows: Floats, tiles: Floats) -> Floats:
    across, along = tiles.shape[:2]
    wide = np.zeros((len(rows), across * TILE), np.float32)
    wide[:, : rows.shape[1]] = rows
    pieces = np.ascontiguousarray(wide.reshape(len(rows), across, TILE).transpose(1, 0, 2))
    product: Floats = np.matmul(pieces[:, None], tiles).sum(axis=0)
    return product.transpose(1, 0, 2).reshape(len(rows), along * TILE)
