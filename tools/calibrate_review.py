"""Fits what a network expects to what games of bots come to: `python -m tools.calibrate_review`.

Every table that a network knows: games of `medium`, `hard` and `planner` in random seats, and the
mover's expectation at each turn. Prints `review/calibration.json`.
"""

import argparse
import json
from random import Random

import numpy as np
from numpy.typing import NDArray

from anden.boards import Board, load_board
from anden.bots.levels import HardBot, MediumBot
from anden.bots.network_seat import NetworkSeat
from anden.bots.planner_bot import PlannerBot
from anden.bots.weights import known_tables
from anden.core import GameCore
from anden.kernel.layout import TURN
from anden.review.calibration import log_odds

FIELD = (MediumBot, HardBot, PlannerBot)
STEPS = 25  # of Newton's method

Floats = NDArray[np.float64]


def game(board: Board, players: int, luck: Random) -> tuple[list[float], list[float]]:
    """At each turn what the network expected for the mover, and what the mover got."""
    core, place = GameCore(board, players), NetworkSeat()
    core.deal(luck.getrandbits(120))
    bots = [luck.choice(FIELD)(luck.getrandbits(60)) for _ in range(players)]
    network = place.take(core.tables, players)
    rows, seats = [], []
    while not core.is_over:
        views, _ = core.look()
        if core.phase == TURN:
            rows.append(place.see(network, views[0])[0])
            seats.append(core.seat)
        core.step(bots[core.seat].choose_id(core.tables, views[0]))
    is_first = core.score()["rank"][:players] == 1
    shares = is_first / is_first.sum()
    wins = network.opinions(np.array(rows), players).wins
    return wins.tolist(), shares[seats].tolist()


def fit(wins: Floats, shares: Floats) -> tuple[float, float]:
    """Slope and shift of the likeliest logistic curve."""
    columns = np.stack([log_odds(wins), np.ones(len(wins))], axis=1)
    found = np.array([1.0, 0.0])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-columns @ found))
        weights = chances * (1 - chances)
        found = found + np.linalg.solve(
            (columns * weights[:, None]).T @ columns, columns.T @ (shares - chances)
        )
    return round(float(found[0]), 3), round(float(found[1]), 3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="per table")
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    tables: dict[str, dict[str, dict[str, float]]] = {}
    for known in known_tables():
        board = load_board(known.board)
        for players in known.players:
            luck = Random(f"{options.seed} {known.board} {players}")
            games = [game(board, players, luck) for _ in range(options.games)]
            wins, shares = (np.concatenate([g[part] for g in games]) for part in (0, 1))
            slope, shift = fit(wins, shares)
            tables.setdefault(known.board, {})[str(players)] = {"slope": slope, "shift": shift}
    print(json.dumps(tables, indent=2))


if __name__ == "__main__":
    main()
