"""A game beside its board, and its cards counted."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from anden.boards import WILD, Board, load_board
from anden.core import GameCore
from anden.kernel.layout import NO_CARD, TUNNEL


def members(word: int) -> Iterator[int]:
    """The indexes in a set kept as bits."""
    return (index for index in range(word.bit_length()) if word >> index & 1)


def set_of(indexes: Iterable[int]) -> np.uint64:
    """The inverse of `members`."""
    return np.uint64(sum(1 << index for index in set(indexes)))


class BaseTable:
    def __init__(self, board: Board | str, players: int = 2, seed: int = 1, first: int = 0) -> None:
        self.board = load_board(board) if isinstance(board, str) else board
        self.players = players
        self.core = GameCore(self.board, players)
        self.core.deal(seed | 2 << 64, first)

    @property
    def tables(self) -> Any:
        return self.core.tables

    @property
    def state(self) -> Any:
        return self.core.state

    @property
    def seat(self) -> int:
        return self.core.seat

    @property
    def phase(self) -> int:
        return self.core.phase

    @property
    def is_over(self) -> bool:
        return self.core.is_over

    def _counts(self, cards: dict[str, int]) -> list[int]:
        counts = [0] * 9
        for name, number in cards.items():
            counts[self.board.colour_index(name)] = number
        return counts

    def _counter(self, counts: Iterable[Any]) -> Counter[str]:
        numbers = [int(number) for number in counts]
        return Counter({self._kind_name(k): n for k, n in enumerate(numbers) if n})

    def _kind_name(self, kind: int) -> str:
        return "wild" if kind == WILD else self.board.cards.colours[kind].id

    def _all_cards(self) -> Any:
        """Every card that is somewhere, by kind."""
        state = self.state
        cards = state["hand"].sum(axis=0) + state["deck"] + state["discards"]
        lying = [int(kind) for kind in state["row"]]
        if state["phase"] == TUNNEL:
            lying += [int(kind) for kind in state["revealed"]]
            lying += [int(state["laid_colour"])] * int(state["laid_cards"])
            lying += [WILD] * int(state["laid_wilds"])
        for kind in lying:
            if kind != NO_CARD:
                cards[kind] += 1
        return cards
