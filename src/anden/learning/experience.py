"""What was seen, done and got: decisions to learn from."""

from dataclasses import dataclass

import torch
from torch import Tensor

from .endings import Endings, endings_of, learns_endings
from .network import VALUES, Critic
from .rewards import advantages
from .rows import RowLayout
from .settings import TrainingSettings

VALUED = 131_072  # decisions that are valued at once


@dataclass(frozen=True)
class Experience:
    """By decision and game; rewards by seat and value as well. Written over and over again."""

    rows: Tensor
    masks: Tensor
    seats: Tensor
    actions: Tensor
    log_probs: Tensor  # of the actions, when they were chosen
    rewards: Tensor
    dones: Tensor
    is_own: Tensor  # whether the learner decided, and had a choice


def make_room(
    decisions: int, games: int, sizes: tuple[int, int], seats: int, device: str
) -> Experience:
    """`sizes` are those of a row and a mask."""

    def zeros(kind: torch.dtype, *size: int) -> Tensor:
        return torch.zeros(decisions, games, *size, dtype=kind, device=device)

    return Experience(
        rows=zeros(torch.int16, sizes[0]),
        masks=zeros(torch.bool, sizes[1]),
        seats=zeros(torch.int8),
        actions=zeros(torch.int64),
        log_probs=zeros(torch.float32),
        rewards=zeros(torch.float32, seats, VALUES),
        dones=zeros(torch.bool),
        is_own=zeros(torch.bool),
    )


@dataclass(frozen=True)
class Samples:
    """Decisions one after the other, and which of them are learned from."""

    rows: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    gains: Tensor  # advantages, all values together
    returns: Tensor  # by value
    chosen: Tensor  # places
    endings: Endings | None  # where they are learned from


def judge(
    experience: Experience, critic: Critic, layout: RowLayout, settings: TrainingSettings
) -> Samples:
    """What each decision brought, by the critic and what came after."""
    rows = experience.rows.flatten(0, 1)
    with torch.no_grad():
        values = torch.cat([critic(part) for part in torch.split(rows, VALUED)])
    kept, known = [], experience.dones
    for value in range(VALUES):
        gains, known = advantages(
            experience.rewards[..., value],
            values[:, value].view_as(experience.log_probs),
            experience.seats,
            experience.dones,
            settings.trace,
        )
        kept.append(gains.flatten())
    by_value = torch.stack(kept, 1)
    return Samples(
        rows=rows,
        masks=experience.masks.flatten(0, 1),
        actions=experience.actions.flatten(),
        log_probs=experience.log_probs.flatten(),
        gains=by_value.sum(1),
        returns=by_value + values,
        chosen=(known & experience.is_own).flatten().nonzero()[:, 0],
        endings=_endings(experience, layout) if learns_endings(settings) else None,
    )


def _endings(experience: Experience, layout: RowLayout) -> Endings:
    return endings_of(experience.rows, experience.seats, experience.dones, layout)
