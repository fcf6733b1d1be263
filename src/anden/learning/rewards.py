"""What a game is worth to its seats, and which decisions deserve it."""

import torch
from torch import Tensor

from .settings import TrainingSettings


def lead(points: Tensor) -> Tensor:
    """The points of each seat less the mean of the others'."""
    return points - (points.sum(-1, keepdim=True) - points) / (points.shape[-1] - 1)


def win_signs(totals: Tensor) -> Tensor:
    """What winning is worth, 2 more than losing at a table of any size; all seats' add up to 0."""
    wins = (totals == totals.amax(-1, keepdim=True)).float()
    return 2 * (wins / wins.sum(-1, keepdim=True) - 1 / totals.shape[-1])


def utilities(points: Tensor, dones: Tensor, totals: Tensor, settings: TrainingSettings) -> Tensor:
    """Rewards by game, seat and value, from points just scored and the totals of ended games."""
    ends = settings.win_weight * win_signs(totals.float()) * dones[:, None]
    return torch.stack([lead(points) / settings.lead_points, ends], -1)


def advantages(
    rewards: Tensor, values: Tensor, seats: Tensor, dones: Tensor, trace: float
) -> tuple[Tensor, Tensor]:
    """Generalised advantages along the decisions of each seat, and for which rows they are known.

    By row and game, rewards by seat too. A decision earns what its seat gets until that seat
    decides again or the game ends. What the last one before the end of the rows earns is unknown:
    it lends its value to the one before.
    """
    owed = torch.zeros_like(rewards[0])  # by game and seat, since the seat's next decision
    next_value, next_gain = torch.zeros_like(owed), torch.zeros_like(owed)
    has_next = torch.zeros_like(owed, dtype=torch.bool)  # or an end
    gains, known = torch.zeros_like(values), torch.zeros_like(dones)
    for row in reversed(range(len(rewards))):
        is_end = dones[row, :, None]
        for later in (owed, next_value, next_gain):
            later.masked_fill_(is_end, 0.0)  # belongs to another game
        has_next |= is_end
        owed += rewards[row]
        seat, value = seats[row, :, None].long(), values[row, :, None]
        is_known = has_next.gather(1, seat)
        error = owed.gather(1, seat) + next_value.gather(1, seat) - value
        gain = (error + trace * next_gain.gather(1, seat)) * is_known
        gains[row], known[row] = gain[:, 0], is_known[:, 0]
        owed.scatter_(1, seat, 0.0)
        next_value.scatter_(1, seat, value)
        next_gain.scatter_(1, seat, gain)
        has_next.scatter_(1, seat, True)
    return gains, known
