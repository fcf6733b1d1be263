"""What is exported is the policy: the same choices without PyTorch."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason='PyTorch is not installed: pip install "anden[learn]"')

from anden.boards import load_board  # noqa: E402
from anden.bots.policy import PolicyNetwork  # noqa: E402
from anden.bots.weights.rows import unpack  # noqa: E402
from anden.bots.weights.tensors import DIGEST, load_tensors  # noqa: E402
from anden.learning.checkpoint import Progress, save_checkpoint  # noqa: E402
from anden.learning.export import export, policy_arrays  # noqa: E402
from anden.learning.network import Critic, Policy  # noqa: E402
from tests.envs.games import play_through  # noqa: E402

from .support import tiny  # noqa: E402

WIDE = tiny(board="usa", width=96, blocks=2)
SAME = 1e-3  # logits that are closer may fall either way


@pytest.fixture(scope="module")
def policy() -> Policy:
    """With weights far from uniform."""
    torch.manual_seed(1)
    made = Policy(load_board("usa"), WIDE)
    torch.nn.init.normal_(made.head.weight, std=0.3)
    torch.nn.init.normal_(made.head.bias)
    return made


def rounded(policy: Policy) -> Policy:
    """The same network with the weights that are left after packing."""
    arrays = unpack(policy_arrays(policy))
    other = Policy(load_board("usa"), WIDE)
    state = {name: tensor.clone() for name, tensor in policy.state_dict().items()}
    for name, tensor in state.items():
        found = torch.from_numpy(arrays[name])
        if name.startswith("head"):
            tensor[: len(found)] = found
        elif name == "trunk.entry.weight":
            tensor[:, : found.shape[1]] = found
        else:
            tensor.copy_(found)
    other.load_state_dict(state)
    return other


def test_the_bots_network_computes_what_pytorchs_does(policy: Policy) -> None:
    packed, full = PolicyNetwork(unpack(policy_arrays(policy))), rounded(policy)
    compared = 0
    for game in play_through("usa", 2, 3):
        observation, mask = game.observe(game.seat), game.mask(game.seat)
        with torch.no_grad():
            logits = full(torch.from_numpy(observation)[None])[0][0].numpy()
        found = packed.logits(observation)
        assert np.abs(found - logits).max() < SAME
        legal = np.sort(logits[mask])
        if len(legal) > 1 and legal[-1] - legal[-2] > 2 * SAME:
            best = np.where(mask, logits, -np.inf).argmax()
            assert np.where(mask, found, -np.inf).argmax() == best
            compared += 1
    assert compared > 100


def test_the_file_tells_how_it_was_made(policy: Policy, tmp_path: Path) -> None:
    board, checkpoint = load_board("usa"), tmp_path / "run.pt"
    networks = {"policy": policy, "critic": Critic(board, WIDE)}
    save_checkpoint(checkpoint, WIDE, Progress(2, 10, 500, 120.0), networks)
    target = tmp_path / "usa-2.safetensors"
    export(checkpoint, target, "2026-11-16")
    arrays, notes = load_tensors(target)
    assert notes["board_sha256"] == board.sha256
    assert (notes["board"], notes["players"], notes["date"]) == ("usa", "2", "2026-11-16")
    assert "width=96" in notes["recipe"]
    assert notes["trained"] == "2 runs, 2.0 minutes, 500 decisions"
    assert len(notes[DIGEST]) == 64
    assert arrays["trunk.entry.weight"].dtype == np.int8
    before = target.read_bytes()
    export(checkpoint, target, "2026-11-16")
    assert target.read_bytes() == before
