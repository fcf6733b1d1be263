"""Rows for tables of all sizes: nothing is lost, nothing is mixed up, and who is absent is 0."""

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason='PyTorch is not installed: pip install "anden[learn]"')

from anden.boards import load_board  # noqa: E402
from anden.envs.bounds import observation_high  # noqa: E402
from anden.envs.spaces import num_actions, observation_parts  # noqa: E402
from anden.kernel.hidden import hidden_size  # noqa: E402
from anden.learning.network import Policy  # noqa: E402
from anden.learning.ppo import rival_tickets  # noqa: E402
from anden.learning.rows import RowLayout, RowWriter  # noqa: E402
from anden.learning.side_by_side import SideBySide  # noqa: E402
from anden.learning.sizes import share_out, table_sizes  # noqa: E402
from anden.learning.widening import widen  # noqa: E402

from .support import tiny  # noqa: E402

GAMES = 6


def shown(board_name: str, players: int, steps: int = 40) -> SideBySide:
    """Games in the middle, after random actions."""
    board = load_board(board_name)
    games = SideBySide(board, players, GAMES, tiny(), 3)
    luck = np.random.default_rng(players)
    for _ in range(steps):
        masks = games.masks.numpy()
        games.step(torch.from_numpy((masks * luck.random(masks.shape)).argmax(1)))
    return games


def rows_of(layout: RowLayout, players: int, games: SideBySide) -> Any:
    rows = torch.zeros(GAMES, layout.size, dtype=torch.int16)
    writer = RowWriter(layout, players, "cpu")
    writer.mark(rows, is_rival=True)
    writer.write(rows, games.observations, games.hiddens)
    return rows


@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("europe", 4), ("london", 4)])
def test_every_part_of_an_observation_stands_under_its_name(name: str, players: int) -> None:
    layout, games = RowLayout(load_board(name)), shown(name, players)
    rows = rows_of(layout, players, games)
    for part in observation_parts(layout.board, players):
        start = layout.part(part.name).start
        there = rows[:, start : start + part.size]
        assert torch.equal(there, games.observations[:, part.start : part.stop]), part.name
    hiddens = rows[:, layout.hidden_at : layout.hidden_at + games.hiddens.shape[1]]
    assert torch.equal(hiddens, games.hiddens)
    sizes = rows[:, layout.players_at : layout.observed]
    assert sizes.sum(1).tolist() == [1] * GAMES
    assert sizes[0].argmax().item() == players - layout.board.players.min
    assert rows[:, layout.rival_at].tolist() == [1] * GAMES
    written = np.zeros(layout.size, np.bool_)
    written[layout.places(players)] = True
    written[layout.hidden_at : layout.hidden_at + games.hiddens.shape[1]] = True
    written[[layout.place_of(players), layout.rival_at]] = True
    assert not rows[:, torch.from_numpy(~written)].any()
    assert (rows.numpy() <= layout.high()).all()


@pytest.mark.parametrize("players", [2, 3, 5])
def test_beliefs_are_judged_by_the_tickets_of_rivals_who_are_there(players: int) -> None:
    layout, games = RowLayout(load_board("usa")), shown("usa", players)
    truth, is_there = rival_tickets(rows_of(layout, players, games), layout)
    assert is_there.sum(1).tolist() == [30 * (players - 1)] * GAMES
    assert not (truth * (1 - is_there)).any()
    states = games.batch.states
    for game in range(GAMES):
        for place in range(1, players):
            seat = (int(states[game]["seat"]) + place) % players
            tickets = int(states[game]["tickets"][seat])
            found = truth[game, 30 * (place - 1) : 30 * place].tolist()
            assert found == [tickets >> ticket & 1 for ticket in range(30)]


def test_games_are_shared_out_to_the_last() -> None:
    assert share_out(100, [2, 3, 4, 5], 0.5) == {2: 50, 3: 16, 4: 17, 5: 17}
    assert share_out(7, [2, 3, 4], 0.5) == {2: 4, 3: 1, 4: 2}
    assert share_out(1, [2, 3], 1.0) == {2: 1}
    assert share_out(9, [4], 0.5) == {4: 9}
    assert table_sizes(load_board("london"), tiny()) == [2, 3, 4]
    assert table_sizes(load_board("london"), tiny(players=3)) == [3]


def test_a_network_of_one_size_keeps_what_it_knew() -> None:
    """The entry and head are computed here by hand, as a network of one size did."""
    settings = tiny(board="usa", players=2)
    layout, games = RowLayout(load_board("usa")), shown("usa", 2)
    torch.manual_seed(5)
    weights = {"policy": policy_of_one_size(layout, 2), "critic": critic_of_one_size(layout, 2)}
    now, widened = widen(settings, weights)
    assert now.players == 0
    policy = Policy(layout, now)
    policy.load_state_dict(widened["policy"])
    rows = rows_of(layout, 2, games)
    high = torch.from_numpy(observation_high(layout.board, 2)).float()
    scaled = games.observations / high
    before = scaled @ weights["policy"]["trunk.entry.weight"][:, : len(high)].T
    entry = widened["policy"]["trunk.entry.weight"]
    assert torch.allclose(before, policy.trunk.scaled(rows) @ entry.T, atol=1e-4)
    whole = torch.cat([scaled, games.hiddens, torch.ones(GAMES, 1)], 1)
    scale = torch.from_numpy(layout.high())[layout.hidden_at : layout.rival_at]
    whole[:, len(high) : -1] /= scale[: games.hiddens.shape[1]]
    before = whole @ weights["critic"]["trunk.entry.weight"][:, : whole.shape[1]].T
    after = (rows / torch.from_numpy(layout.high())) @ widened["critic"]["trunk.entry.weight"].T
    assert torch.allclose(before, after, atol=1e-4)
    for network, at in (("policy", num_actions(layout.board)), ("critic", 0)):
        head, wide = weights[network]["head.weight"], widened[network]["head.weight"]
        assert torch.allclose(head[at], wide[at : at + 2].sum(0))
    head, wide = weights["policy"]["head.weight"], widened["policy"]["head.weight"]
    actions = num_actions(layout.board)
    assert torch.equal(head[:actions], wide[:actions])
    assert torch.equal(head[actions + 1 : actions + 31], wide[actions + 2 : actions + 32])


def policy_of_one_size(layout: RowLayout, players: int) -> dict[str, Any]:
    """Random weights in the shapes of format 1."""
    state = Policy(layout, tiny(board="usa")).state_dict()
    columns = observation_parts(layout.board, players)[-1].stop
    state["trunk.entry.weight"] = torch.randn(32, columns + -columns % 16)
    heads = num_actions(layout.board) + 1 + 30 * (players - 1)
    state["head.weight"] = torch.randn(heads + -heads % 16, 32)
    state["head.bias"] = torch.randn(heads + -heads % 16)
    state["scorer.own.weight"] = torch.randn(16, 16)
    return state


def critic_of_one_size(layout: RowLayout, players: int) -> dict[str, Any]:
    columns = observation_parts(layout.board, players)[-1].stop + hidden_size(30, players) + 1
    return {
        "trunk.entry.weight": torch.randn(16, columns + -columns % 16),
        "head.weight": torch.randn(1, 16),
        "head.bias": torch.randn(1),
    }
