"""A training on disk: small enough to send around, enough to go on from."""

import pickle
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from anden.kernel.encode import OBSERVATION_VERSION

from .settings import SHAPE, Settings, settings_from

FORMAT = 1


@dataclass
class Progress:
    """How far a training is; kept from run to run."""

    runs: int = 0
    updates: int = 0
    decisions: int = 0  # learnt from, each counted once
    seconds: float = 0.0


def half(network: nn.Module) -> dict[str, Tensor]:
    """Weights in half precision; what the optimiser remembers is left out."""
    return {name: tensor.half().cpu() for name, tensor in network.state_dict().items()}


def save_checkpoint(
    path: Path, settings: Settings, progress: Progress, networks: dict[str, nn.Module]
) -> None:
    """Never leaves half a file in the place of a whole one."""
    stored: dict[str, Any] = {
        "format": FORMAT,
        "observation_version": OBSERVATION_VERSION,
        "settings": asdict(settings),
        "progress": asdict(progress),
        **{name: half(network) for name, network in networks.items()},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    torch.save(stored, part)
    part.replace(path)


def load_checkpoint(path: Path, wanted: Settings) -> tuple[Settings, Progress, dict[str, Any]]:
    """Settings with the checkpoint's networks and what else is wanted, progress, and weights."""
    try:
        stored = torch.load(path, "cpu", weights_only=True)
    except (RuntimeError, pickle.UnpicklingError, EOFError) as error:
        raise ValueError(f"{path} can't be read as a checkpoint") from error
    if stored.get("observation_version") != OBSERVATION_VERSION:
        raise ValueError(f"{path} was trained on other observations")
    before = settings_from(stored["settings"])
    settings = replace(wanted, **{name: getattr(before, name) for name in SHAPE})
    weights = {name: stored[name] for name in ("policy", "critic")}
    return settings, Progress(**stored["progress"]), weights
