"""What lies under the routes and around them: the map, the title, the compass and the frame."""

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin
from typing import Any

from anden.boards import Board, Layout, map_of
from anden.boards.names import in_language

from .looks import Palette

RIPPLES = ((15.0, 0.22), (10.0, 0.32), (5.5, 0.45))  # lines along the coasts: distance, strength


def sheet(board: Board, layout: Layout, palette: Palette) -> Iterator[str]:
    """The map, or bare land for boards that have none."""
    picture = map_of(board)
    if picture is None:
        yield f'<rect width="{layout.width}" height="{layout.height}" fill="{palette["land"]}"/>'
    else:
        yield from _map(layout, picture, palette)


def trimmings(board: Board, layout: Layout, palette: Palette, language: str) -> Iterator[str]:
    """The title, the compass and the frame."""
    picture = map_of(board)
    if picture is not None:
        yield from _ornaments(board, picture, palette, language)
    yield from _frame(layout, palette)


def _map(layout: Layout, picture: dict[str, Any], palette: Palette) -> Iterator[str]:
    layers = picture["layers"]
    has_sea = "land" in layers
    ground = palette["sea"] if has_sea else palette["land"]
    yield f'<rect width="{layout.width}" height="{layout.height}" fill="{ground}"/>'
    if has_sea:
        coast = f"anden-{picture['board']}-land"  # drawn many times, written once
        yield f'<defs><path id="{coast}" d="{layers["land"]}" fill-rule="evenodd"/></defs>'
        yield _stroke(layers["graticule"], palette["graticule"], 0.8)
        for reach, strength in RIPPLES:
            yield _line(coast, palette["sea_line"], 2 * reach + 1.6, strength)
            yield _line(coast, palette["sea"], 2 * reach - 0.4)
        yield _line(coast, palette["sea_line"], 4.0, 0.5)
        yield f'<use href="#{coast}" fill="{palette["land"]}"/>'
    if "streets" in layers:
        yield _stroke(layers["streets"], palette["street"], 5.0)
    if "parks" in layers:
        yield f'<path d="{layers["parks"]}" fill="{palette["park"]}"/>'
    if "states" in layers:
        yield _stroke(layers["states"], palette["state"], 1.1, dash="5 3")
    if "rivers" in layers:
        yield _stroke(layers["rivers"], palette["river"], 1.5 if has_sea else 5.0)
    if "borders" in layers:
        yield _stroke(layers["borders"], palette["border"], 1.5, dash="7 3 1.5 3")
    if "lakes" in layers:
        yield (
            f'<path d="{layers["lakes"]}" fill="{palette["lake"]}" stroke="{palette["sea_line"]}" '
            'stroke-width="1" stroke-linejoin="round"/>'
        )
    for number, district in enumerate(picture["districts"]):
        colour = palette["districts"][number % len(palette["districts"])]
        yield (
            f'<path d="{district["path"]}" fill="{colour}" fill-opacity="0.2" '
            f'stroke="{colour}" stroke-opacity="0.6" stroke-width="1.6"/>'
        )
        yield from _badge(district, colour)
    if "mountains" in layers:
        yield _stroke(layers["mountains"], palette["mountain"], 1.4)
    if has_sea:
        yield _line(coast, palette["land_line"], 1.2)


def _badge(district: dict[str, Any], colour: str) -> Iterator[str]:
    badge = district["badge"]
    radius = min(badge["radius"] * 0.8, 24.0)
    yield (
        f'<g transform="translate({badge["x"]} {badge["y"]})" fill="{colour}">'
        f'<circle r="{radius:.1f}" fill-opacity="0.25" stroke="{colour}" stroke-width="1.5"/>'
        f'<text y="{radius * 0.42:.1f}" font-size="{radius * 1.2:.1f}" font-weight="700" '
        f'text-anchor="middle">{district["points"]}</text></g>'
    )


def _line(shape: str, colour: str, width: float, strength: float = 1.0) -> str:
    return (
        f'<use href="#{shape}" fill="none" stroke="{colour}" stroke-width="{width}" '
        f'stroke-opacity="{strength}" stroke-linejoin="round"/>'
    )


def _stroke(path: str, colour: str, width: float, strength: float = 1.0, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" '
        f'stroke-opacity="{strength}" stroke-linejoin="round" stroke-linecap="round"{dashes}/>'
    )


def _ornaments(
    board: Board, picture: dict[str, Any], palette: Palette, language: str
) -> Iterator[str]:
    box = picture["ornaments"]["cartouche"]
    title = in_language(board.names, language).upper()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    width, height = box["width"] * 0.9, box["height"] * 0.72
    size = min(height * 0.42, width * 0.86 / (0.82 * len(title)))
    yield f'<g transform="translate({x:.1f} {y:.1f})" text-anchor="middle">'
    for inset, weight in ((0.0, 2.2), (5.0, 0.9)):
        yield _plate(width - 2 * inset, height - 2 * inset, palette, weight, inset == 0)
    yield (
        f'<text y="{size * 0.36:.1f}" font-size="{size:.1f}" font-weight="700" '
        f'letter-spacing="{size * 0.12:.1f}" fill="{palette["accent"]}">{escape(title)}</text></g>'
    )
    yield from _compass(picture["ornaments"]["compass"], palette)


def _plate(width: float, height: float, palette: Palette, weight: float, is_filled: bool) -> str:
    """A sign with scooped corners."""
    w, h, r = width / 2, height / 2, height * 0.16
    path = (
        f"M{-w + r} {-h}H{w - r}A{r} {r} 0 0 0 {w} {-h + r}V{h - r}A{r} {r} 0 0 0 {w - r} {h}"
        f"H{-w + r}A{r} {r} 0 0 0 {-w} {h - r}V{-h + r}A{r} {r} 0 0 0 {-w + r} {-h}z"
    )
    fill = palette["paper"] if is_filled else "none"
    return (
        f'<path d="{path}" fill="{fill}" fill-opacity="0.9" stroke="{palette["accent"]}" '
        f'stroke-width="{weight}"/>'
    )


def _compass(place: dict[str, float], palette: Palette) -> Iterator[str]:
    radius = min(place["radius"] * 0.72, 52.0)
    yield f'<g transform="translate({place["x"]} {place["y"]})">'
    for share, weight in ((0.78, 1.0), (0.7, 0.6)):
        yield (
            f'<circle r="{radius * share:.1f}" fill="none" stroke="{palette["ink"]}" '
            f'stroke-opacity="0.55" stroke-width="{weight}"/>'
        )
    for number in range(8):
        turn = number * pi / 4
        reach = radius * (1.0 if number % 2 == 0 else 0.62)
        tip = (reach * sin(turn), -reach * cos(turn))
        for side, fill in ((-1, palette["accent"]), (1, palette["paper"])):
            edge = turn + side * pi / 8
            near = radius * 0.2
            yield (
                f'<path d="M0 0L{tip[0]:.1f} {tip[1]:.1f}L{near * sin(edge):.1f} '
                f'{-near * cos(edge):.1f}z" fill="{fill}" stroke="{palette["accent"]}" '
                'stroke-width="0.7" stroke-linejoin="round"/>'
            )
    yield "</g>"


def _frame(layout: Layout, palette: Palette) -> Iterator[str]:
    for inset, weight, colour in (
        (5.0, 10.0, palette["paper"]),
        (10.5, 1.0, palette["ink"]),
        (14.0, 2.4, palette["accent"]),
    ):
        yield (
            f'<rect x="{inset}" y="{inset}" width="{layout.width - 2 * inset}" '
            f'height="{layout.height - 2 * inset}" fill="none" stroke="{colour}" '
            f'stroke-width="{weight}"/>'
        )
