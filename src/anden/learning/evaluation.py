"""How well a policy does against planners, on deals that nothing was learned from."""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from anden.arena.intervals import share_interval
from anden.kernel.ids import Seat

from .network import PolicyBase
from .rivals import RivalGames, core_count
from .rows import RowLayout, RowWriter
from .selfplay import show
from .settings import TrainingSettings
from .side_by_side import SideBySide
from .sizes import table_sizes

HELD_OUT = 1 << 127  # added to the seed


@dataclass(frozen=True)
class Match:
    """Every deal once with the policy in each seat, which takes its likeliest action."""

    games: int
    wins: float  # the share; a shared win counts as its share
    low: float  # of its 95 % interval over deals
    high: float
    margin: float  # over the best of the others
    score: float


@torch.no_grad()
def play_planners(
    policy: PolicyBase, layout: RowLayout, settings: TrainingSettings, deals: int
) -> dict[int, Match]:
    """By number of players; the same deals at every call.

    There are twice as many games as deals for the smallest tables, and half of that for others.
    """
    board, device = layout.board, settings.device
    sizes = table_sizes(board, settings)
    deals_by_size = {size: max(1, deals // (1 if size == sizes[0] else size)) for size in sizes}
    threads = core_count(settings.threads)
    games = RivalGames(board, deals_by_size, settings.seed + HELD_OUT, threads)
    tables = list(zip(games.tables, games.slices, strict=True))
    writers = [RowWriter(layout, size, device) for size in sizes]
    rows = torch.zeros(games.games, layout.size, dtype=torch.int16, device=device)
    for (_, some), writer in zip(tables, writers, strict=True):
        writer.mark(rows[some], is_rival=True)
    totals = [np.zeros(table.rows.totals.shape) for table, _ in tables]
    is_open = [np.ones(table.games, np.bool_) for table, _ in tables]
    while any(still.any() for still in is_open):
        for (table, some), writer in zip(tables, writers, strict=True):
            show(table.rows, writer, rows[some], hidden=False)
        masks = torch.from_numpy(np.concatenate([table.rows.masks for table, _ in tables]))
        games.step(policy.log_probs(rows, masks.to(device)).argmax(-1).cpu().numpy())
        for (table, _), total, still in zip(tables, totals, is_open, strict=True):
            ended = still & table.rows.dones
            total[ended] = table.rows.totals[ended]
            still &= ~ended
    games.close()
    ends = zip(tables, totals, strict=True)
    return {
        table.players: _sum_up(total, table.seats.astype(np.int64), table.deals)
        for (table, _), total in ends
    }


@torch.no_grad()
def play_frozen(
    policy: PolicyBase, other: PolicyBase, layout: RowLayout, settings: TrainingSettings, deals: int
) -> dict[int, Match]:
    """The same against another policy, which has all other seats and takes its likeliest action."""
    found = {}
    for size in table_sizes(layout.board, settings):
        totals = [
            _play_seat(policy, other, layout, settings, size, seat, max(1, 2 * deals // size))
            for seat in range(size)
        ]
        seats = np.arange(size).repeat(len(totals[0]))
        found[size] = _sum_up(np.concatenate(totals), seats, len(totals[0]))
    return found


def _play_seat(
    policy: PolicyBase,
    other: PolicyBase,
    layout: RowLayout,
    settings: TrainingSettings,
    players: int,
    seat: Seat,
    deals: int,
) -> NDArray[np.float64]:
    """The totals of games with the policy in one seat."""
    games = SideBySide(layout.board, players, deals, settings, settings.seed + HELD_OUT)
    rows = torch.zeros(deals, layout.size, dtype=torch.int16, device=settings.device)
    writer = RowWriter(layout, players, settings.device)
    writer.mark(rows, is_rival=False)
    totals = torch.zeros(deals, players, dtype=torch.float64, device=settings.device)
    is_open = torch.ones(deals, dtype=torch.bool, device=settings.device)
    while bool(is_open.any()):
        writer.write(rows, games.observations, None)
        own = policy.log_probs(rows, games.masks).argmax(-1)
        others = other.log_probs(rows, games.masks).argmax(-1)
        games.step(torch.where(games.seats == seat, own, others))
        ended = is_open & games.dones
        totals[ended] = games.totals[ended].double()
        is_open &= ~ended
    found: NDArray[np.float64] = totals.cpu().numpy()
    return found


def _sum_up(totals: np.ndarray, seats: np.ndarray, deals: int) -> Match:
    players = totals.shape[1]
    own = totals[np.arange(len(totals)), seats]
    others = totals.copy()
    others[np.arange(len(totals)), seats] = -np.inf
    best = others.max(1)
    level = (totals == totals.max(1, keepdims=True)).sum(1)
    wins = np.where(own >= best, 1.0 / level, 0.0)
    by_deal = wins.reshape(players, deals).sum(0)
    low, high = share_interval(by_deal, np.full(deals, float(players))) or (0.0, 1.0)
    margin = float((own - best).mean())
    return Match(len(totals), float(wins.mean()), low, high, margin, float(own.mean()))
