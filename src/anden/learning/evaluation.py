"""How well a policy does against planners, on deals that nothing was learned from."""

from dataclasses import dataclass

import numpy as np
import torch

from anden.arena.intervals import share_interval
from anden.boards import Board

from .network import Policy
from .rivals import RivalGames, core_count
from .settings import Settings

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
def play_planners(policy: Policy, board: Board, settings: Settings, deals: int) -> Match:
    """The same deals at every call."""
    players = settings.players
    threads = core_count(settings.threads)
    games = RivalGames(board, players, deals, settings.seed + HELD_OUT, threads)
    totals = np.zeros((games.games, players))
    is_open = np.ones(games.games, np.bool_)
    while is_open.any():
        observations = torch.from_numpy(games.rows.observations).to(settings.device)
        masks = torch.from_numpy(games.rows.masks).to(settings.device)
        games.step(policy.log_probs(observations, masks).argmax(-1).cpu().numpy())
        ended = is_open & games.rows.dones
        totals[ended] = games.rows.totals[ended]
        is_open &= ~ended
    games.close()
    return _sum_up(totals, games.seats.astype(np.int64), deals)


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
