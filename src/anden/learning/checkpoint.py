"""A training on disk: small enough to send around, complete enough to resume."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim import Optimizer

from anden.boards import load_board
from anden.kernel.encode import OBSERVATION_VERSION
from anden.machine.files import replacing

from .errors import LearningError
from .settings import SHAPE, TrainingSettings, settings_from
from .widening import widen

Weights = dict[str, Tensor]

MEMORY = ".memory"  # the suffix of the file beside a checkpoint
FORMAT = 2  # networks for all numbers of players; those of 1 knew one


@dataclass
class Progress:
    """How far a training is; kept from run to run."""

    runs: int = 0
    updates: int = 0
    decisions: int = 0  # learned from, each counted once
    seconds: float = 0.0


@dataclass(frozen=True)
class Run:
    """What one run of a training was asked for, and what it did."""

    settings: dict[str, Any]
    updates: int
    decisions: int
    seconds: float


@dataclass(frozen=True)
class Checkpoint:
    settings: TrainingSettings
    progress: Progress
    weights: dict[str, Weights]  # of "policy" and "critic"
    runs: tuple[Run, ...] = ()  # the last of them; older files do not tell of their runs


def half(network: nn.Module) -> Weights:
    """Weights in half precision; what the optimiser remembers is left out."""
    return {name: tensor.half().cpu() for name, tensor in network.state_dict().items()}


def save_checkpoint(
    path: Path,
    settings: TrainingSettings,
    progress: Progress,
    networks: dict[str, nn.Module],
    runs: Sequence[Run] = (),
) -> None:
    stored: dict[str, Any] = {
        "format": FORMAT,
        "observation_version": OBSERVATION_VERSION,
        "board_sha256": load_board(settings.board).sha256,
        "settings": asdict(settings),
        "progress": asdict(progress),
        "runs": [asdict(run) for run in runs],
        **{name: half(network) for name, network in networks.items()},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as beside:
        torch.save(stored, beside)


def save_memory(
    path: Path,
    progress: Progress,
    optimiser: Optimizer,
    networks: dict[str, nn.Module],
    past: Sequence[Weights],
) -> None:
    """What a run needs to continue as if it had not stopped: large, useful only beside OUT.pt."""
    stored = {
        "progress": asdict(progress),
        "optimiser": optimiser.state_dict(),
        "past": list(past),
        **{name: network.state_dict() for name, network in networks.items()},
    }
    with replacing(path) as beside:
        torch.save(stored, beside)


def recall(
    path: Path, progress: Progress, optimiser: Optimizer, networks: dict[str, nn.Module]
) -> list[Weights] | None:
    """Takes up the memory of the same moment as a checkpoint; gives the policies of the past.

    None if there is no memory that fits.
    """
    try:
        stored = torch.load(path, "cpu", weights_only=True)
    except FileNotFoundError:
        return None
    except Exception as error:  # unpickling raises anything
        raise LearningError("train.error_damaged", file=path) from error
    groups = stored["optimiser"]["param_groups"]
    if stored["progress"] != asdict(progress) or len(groups) != len(optimiser.param_groups):
        return None
    for name, network in networks.items():
        network.load_state_dict(stored[name])
    optimiser.load_state_dict(stored["optimiser"])
    past: list[Weights] = stored.get("past", [])
    return past


def read_checkpoint(path: Path) -> Checkpoint:
    """Raises LearningError for what is no checkpoint, or one of other observations."""
    try:
        stored = torch.load(path, "cpu", weights_only=True)
        settings, progress = settings_from(stored["settings"]), Progress(**stored["progress"])
        weights = {name: stored[name] for name in ("policy", "critic")}
        runs = tuple(Run(**run) for run in stored.get("runs", ()))
    except FileNotFoundError as error:
        raise LearningError("train.error_no_file", file=path) from error
    except Exception as error:  # unpickling raises anything
        raise LearningError("train.error_damaged", file=path) from error
    if stored.get("observation_version") != OBSERVATION_VERSION:
        raise LearningError("train.error_observations", file=path)
    if stored.get("board_sha256") not in (None, load_board(settings.board).sha256):
        raise LearningError("train.error_changed_board", file=path, board=settings.board)
    if stored.get("format") == 1:
        settings, weights = widen(settings, weights)
    return Checkpoint(settings, progress, weights, runs)


def load_checkpoint(path: Path, wanted: TrainingSettings) -> Checkpoint:
    """A checkpoint to resume from, with what is wanted now where the networks allow it."""
    stored = read_checkpoint(path)
    before = stored.settings
    if before.board != wanted.board:
        raise LearningError("train.error_other_board", file=path, board=before.board)
    same = {name: getattr(before, name) for name in SHAPE}
    return replace(stored, settings=replace(wanted, **same))
