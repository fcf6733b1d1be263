"""What was seen, done and got: decisions to learn from."""

from dataclasses import dataclass

import torch
from torch import Tensor

from .network import Critic
from .rewards import advantages
from .settings import Settings

VALUED = 131_072  # decisions that are valued at once


@dataclass(frozen=True)
class Experience:
    """By row and game; rewards by seat as well. Written over and over again."""

    observations: Tensor
    hiddens: Tensor
    masks: Tensor
    seats: Tensor
    actions: Tensor
    log_probs: Tensor  # of the actions, when they were chosen
    rewards: Tensor
    dones: Tensor
    is_own: Tensor  # whether the learner decided, and had a choice


def make_room(
    rows: int, games: int, sizes: tuple[int, int, int], players: int, device: str
) -> Experience:
    """`sizes` are those of an observation, a hidden row and a mask."""

    def zeros(kind: torch.dtype, *size: int) -> Tensor:
        return torch.zeros(rows, games, *size, dtype=kind, device=device)

    return Experience(
        observations=zeros(torch.int16, sizes[0]),
        hiddens=zeros(torch.int16, sizes[1]),
        masks=zeros(torch.bool, sizes[2]),
        seats=zeros(torch.int8),
        actions=zeros(torch.int64),
        log_probs=zeros(torch.float32),
        rewards=zeros(torch.float32, players),
        dones=zeros(torch.bool),
        is_own=zeros(torch.bool),
    )


@dataclass(frozen=True)
class Samples:
    """Decisions in one long row, and which of them are learned from."""

    observations: Tensor
    hiddens: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    gains: Tensor  # advantages
    returns: Tensor
    is_rival: Tensor
    chosen: Tensor  # places


def judge(experience: Experience, critic: Critic, settings: Settings, *, is_rival: bool) -> Samples:
    """What each decision brought, by the critic and what came after."""
    observations = experience.observations.flatten(0, 1)
    hiddens = experience.hiddens.flatten(0, 1)
    rival = torch.full((len(observations),), is_rival, device=observations.device)
    parts = zip(
        *(torch.split(tensor, VALUED) for tensor in (observations, hiddens, rival)), strict=True
    )
    with torch.no_grad():
        values = torch.cat([critic(*part) for part in parts])
    by_row = values.view_as(experience.log_probs)
    gains, known = advantages(
        experience.rewards, by_row, experience.seats, experience.dones, settings.trace
    )
    return Samples(
        observations=observations,
        hiddens=hiddens,
        masks=experience.masks.flatten(0, 1),
        actions=experience.actions.flatten(),
        log_probs=experience.log_probs.flatten(),
        gains=gains.flatten(),
        returns=gains.flatten() + values,
        is_rival=rival,
        chosen=(known & experience.is_own).flatten().nonzero()[:, 0],
    )
