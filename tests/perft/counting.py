"""Perft: how many action sequences of each length there are from a position.

A position is a board, a number of players, a seed and the actions played; chance follows from
the seed. `python -m tests.perft.counting` rewrites the files.
"""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from anden.kernel import legal_words, step
from anden.kernel.layout import KEEP, SETUP, TUNNEL, TURN, State, Tables
from anden.kernel.playout import count_actions
from tests.kernel.support import (
    BOARDS,
    HOARDER,
    UNIFORM,
    choose,
    legal_actions,
    new_game,
    tables,
)

FOLDER = Path(__file__).parent
DEEPEN_BELOW = 7_500  # sequences: one action more from more than that would take too long


@dataclass(frozen=True)
class Position:
    name: str
    board: str
    players: int
    seed: int
    actions: tuple[int, ...]
    counts: tuple[int, ...]  # sequences of 1, 2, 3, ... actions

    def state(self) -> State:
        board = tables(self.board)
        state = new_game(board, self.players, self.seed)
        for action in self.actions:
            assert action in legal_actions(board, state)
            step(board, state, action)
        return state


def perft(board: Tables, state: State, depth: int) -> int:
    """The number of sequences of exactly `depth` actions; shorter ones that end do not count."""
    if depth == 1:
        low, pays, claims, more_claims, cities = map(np.uint64, legal_words(board, state))
        return count_actions((low, pays, claims, more_claims, cities))
    total = 0
    for action in legal_actions(board, state):
        after = state.copy()
        step(board, after, action)
        total += perft(board, after, depth - 1)
    return total


def load_positions(board: str) -> list[Position]:
    stored = json.loads((FOLDER / f"{board}.json").read_text(encoding="utf-8"))
    return [
        Position(
            name=entry["name"],
            board=board,
            players=entry["players"],
            seed=int(entry["seed"], 16),
            actions=tuple(entry["actions"]),
            counts=tuple(entry["counts"]),
        )
        for entry in stored
    ]


def counts_from(board: Tables, state: State) -> list[int]:
    counts: list[int] = []
    while not counts or 0 < counts[-1] <= DEEPEN_BELOW:
        counts.append(perft(board, state, len(counts) + 1))
    return counts


Wanted = tuple[str, int, int, Callable[[State, int], bool]]


def wanted(name: str) -> Iterator[Wanted]:
    """Which positions to keep: name, players, style, and when to stop playing towards it."""
    most = 4 if name == "london" else 5
    late = 60 if name == "london" else 200
    yield "setup", 2, UNIFORM, lambda state, ply: state["phase"] == SETUP
    yield "first turn", 3, UNIFORM, lambda state, ply: state["phase"] == TURN
    yield "early", 2, UNIFORM, lambda state, ply: ply >= 30 and state["phase"] == TURN
    yield "crowded", most, UNIFORM, lambda state, ply: ply >= late and state["phase"] == TURN
    yield "tickets offered", 2, UNIFORM, lambda state, ply: ply >= 40 and state["phase"] == KEEP
    yield "deck empty", most, HOARDER, lambda state, ply: state["deck_size"] == 0
    yield "last round", 2, UNIFORM, lambda state, ply: state["last_turns"] == 2
    if name == "europe":
        yield "tunnel", 2, HOARDER, lambda state, ply: ply > 60 and state["phase"] == TUNNEL
        yield "tunnel, short of cards", 4, HOARDER, _is_tunnel_short


def _is_tunnel_short(state: State, ply: int) -> bool:
    return bool(state["phase"] == TUNNEL and state["revealed"].min() < 0)


def reach(name: str, players: int, style: int, stop: Callable[[State, int], bool]) -> Position:
    """The first position of the kind in a seeded game, trying seeds until there is one."""
    board = tables(name)
    for seed in range(1000):
        state = new_game(board, players, seed << 64 | 0xA0DE4)
        rng = random.Random(seed)
        played: list[int] = []
        while not stop(state, len(played)) and (actions := legal_actions(board, state)):
            played.append(choose(rng, actions, style))
            step(board, state, played[-1])
        if legal_actions(board, state):
            seed = seed << 64 | 0xA0DE4
            counts = tuple(counts_from(board, state))
            return Position("", name, players, seed, tuple(played), counts)
    raise AssertionError(f"no such position on {name}")


def main() -> None:
    for name in BOARDS:
        lines = []
        for title, players, style, stop in wanted(name):
            found = reach(name, players, style, stop)
            entry = {
                "name": title,
                "players": players,
                "seed": f"{found.seed:032x}",
                "actions": found.actions,
                "counts": found.counts,
            }
            lines.append(json.dumps(entry))
        text = "[\n" + ",\n".join(lines) + "\n]\n"
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
