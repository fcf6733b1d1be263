"""The board drawn with characters: who has which route, and where the cities lie."""

from collections.abc import Iterator, Sequence

from anden.boards import Layout, layout_for
from anden.game import View
from anden.kernel.ids import RouteId

from .seats import Occupant
from .speech import Speech

OPEN, CLOSED, CITY, GOAL = ".", " ", "o", "*"
MAX_COLUMNS, MAX_ROWS = 118, 36
_STRETCH = 2.0  # a character is about twice as high as wide
_SHORTEST = 3  # letters that a name is cut to at most
_NAME = 12


class Sheet:
    """Rows of characters; what is written first stays."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._cells = [[" "] * columns for _ in range(rows)]
        self._taken: set[tuple[int, int]] = set()

    def put(self, x: int, y: int, text: str) -> bool:
        """Writes where nothing has been written; False, and nothing happens, elsewhere."""
        places = [(x + step, y) for step in range(len(text))]
        if not all(0 <= at < self.columns and 0 <= y < self.rows for at, _ in places):
            return False
        if any(place in self._taken for place in places):
            return False
        for place, character in zip(places, text, strict=True):
            self._cells[place[1]][place[0]] = character
            self._taken.add(place)
        return True

    def has_gap(self, x: int, y: int, length: int, sign: tuple[int, int]) -> bool:
        """Whether a text of this length would touch nothing to its left and right but the sign."""
        return not ({(x - 1, y), (x + length, y)} - {sign}) & self._taken

    def draw(self, x: int, y: int, character: str) -> None:
        """A point of a line, below everything that is written."""
        if (x, y) not in self._taken:
            self._cells[y][x] = character

    def lines(self) -> Iterator[str]:
        yield from ("".join(row).rstrip() for row in self._cells)


def draw_map(
    speech: Speech, view: View, seats: Sequence[Occupant], columns: int, rows: int
) -> Iterator[str]:
    """At most this many characters wide and high, with a line that explains the signs."""
    layout = layout_for(speech.board)
    sheet = _sheet(layout, min(columns, MAX_COLUMNS), min(rows, MAX_ROWS) - 1)
    places = [_place(layout, sheet, city.x, city.y) for city in layout.cities]
    goals = _goals(view)
    for city, (x, y) in enumerate(places):
        sheet.put(x, y, GOAL if city in goals else CITY)
    for city in sorted(range(len(places)), key=lambda city: city not in goals):
        _write_name(sheet, *places[city], speech.city(city)[:_NAME])
    for route in speech.board.routes:
        sign = _sign(view, route.index)
        for space in layout.routes[route.index]:
            sheet.draw(*_place(layout, sheet, space.x, space.y), sign)
    for number, _ in enumerate(seats):  # claimed routes last: their lanes may share a place
        for index in view.route_ids(number):
            for space in layout.routes[index]:
                sheet.draw(*_place(layout, sheet, space.x, space.y), str(number + 1))
    yield from sheet.lines()
    owners = ", ".join(f"{number} {seat.name}" for number, seat in enumerate(seats, 1))
    yield speech.text("text.map_signs", open=OPEN, goal=GOAL, owners=owners)


def _sheet(layout: Layout, columns: int, rows: int) -> Sheet:
    """As large as fits, in the proportions of the board."""
    rows_for_width = round(columns * layout.height / layout.width / _STRETCH)
    if rows_for_width <= rows:
        return Sheet(columns, rows_for_width)
    return Sheet(min(columns, round(rows * layout.width / layout.height * _STRETCH)), rows)


def _place(layout: Layout, sheet: Sheet, x: float, y: float) -> tuple[int, int]:
    column = min(int(x / layout.width * sheet.columns), sheet.columns - 1)
    return max(column, 0), max(min(int(y / layout.height * sheet.rows), sheet.rows - 1), 0)


def _write_name(sheet: Sheet, x: int, y: int, name: str) -> None:
    """Beside the city, above or below it, as long as there is room for.

    Where nothing else touches it, if that leaves most of the name.
    """
    shortest = min(_SHORTEST, len(name))
    for wants_gap, least in ((True, max(shortest, (len(name) + 1) // 2)), (False, shortest)):
        for length in range(len(name), least - 1, -1):
            beside = [(x + 1, y), (x - length, y)]
            around = [(x - length // 2, y - 1), (x - length // 2, y + 1)]
            for place in (*beside, *around):
                if wants_gap and not sheet.has_gap(*place, length, (x, y)):
                    continue
                if sheet.put(*place, name[:length]):
                    return


def _goals(view: View) -> set[int]:
    """The cities of the own tickets."""
    assert view.seat is not None
    held = (*view.tickets(view.seat), *view.offer(view.seat))
    tickets = [view.board.tickets[view.board.find_ticket(name)] for name in held]
    return {city for ticket in tickets for city in (ticket.a, ticket.b)}


def _sign(view: View, route: RouteId) -> str:
    assert view.seat is not None
    return OPEN if view.is_open(route, view.seat) else CLOSED
