"""A game that tests lay out, play and look at."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from anden.kernel import refusal
from anden.kernel.cards import settle
from anden.kernel.layout import NO_CARD, NO_ROUTE, NO_TICKET

from .arranging import ArrangedTable
from .base import members
from .words import WordedTable


@dataclass(frozen=True)
class SeatScore:
    """One seat's line of the final scores."""

    routes: int
    tickets: int
    longest: int  # spaces
    longest_points: int
    stations: int
    districts: int
    total: int
    rank: int
    completed: set[str]
    borrowed: list[str | None]  # by station, in the order of their cities


class Table(ArrangedTable, WordedTable):
    """A game, its board, and readable ways to arrange, play and look at it.

    Every action is checked to be legal, and to neither make nor lose a card.
    """

    def keep_all(self) -> Self:
        """Every seat keeps all its dealt tickets: the first turn begins."""
        for _ in range(self.players):
            self.play("keep all")
        return self

    def settle(self) -> Self:
        """Deck, row and discards put in order, as after every discard."""
        settle(self.state)
        self._check_cards()
        return self

    def take_seat(self, seat: int) -> Self:
        self.core.take_seat(seat)
        return self

    def copy(self) -> "Table":
        other = Table(self.board, self.players)
        other.core = self.core.copy()
        return other

    # Playing

    def play(self, *actions: str) -> Self:
        """Plays actions such as `draw red`, `draw deck`, `claim denver-omaha`, `pay 3 red 1 wild`,
        `station roma`, `withdraw`, `draw tickets`, `keep paris-wien, madrid-zurich`, `keep all`.
        """
        for text in actions:
            self._do(self.action(text))
        return self

    def play_at_random(self, luck: random.Random, steps: int) -> Iterator[str]:
        """Plays and yields up to this many random legal actions."""
        for _ in range(steps):
            if self.is_over:
                return
            action = luck.choice(self._legal())
            name = self.name(action)
            self._do(action)
            yield name

    def _do(self, action: int) -> None:
        before, name = self._all_cards(), self.name(action)
        assert self.core.step(action), f"{name!r} is refused ({self.why_not_id(action)})"
        assert (self._all_cards() == before).all(), "cards were made or lost"
        self._check_cards()

    def _check_cards(self) -> None:
        state = self.state
        assert state["deck_size"] == state["deck"].sum()
        assert (state["hand_size"] == state["hand"].sum(axis=1)).all()
        assert state["deck_size"] > 0 or not state["discards"].any(), "C12"

    def can(self, text: str) -> bool:
        return self.core.is_legal(self.action(text))

    def why_not(self, text: str) -> int:
        """The reason code of kernel/refusals.py."""
        return self.why_not_id(self.action(text))

    def why_not_id(self, action: int) -> int:
        return int(refusal(self.tables, self.state, action))

    def options(self) -> set[str]:
        """Every legal action."""
        return {self.name(action) for action in self._legal()}

    def options_to(self, verb: str) -> set[str]:
        """What may follow this word: `options_to("pay")` is the payments."""
        options = (option.partition(" ") for option in self.options())
        return {rest for first, _, rest in options if first == verb}

    def _legal(self) -> list[int]:
        return self.core.legal_ids()

    # Looking

    @property
    def hand(self) -> list[Counter[str]]:
        """By seat."""
        return [self._counter(self.state["hand"][seat]) for seat in range(self.players)]

    @property
    def deck(self) -> Counter[str]:
        return self._counter(self.state["deck"])

    @property
    def discards(self) -> Counter[str]:
        return self._counter(self.state["discards"])

    @property
    def row(self) -> list[str | None]:
        kinds = [int(kind) for kind in self.state["row"]]
        return [None if kind == NO_CARD else self._kind_name(kind) for kind in kinds]

    @property
    def revealed(self) -> list[str]:
        """By the last tunnel, in alphabetical order."""
        kinds = [int(kind) for kind in self.state["revealed"]]
        return sorted(self._kind_name(kind) for kind in kinds if kind != NO_CARD)

    def pieces(self, seat: int) -> int:
        return int(self.state["pieces"][seat])

    def points(self, seat: int) -> int:
        """Scored by routes so far."""
        return int(self.state["score"][seat])

    def tickets(self, seat: int) -> set[str]:
        return {self.board.ticket_name(t) for t in members(int(self.state["tickets"][seat]))}

    def offered(self, seat: int) -> list[str]:
        offer = [int(ticket) for ticket in self.state["offer"][seat]]
        return [self.board.ticket_name(ticket) for ticket in offer if ticket != NO_TICKET]

    def returned(self) -> list[str]:
        """The tickets put under the deck, the next one to come first."""
        head, size = int(self.state["returned_head"]), int(self.state["returned_size"])
        places = [(head + number) % len(self.state["returned"]) for number in range(size)]
        return [self.board.ticket_name(int(self.state["returned"][place])) for place in places]

    def returners(self) -> list[int]:
        """Who put each of these tickets there."""
        head, size = int(self.state["returned_head"]), int(self.state["returned_size"])
        places = [(head + number) % len(self.state["returned"]) for number in range(size)]
        return [int(self.state["returned_by"][place]) for place in places]

    def known(self, seat: int) -> Counter[str]:
        """The cards everybody knows the seat holds."""
        return self._counter(self.state["known"][seat])

    def routes(self, seat: int) -> list[int]:
        low, high = (int(word) for word in self.state["owned"][seat])
        return list(members(low | high << 64))

    def view(self, seat: int) -> bytes:
        """All that the seat may know, as bytes."""
        return self.core.seen_by(seat).tobytes()

    def score(self, seat: int) -> SeatScore:
        result = self.core.score()
        borrowed = [int(route) for route in result["borrowed"][seat]]
        return SeatScore(
            routes=int(result["route_points"][seat]),
            tickets=int(result["ticket_points"][seat]),
            longest=int(result["longest"][seat]),
            longest_points=int(result["longest_points"][seat]),
            stations=int(result["station_points"][seat]),
            districts=int(result["district_points"][seat]),
            total=int(result["total"][seat]),
            rank=int(result["rank"][seat]),
            completed={self.board.ticket_name(t) for t in members(int(result["completed"][seat]))},
            borrowed=[None if r == NO_ROUTE else self.board.route_name(r) for r in borrowed],
        )

    def ranks(self) -> list[int]:
        return [self.score(seat).rank for seat in range(self.players)]
