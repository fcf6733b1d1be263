"""What the kernel tests share: boards as tables, new games, ways to choose actions."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from hypothesis import settings

from anden.boards import load_board
from anden.boards.tables import build_tables
from anden.kernel import STATE, legal_words, new_state, step
from anden.kernel.actions import DRAW_DECK, DRAW_TICKETS
from anden.kernel.layout import NO_SEAT, State, Tables
from anden.machine.jit import IS_INTERPRETED

BOARDS = ("usa", "europe", "london")
WORD = 2**64 - 1

# How a random player chooses. Uniform choices seldom empty the deck: hoarders do, and collectors
# empty the ticket deck.
UNIFORM, HOARDER, COLLECTOR = range(3)
NUM_STYLES = 3


def proof(examples: int, interpreted: int | None = None) -> settings:
    """Hypothesis settings: the same examples every time, fewer when interpreted."""
    if IS_INTERPRETED:
        examples = interpreted if interpreted is not None else max(1, examples // 10)
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None)


@cache
def tables(name: str) -> Tables:
    return build_tables(load_board(name))


def player_counts(name: str) -> range:
    players = load_board(name).players
    return range(players.min, players.max + 1)


MATCHES = [(name, players) for name in BOARDS for players in player_counts(name)]


def blank(dtype: "np.dtype[np.void]") -> Any:
    """One empty record."""
    return np.zeros(1, dtype)[0]


def new_game(board: Tables, players: int, seed: int, first: int = NO_SEAT) -> State:
    state = blank(STATE)
    new_state(board, state, players, np.uint64(seed & WORD), np.uint64(seed >> 64), first)
    return state


def bits_of(word: int) -> list[int]:
    """The members of a set given as a word."""
    word = int(word)
    members = []
    while word:
        members.append((word & -word).bit_length() - 1)
        word &= word - 1
    return members


def legal_actions(board: Tables, state: State) -> list[int]:
    words = legal_words(board, state)
    return [64 * index + bit for index, word in enumerate(words) for bit in bits_of(int(word))]


def choose(rng: random.Random, actions: Sequence[int], style: int = UNIFORM) -> int:
    """One of the actions. Only `random()` is used, which Python promises never to change."""
    favourites: list[int] = []
    if style == HOARDER and rng.random() < 0.9:
        favourites = [action for action in actions if action <= DRAW_DECK]
    if style == COLLECTOR and rng.random() < 0.3:
        favourites = [action for action in actions if action == DRAW_TICKETS]
    options = favourites or actions
    return options[int(rng.random() * len(options))]


def walk(board: Tables, state: State, rng: random.Random, style: int = UNIFORM) -> Iterator[int]:
    """Plays to the end, giving each action after it was applied."""
    while actions := legal_actions(board, state):
        action = choose(rng, actions, style)
        step(board, state, action)
        yield action


def position(name: str, players: int, seed: int, plies: int, style: int = UNIFORM) -> State:
    """The state after some random actions, or at the end if the game was shorter."""
    board = tables(name)
    state = new_game(board, players, seed)
    for ply, _ in enumerate(walk(board, state, random.Random(seed), style), start=1):
        if ply >= plies:
            break
    return state


def owned_routes(state: State, seat: int) -> list[int]:
    low, high = (int(word) for word in state["owned"][seat])
    return bits_of(low | high << 64)


def set_owned(state: State, seat: int, routes: Sequence[int]) -> None:
    word = sum(1 << route for route in routes)
    state["owned"][seat] = np.array([word & WORD, word >> 64], np.uint64)
