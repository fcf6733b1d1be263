"""A board: everything the rules and the pictures need to know about one map."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from anden.boards.dump import board_as_dict
from anden.boards.layout import Layout
from anden.boards.lookup import Lookup
from anden.kernel.ids import CityId, RouteId, TicketId

Names: TypeAlias = Mapping[str, str]  # by language: "en" always, others where the board has them


@dataclass(frozen=True)
class Noun:
    """A word for things that are counted."""

    one: str
    many: str


@dataclass(frozen=True)
class City:
    """A city and how it may be written."""

    id: str
    names: Names = field(hash=False)
    printed: str  # as it stands on the printed board
    aliases: tuple[str, ...]
    lat: float
    lon: float

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every way to write it that is understood."""
        return (*self.names.values(), self.printed, *self.aliases)


@dataclass(frozen=True)
class Route:
    """A connection between two neighbouring cities."""

    index: RouteId
    a: CityId
    b: CityId
    length: int
    colour: int  # index into the card colours, or GRAY
    wilds: int  # locomotive symbols of a ferry: E6
    is_tunnel: bool
    twin: RouteId | None  # the other lane of a double route

    @property
    def is_ferry(self) -> bool:
        """Whether it shows locomotives: E6."""
        return self.wilds > 0

    @property
    def pair(self) -> tuple[CityId, CityId]:
        """Its cities, the smaller index first."""
        return min(self.a, self.b), max(self.a, self.b)


@dataclass(frozen=True)
class Ticket:
    """Two cities to be joined, and what that is worth."""

    index: TicketId
    a: CityId
    b: CityId
    points: int
    is_long: bool

    @property
    def pair(self) -> tuple[CityId, CityId]:
        """Its cities, the smaller index first."""
        return min(self.a, self.b), max(self.a, self.b)


@dataclass(frozen=True)
class Players:
    """How many may play."""

    min: int
    max: int


@dataclass(frozen=True)
class PieceColour:
    """A colour that players choose from."""

    id: str
    names: Names = field(hash=False)


@dataclass(frozen=True)
class Pieces:
    """What players lay on routes: trains or buses."""

    count: int  # per player
    names: Mapping[str, Noun] = field(hash=False)
    colours: tuple[PieceColour, ...]


@dataclass(frozen=True)
class CardColour:
    """Cards of one colour, and how many there are."""

    id: str
    count: int
    names: Names = field(hash=False)


@dataclass(frozen=True)
class WildCard:
    """The cards that stand for any colour: C16."""

    count: int
    names: Names = field(hash=False)


@dataclass(frozen=True)
class Cards:
    """All cards of a board."""

    colours: tuple[CardColour, ...]
    wild: WildCard
    names: Mapping[str, Noun] = field(hash=False)

    @property
    def total(self) -> int:
        """How many there are."""
        return self.wild.count + sum(colour.count for colour in self.colours)


@dataclass(frozen=True)
class TicketDeal:
    """The tickets at the start: C3, E2."""

    regular: int
    long: int
    keep: int  # at least
    dropped: str  # "under_deck" or "removed"


@dataclass(frozen=True)
class TicketDraw:
    """The tickets drawn during the game: C21."""

    count: int
    keep: int  # at least


@dataclass(frozen=True)
class LongestPath:
    """The bonus for the longest path: U5."""

    bonus: int
    names: Names = field(hash=False)


@dataclass(frozen=True)
class Stations:
    """The stations of each player: E11, E13."""

    count: int  # per player
    unbuilt_points: int  # each


@dataclass(frozen=True)
class District:
    """Places that are worth points when joined: L5."""

    points: int
    cities: tuple[CityId, ...]


@dataclass(frozen=True, eq=False)
class Board:
    """Two boards with the same content are equal, wherever they came from and however drawn."""

    id: str
    names: Names
    players: Players
    pieces: Pieces
    cards: Cards
    starting_hand: int
    ticket_deal: TicketDeal
    ticket_draw: TicketDraw
    double_routes_from: int  # players from which both lanes of a double route may be used
    points_by_length: Mapping[int, int]
    longest_path: LongestPath | None
    stations: Stations | None
    tie_breaks: tuple[str, ...]  # of "tickets", "stations", "longest_path", most important first
    districts: tuple[District, ...]
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    layout: Layout | None = None  # the drawing in its file; no part of what identifies the board

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.sha256 == other.sha256

    def __hash__(self) -> int:
        return hash(self.sha256)

    def city_index(self, text: str) -> CityId:
        """The city with this id, name or alias, whatever the case and accents."""
        return self._lookup.city_index(text)

    def colour_index(self, text: str) -> int:
        """The card kind with this id or name: 0 and up for the colours, WILD for the wild."""
        return self._lookup.colour_index(text)

    def route_name(self, index: RouteId) -> str:
        """`denver-omaha`, with a lane where there are two: `:red`, or `:gray.1` and `:gray.2`."""
        return self._lookup.route_names[index]

    def find_route(self, text: str) -> RouteId:
        """The route of this name: any order, any city name, the lane only where it is needed."""
        return self._lookup.find_route(text)

    def ticket_name(self, index: TicketId) -> str:
        """`boston-miami`: its two cities."""
        return self._lookup.ticket_names[index]

    def find_ticket(self, text: str) -> TicketId:
        """The ticket between these two cities, in any order and by any of their names."""
        return self._lookup.find_ticket(text)

    @cached_property
    def source(self) -> str:
        """The board as JSON in one fixed spelling, which `board_from_json` reads back."""
        return json.dumps(
            board_as_dict(self), ensure_ascii=False, sort_keys=True, separators=(",", ":")
        )

    @cached_property
    def sha256(self) -> str:
        """Hash of `source`: what records and data sets identify the board by."""
        return hashlib.sha256(self.source.encode()).hexdigest()

    @cached_property
    def is_builtin(self) -> bool:
        """Whether it is one of the boards that come with Andén, unchanged."""
        from anden.boards import loader  # here: the loader imports this module

        return self.id in loader.builtin_boards() and self == loader.load_board(self.id)

    @cached_property
    def _lookup(self) -> Lookup:
        return Lookup(self)
