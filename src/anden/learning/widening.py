"""Networks that knew tables of one size, made fit for all sizes of their board.

What they have learned is kept: at tables of their size they compute what they did before.
"""

from dataclasses import replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from anden.boards import Board, load_board
from anden.envs.bounds import observation_high
from anden.envs.spaces import num_actions
from anden.kernel.hidden import hidden_size

from .network import VALUES, Critic, Policy, route_parts
from .rows import RowLayout
from .settings import TrainingSettings

Weights = dict[str, Tensor]


def widen(
    settings: TrainingSettings, weights: dict[str, Weights]
) -> tuple[TrainingSettings, dict[str, Weights]]:
    """The settings of a checkpoint of format 1 and its networks, as format 2 has them."""
    layout, players = RowLayout(load_board(settings.board)), settings.players
    widened = {
        "policy": _widen_policy(weights["policy"], layout, players, settings),
        "critic": _widen_critic(weights["critic"], layout, players, settings),
    }
    return replace(settings, players=0), widened


def _widen_policy(
    old: Weights, layout: RowLayout, players: int, settings: TrainingSettings
) -> Weights:
    new = {name: tensor.clone() for name, tensor in old.items()}
    shapes = Policy(layout, settings).state_dict()
    entry, changed = "trunk.entry.weight", ("head.weight", "head.bias", "scorer.own.weight")
    for name in (entry, *changed):
        new[name] = torch.zeros_like(shapes[name])
    _put_observation(new[entry], old[entry], layout, players)
    own, wide = route_parts(players), route_parts(layout.seats)
    for place, name in enumerate(own):
        # The last part stands there several times, to fill the row.
        last = old["scorer.own.weight"].shape[1] if place == len(own) - 1 else place + 1
        columns = old["scorer.own.weight"][:, place:last].float()
        new["scorer.own.weight"][:, wide.index(name)] = columns.sum(1)
    actions, beliefs = num_actions(layout.board), (players - 1) * len(layout.board.tickets)
    for name in ("head.weight", "head.bias"):
        head = old[name].float()
        new[name][:actions] = head[:actions]
        new[name][actions : actions + VALUES] = head[actions] / VALUES
        start = actions + VALUES
        new[name][start : start + beliefs] = head[actions + 1 : actions + 1 + beliefs]
    return new


def _widen_critic(
    old: Weights, layout: RowLayout, players: int, settings: TrainingSettings
) -> Weights:
    new = {name: tensor.clone() for name, tensor in old.items()}
    entry = "trunk.entry.weight"
    new[entry] = torch.zeros_like(Critic(layout, settings).state_dict()[entry])
    start = _put_observation(new[entry], old[entry], layout, players)
    size = hidden_size(len(layout.board.tickets), players)
    at = layout.hidden_at
    new[entry][:, at : at + size] = old[entry][:, start : start + size].float()
    new[entry][:, layout.rival_at] = old[entry][:, start + size].float()
    for name in ("head.weight", "head.bias"):
        new[name] = old[name].float().repeat_interleave(VALUES, 0) / VALUES
    return new


def _put_observation(new: Tensor, old: Tensor, layout: RowLayout, players: int) -> int:
    """The columns of an observation; how many there were. Some numbers are scaled otherwise."""
    places = layout.places(players)
    ratio = _ratio(layout.board, layout.high(), places, players)
    new[:, torch.from_numpy(places)] = old[:, : len(places)].float() * torch.from_numpy(ratio)
    return len(places)


def _ratio(
    board: Board, high: NDArray[np.float32], places: NDArray[np.int64], players: int
) -> NDArray[np.float32]:
    """How much smaller each number gets by the scale of all sizes."""
    return (high[places] / observation_high(board, players)).astype(np.float32)
