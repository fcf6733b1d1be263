"""What decisions are worth: against a slow version that takes every game apart."""

from typing import Any

import pytest

torch = pytest.importorskip("torch", reason='PyTorch is not installed: pip install "anden[learn]"')

from anden.learning.rewards import advantages, lead, utilities, win_signs  # noqa: E402

from .support import TINY  # noqa: E402

TRACE = 0.9


def obvious(rewards: Any, values: Any, seats: Any, dones: Any, players: int) -> dict[int, float]:
    """Of one column of games: by row, what is known, each game and seat by itself."""
    ends = [row + 1 for row in range(len(dones)) if dones[row]]
    known: dict[int, float] = {}
    for start, stop in zip([0, *ends], [*ends, len(seats)], strict=True):
        for seat in range(players):
            turns = [row for row in range(start, stop) if seats[row] == seat]
            untils = [*turns, stop][1:]
            errors = []
            for place, (row, until) in enumerate(zip(turns, untils, strict=True)):
                is_last = place + 1 == len(turns)
                if is_last and stop not in ends:
                    break
                later = 0.0 if is_last else values[turns[place + 1]]
                earned = sum(rewards[r][seat] for r in range(row, until))
                errors.append((row, earned + later - values[row]))
            for place, (row, _) in enumerate(errors):
                rest = errors[place:]
                known[row] = sum(TRACE**power * error for power, (_, error) in enumerate(rest))
    return known


@pytest.mark.parametrize("players", [2, 3])
def test_advantages_are_those_of_a_slow_version(players: int) -> None:
    luck = torch.Generator().manual_seed(players)
    rows, games = 60, 7
    rewards = torch.randn(rows, games, players, generator=luck)
    values = torch.randn(rows, games, generator=luck)
    seats = torch.randint(players, (rows, games), generator=luck).to(torch.int8)
    dones = torch.rand(rows, games, generator=luck) < 0.08
    gains, known = advantages(rewards, values, seats, dones, TRACE)
    for game in range(games):
        column = [tensor[:, game].tolist() for tensor in (rewards, values, seats, dones)]
        expected = obvious(column[0], column[1], column[2], column[3], players)
        assert set(known[:, game].nonzero()[:, 0].tolist()) == set(expected)
        for row, gain in expected.items():
            assert gains[row, game].item() == pytest.approx(gain, abs=1e-4)


def test_a_lead_is_over_the_mean_of_the_others() -> None:
    assert lead(torch.tensor([10.0, 4.0])).tolist() == [6.0, -6.0]
    assert lead(torch.tensor([9.0, 3.0, 6.0])).tolist() == [4.5, -4.5, 0.0]


def test_wins_add_up_to_nothing_and_are_shared() -> None:
    assert win_signs(torch.tensor([100.0, 90.0])).tolist() == [1.0, -1.0]
    assert win_signs(torch.tensor([90.0, 90.0])).tolist() == [0.0, 0.0]
    three = win_signs(torch.tensor([80.0, 90.0, 90.0]))
    assert three.tolist() == pytest.approx([-2 / 3, 1 / 3, 1 / 3])
    four = win_signs(torch.tensor([80.0, 90.0, 70.0, 60.0]))
    assert four.tolist() == pytest.approx([-0.5, 1.5, -0.5, -0.5])


def test_a_win_counts_only_at_the_end() -> None:
    points = torch.tensor([[6.0, 0.0], [6.0, 0.0]])
    totals, dones = torch.tensor([[100, 90], [100, 90]]), torch.tensor([False, True])
    paid = utilities(points, dones, totals, TINY)
    assert paid[:, 0, 0].tolist() == pytest.approx([6 / TINY.lead_points] * 2)
    assert paid[:, 0, 1].tolist() == pytest.approx([0.0, TINY.win_weight])
    assert paid.sum(1).abs().max().item() == pytest.approx(0.0)
