"""A policy without PyTorch: what the bot `neural` plays by, made from a checkpoint."""

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from torch import Tensor

from anden.boards import Board, load_board
from anden.bots.weights.rows import pack_rows
from anden.bots.weights.tensors import Arrays, save_tensors
from anden.kernel.encode import OBSERVATION_VERSION

from .checkpoint import Checkpoint, read_checkpoint
from .network import Policy

PACKED_FROM = 64  # columns: smaller matrices are not worth packing


def export(checkpoint: Path, target: Path, date: str | None = None) -> None:
    """Writes the policy of a checkpoint; raises LearningError if that can't be read."""
    stored = read_checkpoint(checkpoint)
    board = load_board(stored.settings.board)
    policy = Policy(board, stored.settings)
    policy.load_state_dict(stored.weights["policy"])
    notes = _notes(stored, board, date or datetime.now(UTC).date().isoformat())
    target.parent.mkdir(parents=True, exist_ok=True)
    save_tensors(target, policy_arrays(policy), notes)


def policy_arrays(policy: Policy) -> Arrays:
    """What `anden.bots.policy` computes with: large matrices a byte per number."""
    own = len(policy.trunk.scale) - policy.trunk.spare
    state: dict[str, Tensor] = policy.state_dict()
    tensors = {name: tensor.float().numpy() for name, tensor in state.items()}
    tensors["trunk.entry.weight"] = tensors["trunk.entry.weight"][:, :own]
    for name in ("head.weight", "head.bias"):
        tensors[name] = tensors[name][: policy.num_actions]
    places = policy.scorer.places.view(policy.scorer.num_routes, -1).numpy()
    arrays: Arrays = {"scale": policy.trunk.scale[:own].numpy(), "places": places.astype(np.int16)}
    for name, array in tensors.items():
        is_packed = array.ndim == 2 and array.shape[1] >= PACKED_FROM
        arrays |= pack_rows(name, array) if is_packed else {name: np.ascontiguousarray(array)}
    return arrays


def _notes(stored: Checkpoint, board: Board, date: str) -> dict[str, str]:
    settings, progress = stored.settings, stored.progress
    recipe = " ".join(f"{name}={value}" for name, value in asdict(settings).items())
    minutes = round(progress.seconds / 60, 1)
    return {
        "board": board.id,
        "board_sha256": board.sha256,
        "players": str(settings.players),
        "observation_version": str(OBSERVATION_VERSION),
        "recipe": f"anden train: imitation of planners, then self-play; {recipe}",
        "trained": f"{progress.runs} runs, {minutes} minutes, {progress.decisions} decisions",
        "date": date,
    }
