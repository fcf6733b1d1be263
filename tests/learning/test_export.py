"""What is exported is the policy: the same choices without PyTorch."""

from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason='PyTorch is not installed: pip install "anden[learn]"')

from anden.boards import load_board  # noqa: E402
from anden.bots.policy import PolicyNetwork  # noqa: E402
from anden.bots.weights.rows import unpack  # noqa: E402
from anden.bots.weights.tensors import DIGEST, load_tensors  # noqa: E402
from anden.learning.checkpoint import Progress, Run, save_checkpoint  # noqa: E402
from anden.learning.export import export, policy_arrays  # noqa: E402
from anden.learning.network import Critic, Policy  # noqa: E402
from anden.learning.rows import RowLayout, RowWriter  # noqa: E402
from tests.envs.games import play_through  # noqa: E402

from .support import tiny  # noqa: E402

WIDE = tiny(board="usa", width=96, blocks=2)
LAYOUT = RowLayout(load_board("usa"))
SAME = 1e-3  # logits that are closer may fall either way


@pytest.fixture(scope="module")
def policy() -> Policy:
    """With weights far from uniform."""
    torch.manual_seed(1)
    made = Policy(LAYOUT, WIDE)
    torch.nn.init.normal_(made.head.weight, std=0.3)
    torch.nn.init.normal_(made.head.bias)
    return made


def rounded(policy: Policy) -> Policy:
    """The same network with the weights that are left after packing."""
    arrays = unpack(policy_arrays(policy, LAYOUT, WIDE))
    lead_at = policy.num_actions
    for name in ("head.weight", "head.bias"):
        arrays[name][lead_at] /= WIDE.lead_points
        arrays[name][lead_at + 1] *= WIDE.win_weight
    other = Policy(LAYOUT, WIDE)
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


@pytest.mark.parametrize("players", [2, 4])
def test_the_bots_network_computes_what_pytorchs_does(policy: Policy, players: int) -> None:
    packed = PolicyNetwork(unpack(policy_arrays(policy, LAYOUT, WIDE)))
    full, writer = rounded(policy), RowWriter(LAYOUT, players, "cpu")
    compared = 0
    for game in play_through("usa", players, 3):
        observation, mask = game.observe(game.seat), game.mask(game.seat)
        rows = torch.zeros(1, LAYOUT.size, dtype=torch.int16)
        writer.mark(rows, is_rival=False)
        writer.write(rows, torch.from_numpy(observation)[None], None)
        with torch.no_grad():
            logits, values, beliefs = (out[0].numpy() for out in full(rows))
        found = packed.logits(observation, players)
        assert np.abs(found - logits).max() < SAME
        opinion = packed.opinion(observation, players)
        assert (opinion.logits == found).all()
        assert opinion.lead == pytest.approx(values[0] * WIDE.lead_points, abs=0.05)
        win = values[1] / WIDE.win_weight / 2 + 1 / players
        assert opinion.win == pytest.approx(min(1, max(0, win)), abs=SAME)
        assert opinion.beliefs.shape == (players - 1, 30)
        chances = 1 / (1 + np.exp(-beliefs[: opinion.beliefs.size]))
        assert np.abs(opinion.beliefs.ravel() - chances).max() < SAME
        legal = np.sort(logits[mask])
        if len(legal) > 1 and legal[-1] - legal[-2] > 2 * SAME:
            best = np.where(mask, logits, -np.inf).argmax()
            assert np.where(mask, found, -np.inf).argmax() == best
            compared += 1
    assert compared > 100


def test_the_file_tells_how_it_was_made(policy: Policy, tmp_path: Path) -> None:
    board, checkpoint = load_board("usa"), tmp_path / "run.pt"
    networks = {"policy": policy, "critic": Critic(LAYOUT, WIDE)}
    save_checkpoint(checkpoint, WIDE, Progress(2, 10, 500, 120.0), networks)
    target = tmp_path / "usa.safetensors"
    export(checkpoint, target, "2026-11-16")
    arrays, notes = load_tensors(target)
    assert notes["board_sha256"] == board.sha256
    assert (notes["board"], notes["players"], notes["date"]) == ("usa", "2 3 4 5", "2026-11-16")
    assert "width=96" in notes["recipe"]
    assert notes["trained"] == "2 runs, 2.0 minutes, 500 decisions"
    assert len(notes[DIGEST]) == 64
    assert arrays["trunk.entry.weight"].dtype == np.int8
    assert "run 1" not in notes["recipe"]  # what older checkpoints do not tell
    before = target.read_bytes()
    export(checkpoint, target, "2026-11-16")
    assert target.read_bytes() == before


def test_the_recipe_tells_every_run(policy: Policy, tmp_path: Path) -> None:
    checkpoint, target = tmp_path / "run.pt", tmp_path / "usa.safetensors"
    settings = asdict(WIDE)
    runs = (Run(settings, 4, 300, 60.0), Run(settings | {"rate": 0.5}, 6, 200, 30.0))
    networks = {"policy": policy, "critic": Critic(LAYOUT, WIDE)}
    save_checkpoint(checkpoint, WIDE, Progress(3, 15, 900, 150.0), networks, runs)
    export(checkpoint, target, "2026-11-16")
    recipe = load_tensors(target)[1]["recipe"]
    _, second, third = recipe.split("run ")
    assert second.startswith("2 (1.0 minutes, 4 updates, 300 decisions): board=usa ")
    assert third == "3 (0.5 minutes, 6 updates, 200 decisions): rate=0.5"
