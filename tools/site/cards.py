"""Cards and tickets as SVG, for the pages that explain the rules."""

from collections.abc import Sequence

from anden.boards import Board, symbols
from anden.boards.names import in_language
from anden.game.pictures.looks import SERIF, palette_of

WIDTH, HEIGHT, GAP = 96, 62, 10
_PALE = ("white", "yellow", "orange", "gray", "pink")
_DARK, _LIGHT, _WILD = "#1d1712", "#ffffff", "#f7efdc"


def cards_svg(board: Board, kinds: Sequence[str | None], theme: str) -> str:
    """A row of cards; None is a card's back."""
    width = len(kinds) * (WIDTH + GAP) - GAP
    faces = (
        f'<g transform="translate({at * (WIDTH + GAP)} 0)">{_card(board, kind, theme)}</g>'
        for at, kind in enumerate(kinds)
    )
    return _svg(width, HEIGHT, "".join(faces))


def _card(board: Board, kind: str | None, theme: str) -> str:
    palette = palette_of(board, theme)
    if kind is None:
        return _frame(palette["accent"], _LIGHT) + _symbol("wild", 48, 31, 13, _LIGHT)
    if kind == "wild":
        stripes = [palette["cards"][colour.id] for colour in board.cards.colours]
        step = 84 / len(stripes)
        bands = "".join(
            f'<rect x="{6 + at * step:.1f}" y="{y}" width="{step:.1f}" height="5" fill="{fill}"/>'
            for at, fill in enumerate(stripes)
            for y in (6, 51)
        )
        return _frame(_WILD, _DARK) + bands + _symbol("wild", 48, 31, 15, _DARK)
    ink = _DARK if kind in _PALE else _LIGHT
    fill = palette["cards"][kind]
    corners = "".join(
        f'<circle cx="{x}" cy="{y}" r="7.5" fill="{ink}"/>' + _symbol(kind, x, y, 4.4, fill)
        for x, y in ((14, 14), (82, 48))
    )
    return _frame(fill, ink) + corners + _symbol(kind, 48, 31, 14, ink)


def _frame(fill: str, ink: str) -> str:
    return (
        f'<rect x=".75" y=".75" width="94.5" height="60.5" rx="6" fill="{fill}" stroke="{_DARK}" '
        f'stroke-opacity=".55" stroke-width="1.5"/><rect x="4.5" y="4.5" width="87" height="53" '
        f'rx="3.5" fill="none" stroke="{ink}" stroke-opacity=".35"/>'
    )


def _symbol(name: str, x: float, y: float, size: float, ink: str) -> str:
    return (
        f'<path d="{symbols()[name]}" transform="translate({x} {y}) scale({size})" fill="{ink}" '
        'fill-rule="evenodd"/>'
    )


def tickets_svg(board: Board, names: Sequence[str], language: str) -> str:
    """Tickets beside each other: two cities, and what joining them is worth."""
    step = 236
    return _svg(
        len(names) * step - 12,
        84,
        "".join(
            f'<g transform="translate({at * step} 0)">{_ticket(board, name, language)}</g>'
            for at, name in enumerate(names)
        ),
    )


def _ticket(board: Board, name: str, language: str) -> str:
    ticket = board.tickets[board.find_ticket(name)]
    cities = [in_language(board.cities[at].names, language) for at in (ticket.a, ticket.b)]
    return (
        f'<path d="M6 1H218Q223 1 223 6V34A8 8 0 0 0 223 50V78Q223 83 218 83H6Q1 83 1 78V50A8 8 0 '
        f'0 0 1 34V6Q1 1 6 1z" fill="{"#d9e3e4" if ticket.is_long else "#f3e2b5"}" '
        'stroke="#a78a52"/><path d="M168 8V76" stroke="#a78a52" stroke-width="2" '
        'stroke-dasharray="2 4"/><g fill="#33261a" font-weight="600">'
        f'<text x="20" y="36" font-size="19">{cities[0]}</text>'
        f'<text x="20" y="62" font-size="19">{cities[1]}</text>'
        f'<text x="195" y="52" font-size="28" text-anchor="middle">{ticket.points}</text></g>'
    )


def _svg(width: float, height: float, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4} {height + 4}" '
        f'width="{width + 4}" height="{height + 4}" font-family="{SERIF}">{body}</svg>\n'
    )
