"""How things on the board are called in the player's language."""

from collections.abc import Iterable

from anden.boards import GRAY, Board
from anden.boards.names import in_language
from anden.game import Payment
from anden.game.actions import WILD_WORD
from anden.kernel.ids import CityId, RouteId
from anden.locales import translate

from . import grammar


class Speech:
    """Words and phrases for one board; `language` may change while it is used."""

    def __init__(self, board: Board, language: str) -> None:
        self.board = board
        self.language = language

    def text(self, key: str, **params: object) -> str:
        return translate(self.language, key, **params)

    def person(self, key: str, is_you: bool, **params: object) -> str:
        """The text in the second person, or in the third with a `name`."""
        return self.text(f"{key}.{'you' if is_you else 'other'}", **params)

    def city(self, city: CityId | str) -> str:
        index = self.board.city_index(city) if isinstance(city, str) else city
        return in_language(self.board.cities[index].names, self.language)

    def kind(self, kind: str) -> str:
        """A card kind by itself: red, locomotive."""
        if kind == WILD_WORD:
            return in_language(self.board.cards.wild.names, self.language)
        return self._colour(self.board.colour_index(kind))

    def card(self, kind: str) -> str:
        """A card as it lies in a list: red, locomotive, bus card."""
        name = self.kind(kind)
        is_piece = kind == WILD_WORD and self._is_piece(name)
        return self.text("text.wild_card", wild=name) if is_piece else name

    def _is_piece(self, wild: str) -> bool:
        """Whether the pieces are called like the wild card."""
        return wild == in_language(self.board.pieces.names, self.language).one

    def route_colour(self, route: RouteId) -> str:
        colour = self.board.routes[route].colour
        return self.text("text.gray") if colour == GRAY else self._colour(colour)

    def a_card(self, kind: str) -> str:
        """A red card, a locomotive card."""
        name = self.kind(kind)
        if kind == WILD_WORD:
            return self.text("text.a_wild", wild=name)
        key = "text.an_card" if grammar.starts_with_vowel(name) else "text.a_card"
        return self.text(key, colour=grammar.card_colour(self.language, name, 1))

    def cards(self, kind: str, n: int) -> str:
        """2 red; 1 locomotive; 1 bus card, where the pieces are buses too."""
        name = self.kind(kind)
        if kind != WILD_WORD:
            return f"{n} {grammar.card_colour(self.language, name, n)}"
        if self._is_piece(name):
            return self.text("text.wild_cards", n=n, wild=name)
        return f"{n} {name if n == 1 else grammar.plural(self.language, name)}"

    def hand(self, cards: dict[str, int]) -> str:
        return self.all_of(self.cards(kind, n) for kind, n in cards.items())

    def payment(self, payment: Payment) -> str:
        parts = [self.cards(payment.colour, payment.cards)] if payment.colour else []
        parts += [self.cards(WILD_WORD, payment.wilds)] if payment.wilds else []
        return self.all_of(parts)

    def route(self, route: RouteId | str) -> str:
        """The cities, and the colour where two lanes differ by it."""
        index = self.board.find_route(route) if isinstance(route, str) else route
        a_route = self.board.routes[index]
        cities = self.cities(a_route.a, a_route.b)
        if a_route.twin is None or self.board.routes[a_route.twin].colour == a_route.colour:
            return cities
        return f"{cities} ({self.route_colour(index)})"

    def ticket(self, name: str) -> str:
        ticket = self.board.tickets[self.board.find_ticket(name)]
        return self.cities(ticket.a, ticket.b)

    def cities(self, a: int, b: int) -> str:
        """Paris-Vienna; Rostov-on-Don - Sochi."""
        names = [self.city(a), self.city(b)]
        return (" - " if any("-" in name for name in names) else "-").join(names)

    def pieces(self, n: int) -> str:
        noun = in_language(self.board.pieces.names, self.language)
        return f"{n} {noun.one if n == 1 else noun.many}"

    def all_of(self, items: Iterable[str]) -> str:
        """One, two and three."""
        *head, last = list(items) or [""]
        return f"{', '.join(head)}{self._and(last)}{last}" if head else last

    def any_of(self, items: Iterable[str]) -> str:
        """One, two or three."""
        *head, last = list(items) or [""]
        key = "text.or_o" if grammar.sounds_like_o(last) else "text.or"
        return f"{', '.join(head)} {self.text(key)} {last}" if head else last

    def _and(self, last: str) -> str:
        key = "text.and_i" if grammar.sounds_like_i(last) else "text.and"
        return f" {self.text(key)} "

    def _colour(self, index: int) -> str:
        return in_language(self.board.cards.colours[index].names, self.language)
