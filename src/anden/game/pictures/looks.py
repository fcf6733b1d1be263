"""The colours of a picture: those of the board's map, and those of the players."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from anden.boards import Board, load_board, map_of

THEMES = ("light", "dark")
SERIF = "Source Serif 4, Gelasio, Georgia, serif"

Palette = dict[str, Any]

_PALE_RIMS = ("white", "yellow", "gray")


@dataclass(frozen=True)
class PieceLook:
    fill: str
    edge: str  # its side, its outline and the line that joins a player's pieces
    ink: str
    mark: str  # a pattern on a roof 40 units long and 14 wide: no two players' are alike


# By the ids that piece colours have on the boards; they differ in lightness too.
_LOOKS = {
    "blue": PieceLook("#1b4fae", "#0a2350", "#e3efff", "M-15-1.6h11v3.2h-11zM4-1.6h11v3.2H4z"),
    "red": PieceLook(
        "#cf2a20",
        "#5a0b06",
        "#ffe9e2",
        "M-17 7l7-14h6.5l-7 14zM-4.5 7l7-14H9L2 7zM8 7l7-14h5.5l-7 14z",
    ),
    "green": PieceLook(
        "#5cc463",
        "#0d4218",
        "#0b4a1b",
        "M-15.5 0a3.9 3.9 0 1 0 7.8 0a3.9 3.9 0 1 0-7.8 0zM-3.9 0a3.9 3.9 0 1 0 7.8 0a3.9 3.9 0 1 0"
        "-7.8 0zM7.7 0a3.9 3.9 0 1 0 7.8 0a3.9 3.9 0 1 0-7.8 0z",
    ),
    "yellow": PieceLook(
        "#fbcf2b",
        "#5b4200",
        "#6a4d00",
        "M-16 4.5l5.3-7.5 5.4 7.5L0-3l5.3 7.5L10.7-3 16 4.5V.5L10.7-7 5.3.5 0-7-5.3.5"
        "-10.7-7-16 .5z",
    ),
    "black": PieceLook("#242326", "#000000", "#f3efe6", "M-17-1h12L0-6 5-1h12v2H5L0 6-5 1h-12z"),
}
_OTHER = PieceLook("#77706a", "#332f2b", "#ffffff", "M-10-2h20v4h-20z")


@dataclass(frozen=True)
class SpaceLook:
    rim: str
    bed: str  # the hollow inside the rim
    symbol: str


def piece_look(colour: str) -> PieceLook:
    return _LOOKS.get(colour, _OTHER)


def palette_of(board: Board, theme: str) -> Palette:
    """Of the board's map; boards without one are drawn in the colours of North America."""
    picture = map_of(board)
    return picture["palette"][theme] if picture else _plain_palette(theme)


@cache
def _plain_palette(theme: str) -> Palette:
    london, usa = (map_of(load_board(name)) for name in ("london", "usa"))
    assert london is not None
    assert usa is not None
    palette: Palette = usa["palette"][theme]
    return {**palette, "cards": {**london["palette"][theme]["cards"], **palette["cards"]}}


def space_look(palette: Palette, colour: str, theme: str) -> SpaceLook:
    """An open space: a hollow with its colour around the edge."""
    card = palette["cards"].get(colour, palette["cards"]["gray"])
    if theme == "dark":
        rim = mixed(card, "#8b8069", 0.45) if colour == "black" else mixed(card, "#1b1a18", 0.22)
        return SpaceLook(rim, mixed(card, "#151412", 0.8), rim)
    symbol = mixed(card, "#1d1712", 0.45 if colour in _PALE_RIMS else 0.22)
    return SpaceLook(card, mixed(card, "#fffaf0", 0.82), symbol)


def mixed(one: str, other: str, share: float) -> str:
    """Two hexadecimal colours mixed; `share` is the part of the second."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a * (1 - share) + b * share) for a, b in pairs).hex()
