"""A policy without PyTorch: what the learned bots play by, made from a checkpoint."""

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from torch import Tensor

from anden.boards import load_board
from anden.bots.policy import TABLE
from anden.bots.weights.rows import pack_rows
from anden.bots.weights.tensors import Arrays, save_tensors
from anden.kernel.encode import OBSERVATION_VERSION

from .checkpoint import Checkpoint, read_checkpoint
from .errors import LearningError
from .network import Policy
from .rows import RowLayout
from .settings import PLAIN, TrainingSettings
from .sizes import table_sizes

PACKED_FROM = 64  # columns: smaller matrices are not worth packing


def export(checkpoint: Path, target: Path, date: str | None = None) -> None:
    """Writes the policy of a checkpoint; raises LearningError if no bot can play by it."""
    stored = read_checkpoint(checkpoint)
    if stored.settings.network != PLAIN:
        raise LearningError("train.error_network", file=checkpoint, network=PLAIN)
    layout = RowLayout(load_board(stored.settings.board))
    policy = Policy(layout, stored.settings)
    policy.load_state_dict(stored.weights["policy"])
    notes = _notes(stored, layout, date or datetime.now(UTC).date().isoformat())
    target.parent.mkdir(parents=True, exist_ok=True)
    save_tensors(target, policy_arrays(policy, layout, stored.settings), notes)


def policy_arrays(policy: Policy, layout: RowLayout, settings: TrainingSettings) -> Arrays:
    """What `anden.bots.policy` computes with: large matrices a byte per number."""
    state: dict[str, Tensor] = policy.state_dict()
    tensors = {name: tensor.float().numpy() for name, tensor in state.items()}
    tensors["trunk.entry.weight"] = tensors["trunk.entry.weight"][:, : layout.observed]
    lead_at = policy.num_actions
    for name in ("head.weight", "head.bias"):
        head = tensors[name][: sum(policy.sizes)].copy()
        head[lead_at] *= settings.lead_points
        head[lead_at + 1] /= settings.win_weight or 1.0
        tensors[name] = head
    places = policy.scorer.places.view(policy.scorer.num_routes, -1).numpy()
    arrays: Arrays = {
        "scale": policy.trunk.scale[: layout.observed].numpy(),
        "places": places.astype(np.int16),
        "sizes": np.array(policy.sizes, np.int16),
        "rivals": np.array([layout.seats - 1, len(layout.board.tickets)], np.int16),
    }
    for players in table_sizes(layout.board, settings):
        table = [*layout.places(players), layout.place_of(players)]
        arrays[f"{TABLE}{players}"] = np.array(table, np.int16)
    for name, array in tensors.items():
        is_packed = array.ndim == 2 and array.shape[1] >= PACKED_FROM
        arrays |= pack_rows(name, array) if is_packed else {name: np.ascontiguousarray(array)}
    return arrays


def _notes(stored: Checkpoint, layout: RowLayout, date: str) -> dict[str, str]:
    progress = stored.progress
    minutes = round(progress.seconds / 60, 1)
    return {
        "board": layout.board.id,
        "board_sha256": layout.board.sha256,
        "players": " ".join(map(str, table_sizes(layout.board, stored.settings))),
        "observation_version": str(OBSERVATION_VERSION),
        "recipe": f"anden train: imitation of planners, then self-play; {_recipe(stored)}",
        "trained": f"{progress.runs} runs, {minutes} minutes, {progress.decisions} decisions",
        "date": date,
    }


def _recipe(stored: Checkpoint) -> str:
    """The settings of each run; of later ones, what was different from the one before."""
    if not stored.runs:
        return _words(asdict(stored.settings))
    first = stored.progress.runs - len(stored.runs)
    told: list[str] = []
    before: dict[str, Any] = {}
    for number, run in enumerate(stored.runs, first + 1):
        changed = dict(pair for pair in run.settings.items() if pair not in before.items())
        minutes = round(run.seconds / 60, 1)
        did = f"run {number} ({minutes} minutes, {run.updates} updates, {run.decisions} decisions)"
        told.append(f"{did}: {_words(changed)}".rstrip())
        before = run.settings
    return "; ".join(told)


def _words(settings: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in settings.items())
