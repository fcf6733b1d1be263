"""What a seat can do, all of it at once and in words."""

from functools import lru_cache

import numpy as np

from anden.boards import Board
from anden.core.compiled.outlook import OUTLOOK, look_ahead
from anden.core.game_core import tables_array
from anden.core.sets import members, members_of_words
from anden.kernel import layout
from anden.kernel.actions import KEEP_TICKETS, PAY_WILDS
from anden.kernel.ids import Seat

from .coding import decode_payment, decode_simple
from .position import Position

_PAY_WILDS = 1 << PAY_WILDS
_SIMPLE = (1 << KEEP_TICKETS) - 1 & ~_PAY_WILDS  # draws, pass, withdraw
_MOST_TEXTS = 20_000  # that are kept by board


class Outlook:
    """What the seat to act can do; of a seat that waits, what it could if its turn began now."""

    def __init__(self, position: Position, seat: Seat) -> None:
        self.board = position.board
        self.is_now = position.to_act == seat
        self._states = position.as_array()
        if not self.is_now:
            self._states["phase"], self._states["seat"] = layout.TURN, seat
        self.position = Position(self.board, self._states[0], position.tables)
        self._outlooks = np.empty(1, OUTLOOK)
        look_ahead(tables_array(self.board), self._states, self._outlooks)
        self._legal: list[int] = self._outlooks["legal"][0].tolist()
        self._texts = _texts(self.board)

    @property
    def is_turn(self) -> bool:
        return self.position.phase == "turn"

    def simple(self) -> tuple[str, ...]:
        """Legal actions that need neither payment nor tickets."""
        return self._texts.simple(self._legal[0] & _SIMPLE)

    def routes(self) -> dict[str, tuple[str, ...]]:
        """Payments by route that can be claimed, those with the fewest wilds first."""
        routes = members_of_words(self._legal[2:4])
        words = self._outlooks["route_payments"][0][routes].tolist()
        return {
            self.board.route_name(route): self._texts.payments(
                small, pays, self.board.routes[route].length
            )
            for route, (small, pays) in zip(routes, words, strict=True)
        }

    def almost(self) -> dict[str, list[str]]:
        """Routes that one more card would open, each with the kinds of card that would do."""
        found: dict[str, list[str]] = {}
        if self.is_turn:
            sets = self._outlooks["almost"][0].tolist()
            for number, kind in self.position.kinds:
                for name in self._texts.routes(*sets[number]):
                    found.setdefault(name, []).append(kind)
        return found

    def station_cities(self) -> list[str]:
        """Where the seat can build a station."""
        return [self.board.cities[city].id for city in members(self._legal[4])]

    def station_payments(self) -> tuple[str, ...]:
        """Every station costs the same; empty where none can be built."""
        if not self._legal[4]:
            return ()
        words = self._outlooks["station_payments"][0].tolist()
        return self._texts.payments(*words, self.position.station_price(self._seat))

    def surcharges(self) -> tuple[str, ...]:
        """Payments that complete a tunnel."""
        if self.position.phase != "tunnel":
            return ()
        words = self._legal[0] & _PAY_WILDS, self._legal[1]
        return self._texts.payments(*words, self.position.price)

    @property
    def _seat(self) -> Seat:
        return int(self._states["seat"][0])


class _Texts:
    """Actions and payments of one board in words, each made once."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.payments = lru_cache(_MOST_TEXTS)(self._payments)
        self.simple = lru_cache(_MOST_TEXTS)(self._simple)
        self.routes = lru_cache(_MOST_TEXTS)(self._routes)

    def _payments(self, small: int, pays: int, price: int) -> tuple[str, ...]:
        ids = members_of_words((small, pays))
        found = [decode_payment(self._board, action, price) for action in ids]
        return tuple(map(str, sorted(found, key=lambda payment: payment.wilds)))

    def _simple(self, word: int) -> tuple[str, ...]:
        return tuple(str(decode_simple(self._board, action, ())) for action in members(word))

    def _routes(self, *words: int) -> tuple[str, ...]:
        return tuple(self._board.route_name(route) for route in members_of_words(words))


@lru_cache(maxsize=32)
def _texts(board: Board) -> _Texts:
    return _Texts(board)
