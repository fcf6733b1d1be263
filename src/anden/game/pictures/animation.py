"""A recorded game as a moving picture: an SVG that browsers play again and again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from anden.boards import Board, layout_for
from anden.kernel.ids import Seat

from ..events import RouteClaimed, StationBuilt
from ..record import Record
from ..replay import replay_steps
from .cities import city_dots, city_names
from .drawing import default_names, whole_svg
from .header import Header
from .looks import palette_of
from .routes import claimed_route, open_route, piece_shapes, station
from .shapes import number
from .sheet import sheet, trimmings

SECONDS = 20.0  # from the deal to the end of the game
REST = 5.0  # that the end stays
_STILL = "@media(prefers-reduced-motion:reduce){.moves{animation:none!important}}"


@dataclass(frozen=True)
class Moment:
    """Something was built, or the game was scored (None), and the points of all seats then."""

    built: RouteClaimed | StationBuilt | None
    points: tuple[int, ...]


class _Film:
    """Things that appear at a moment and stay, or go at another; moments are counted from 0."""

    def __init__(self, moments: int, seconds: float) -> None:
        self._step = seconds / max(moments, 1)
        self._total = seconds + REST
        self._rules = [f".moves{{animation:{number(self._total)}s step-end infinite}}", _STILL]

    def shown(self, begin: int, end: int | None = None) -> str:
        """The attributes of what is seen from `begin` to `end`; None is for ever."""
        name = f"m{len(self._rules)}"
        last = "" if end is None else f"{self._at(end)}{{opacity:0}}"
        self._rules.append(
            f"@keyframes {name}{{0%{{opacity:0}}{self._at(begin)}{{opacity:1}}{last}}}"
        )
        hidden = "" if end is None else ' opacity="0"'
        return f' class="moves" style="animation-name:{name}"{hidden}'

    @property
    def style(self) -> str:
        return "".join(self._rules)

    def _at(self, moment: int) -> str:
        return f"{100 * self._step * moment / self._total:.2f}%"


def replay_svg(
    record: Record,
    *,
    names: Sequence[str] = (),
    language: str = "en",
    theme: str = "light",
    seconds: float = SECONDS,
) -> str:
    """The game from the first route to the last in about this time, then the scores at its end.

    Those who have asked their browser for less motion see the end alone.
    """
    board = record.board
    layout, palette = layout_for(board), palette_of(board, theme)
    header = Header(board, layout, palette, names or default_names(record.players, language))
    moments = list(_moments(record))
    film = _Film(len(moments), seconds)
    body = [
        piece_shapes(board),
        f'<g transform="translate(0 {number(header.height)})">',
        *sheet(board, layout, palette),
        *(line for route in board.routes for line in open_route(board, route, theme)),
        *_claims(board, moments, film, theme),
        *city_dots(layout, palette),
        *_stations(board, moments, film),
        *city_names(layout, palette, language),
        *trimmings(board, layout, palette, language),
        "</g>",
        *header.ground(),
        *(line for seat in range(record.players) for line in _points(seat, moments, film, header)),
    ]
    return whole_svg((0, 0, layout.width, layout.height + header.height), body, film.style)


def _moments(record: Record) -> Iterator[Moment]:
    """The deal, everything that was built, and the end."""
    yield Moment(None, (0,) * record.players)
    game = None
    for step in replay_steps(record):
        game = step.game
        for event in step.events:
            if isinstance(event, RouteClaimed | StationBuilt):
                points = tuple(game.position.score(seat) for seat in range(game.players))
                yield Moment(event, points)
    if game is not None and game.is_over:
        yield Moment(None, game.scores().totals)


def _claims(board: Board, moments: Sequence[Moment], film: _Film, theme: str) -> Iterator[str]:
    for at, moment in enumerate(moments):
        if isinstance(moment.built, RouteClaimed):
            route = board.routes[board.find_route(moment.built.route)]
            colour = board.pieces.colours[moment.built.seat].id
            yield f"<g{film.shown(at)}>"
            yield from claimed_route(board, route, colour, theme)
            yield "</g>"


def _stations(board: Board, moments: Sequence[Moment], film: _Film) -> Iterator[str]:
    for at, moment in enumerate(moments):
        if isinstance(moment.built, StationBuilt):
            colour = board.pieces.colours[moment.built.seat].id
            city = board.city_index(moment.built.city)
            yield f"<g{film.shown(at)}>{station(board, city, colour)}</g>"


def _points(seat: Seat, moments: Sequence[Moment], film: _Film, header: Header) -> Iterator[str]:
    """One text for each number of points that the seat had."""
    changes = [0] + [
        at
        for at in range(1, len(moments))
        if moments[at].points[seat] != moments[at - 1].points[seat]
    ]
    for begin, end in pairwise([*changes, None]):
        assert begin is not None
        yield header.points(seat, moments[begin].points[seat], film.shown(begin, end))
