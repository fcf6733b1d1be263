"""How games end, told to the decisions that led there: targets to learn from besides winning.

As it stands when the last decision is taken; nothing is known of games still being played.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from .rows import RowLayout
from .settings import TrainingSettings


@dataclass(frozen=True)
class Endings:
    """By decision, as they stand one after the other in the experience."""

    owners: Tensor  # of each route: 0 nobody, 1 the deciding seat, 2 the next one, ...
    made: Tensor  # 1 for each own ticket that will be complete
    is_known: Tensor


def learns_endings(settings: TrainingSettings) -> bool:
    return settings.owner_weight > 0 or settings.made_weight > 0


def route_owners(rows: Tensor, layout: RowLayout) -> Tensor:
    """By row and route, as in `Endings`."""
    owners = torch.zeros(len(rows), len(layout.board.routes), dtype=torch.int8, device=rows.device)
    for seat in range(layout.seats):
        part = layout.part(f"seat {seat} routes")
        owners += (seat + 1) * rows[:, part.start : part.stop].to(torch.int8)
    return owners


def turned(owners: Tensor, seats: Tensor, players: Tensor) -> Tensor:
    """The same owners, counted on by so many seats."""
    moved = (owners - 1 + seats[:, None]) % players[:, None] + 1
    return torch.where(owners > 0, moved, owners)


def endings_of(rows: Tensor, seats: Tensor, dones: Tensor, layout: RowLayout) -> Endings:
    """Of decisions by row and game: backwards, what the last one of a game saw belongs to all."""
    games, device = rows.shape[1], rows.device
    sizes = rows[0, :, layout.players_at : layout.observed]
    players = (sizes.argmax(1) + layout.board.players.min).to(torch.int8)
    complete, num_routes = layout.part("complete"), len(layout.board.routes)
    at = torch.arange(games, device=device)
    owners = torch.zeros(games, num_routes, dtype=torch.int8, device=device)
    made = torch.zeros(games, layout.seats, complete.size, dtype=torch.int8, device=device)
    has_made = torch.zeros(games, layout.seats, dtype=torch.bool, device=device)
    is_known = torch.zeros(games, dtype=torch.bool, device=device)
    kept: list[tuple[Tensor, Tensor, Tensor]] = []
    for number in reversed(range(len(rows))):
        is_end, seat = dones[number], seats[number]
        here = turned(route_owners(rows[number], layout), seat, players)
        owners = torch.where(is_end[:, None], here, owners)
        is_known = is_known | is_end
        has_made &= ~is_end[:, None]
        place = at, seat.long()
        now = rows[number, :, complete.start : complete.stop].to(torch.int8)
        made[place] = torch.where(has_made[place][:, None], made[place], now)
        has_made[place] = True
        kept.append((turned(owners, players - seat, players), made[place], is_known))
    return Endings(*(torch.cat(told) for told in zip(*reversed(kept), strict=True)))
