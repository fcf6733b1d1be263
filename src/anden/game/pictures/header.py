"""The strip above a board: who plays, and the points."""

from collections.abc import Iterator, Sequence
from html import escape

from anden.boards import Board, Layout
from anden.boards.names import in_language
from anden.kernel.ids import Seat
from anden.locales import translate

from ..position import Position
from .looks import Palette, piece_look
from .shapes import car, number

SHARE = 0.062  # of the board's width
_NARROWEST = 4  # with fewer seats, each still gets a quarter


class Header:
    """Where the entries of a strip stand; `names` are those of the players, by seat."""

    def __init__(
        self, board: Board, layout: Layout, palette: Palette, names: Sequence[str]
    ) -> None:
        self.height = layout.width * SHARE
        self._board, self._palette, self._names = board, palette, names
        self._width = layout.width
        self._step = layout.width / max(len(names), _NARROWEST)

    def ground(self) -> Iterator[str]:
        """The strip with the players' pieces and names."""
        yield (
            f'<rect width="{number(self._width)}" height="{number(self.height)}" '
            f'fill="{self._palette["paper"]}"/>'
        )
        for seat, name in enumerate(self._names):
            look = piece_look(self._board.pieces.colours[seat].id)
            yield (
                f'<path d="{car(46, 18)}" transform="translate({number(self._left(seat) + 28)} '
                f'{number(self.height / 2)})" fill="{look.fill}" stroke="{look.edge}" '
                f'stroke-width="2"/><path d="{look.mark}" fill="{look.ink}" '
                f'transform="translate({number(self._left(seat) + 28)} {number(self.height / 2)}) '
                'scale(1.05 1.15)"/>'
            )
            yield self._text(seat, 0.44, 0.3, name[:16], "700")

    def points(self, seat: Seat, points: int, more: str = "") -> str:
        """What a seat has, in the second line; `more` is an attribute."""
        return self._text(seat, 0.8, 0.27, f"{points}", "600", more)

    def facts(self, position: Position, seat: Seat, language: str) -> str:
        points = translate(language, "text.points", n=position.score(seat))
        count = position.pieces(seat)
        noun = in_language(self._board.pieces.names, language)
        pieces = f"{count} {noun.one if count == 1 else noun.many}"
        return self._text(seat, 0.8, 0.22, f"{points}, {pieces}", "400")

    def turn(self, seat: Seat) -> str:
        """A line under the seat that is to act."""
        return (
            f'<rect x="{number(self._left(seat))}" y="{number(self.height * 0.92)}" '
            f'width="{number(self._step * 0.9)}" height="{number(self.height * 0.06)}" '
            f'fill="{self._palette["accent"]}"/>'
        )

    def _left(self, seat: Seat) -> float:
        return self._step * (seat + 0.04)

    def _text(
        self, seat: Seat, down: float, size: float, text: str, weight: str, more: str = ""
    ) -> str:
        return (
            f'<text x="{number(self._left(seat) + 62)}" y="{number(self.height * down)}" '
            f'font-size="{number(self.height * size)}" font-weight="{weight}" '
            f'fill="{self._palette["ink"]}"{more}>{escape(text)}</text>'
        )
