"""Writes pictures of boards: `python -m tools.layout.preview usa --language es --theme dark`."""

import argparse
from collections.abc import Iterator
from html import escape
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from anden.boards import (
    GRAY,
    Board,
    Layout,
    Route,
    Space,
    layout_for,
    load_board,
    map_of,
    symbols,
)
from anden.boards.names import in_language

from .palettes import CARDS_LIGHT, USA

Palette = dict[str, Any]

SERIF = "Source Serif 4, Gelasio, Georgia, serif"
RIPPLES = ((15.0, 0.22), (10.0, 0.32), (5.5, 0.45))  # lines along the coasts: distance, strength
DARK_INK, PALE_INK = "#1d1712", "#ffffff"
PALE_CARDS = ("white", "yellow", "orange", "gray", "pink")


def preview(board: Board, language: str, theme: str) -> str:
    layout = layout_for(board)
    picture = map_of(board)
    palette: Palette = (
        picture["palette"][theme] if picture else {**USA[theme], "cards": CARDS_LIGHT}
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width} {layout.height}" '
        f'width="{layout.width}" height="{layout.height}" font-family="{SERIF}">',
        *(_map(layout, picture, palette) if picture else _sheet(layout, palette)),
        *_routes(board, layout, palette),
        *_cities(layout, palette, language),
        *(_ornaments(board, picture, palette, language) if picture else ()),
        *_frame(layout, palette),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _sheet(layout: Layout, palette: Palette) -> Iterator[str]:
    yield f'<rect width="{layout.width}" height="{layout.height}" fill="{palette["land"]}"/>'


def _map(layout: Layout, picture: dict[str, Any], palette: Palette) -> Iterator[str]:
    layers = picture["layers"]
    has_sea = "land" in layers
    ground = palette["sea"] if has_sea else palette["land"]
    yield f'<rect width="{layout.width}" height="{layout.height}" fill="{ground}"/>'
    if has_sea:
        yield _stroke(layers["graticule"], palette["graticule"], 0.8)
        for reach, strength in RIPPLES:
            yield _stroke(layers["land"], palette["sea_line"], 2 * reach + 1.6, strength)
            yield _stroke(layers["land"], palette["sea"], 2 * reach - 0.4)
        yield _stroke(layers["land"], palette["sea_line"], 4.0, 0.5)
        yield f'<path d="{layers["land"]}" fill="{palette["land"]}" fill-rule="evenodd"/>'
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
        yield _stroke(layers["land"], palette["land_line"], 1.2)


def _badge(district: dict[str, Any], colour: str) -> Iterator[str]:
    badge = district["badge"]
    radius = min(badge["radius"] * 0.8, 24.0)
    yield (
        f'<g transform="translate({badge["x"]} {badge["y"]})" fill="{colour}">'
        f'<circle r="{radius:.1f}" fill-opacity="0.25" stroke="{colour}" stroke-width="1.5"/>'
        f'<text y="{radius * 0.42:.1f}" font-size="{radius * 1.2:.1f}" font-weight="700" '
        f'text-anchor="middle">{district["points"]}</text></g>'
    )


def _stroke(path: str, colour: str, width: float, strength: float = 1.0, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" '
        f'stroke-opacity="{strength}" stroke-linejoin="round" stroke-linecap="round"{dashes}/>'
    )


def _routes(board: Board, layout: Layout, palette: Palette) -> Iterator[str]:
    for route in board.routes:
        for number, space in enumerate(layout.routes[route.index]):
            yield _space(board, layout, route, space, number, palette)


def wild_spaces(route: Route) -> list[int]:
    """The spaces of a ferry that carry its symbols, evenly spread."""
    return [(2 * i + 1) * route.length // (2 * route.wilds) for i in range(route.wilds)]


def _space(
    board: Board, layout: Layout, route: Route, space: Space, number: int, palette: Palette
) -> str:
    name = "gray" if route.colour == GRAY else board.cards.colours[route.colour].id
    length, width = layout.space_length, layout.space_width
    is_wild = number in wild_spaces(route)
    corner = width * (0.5 if route.is_ferry else 0.16)
    fill = palette["cards"].get(name, palette["cards"]["gray"])
    ink = DARK_INK if name in PALE_CARDS else PALE_INK
    parts = [
        f'<g transform="translate({space.x} {space.y}) rotate({space.angle})">',
        _rect(length + 3.4, width + 3.4, corner + 1.7, palette["space_halo"], "none", 0.0, 0.75),
        _rect(length, width, corner, fill, palette["space_line"], 1.2),
    ]
    if route.is_tunnel:
        dash = f'stroke-dasharray="{width * 0.33:.1f} {width * 0.22:.1f}"'
        parts.append(
            _rect(
                length - 1, width - 1, corner, "none", palette["space_line"], width * 0.2, 1, dash
            )
        )
    symbol = symbols().get("wild" if is_wild else name)
    if symbol:
        size = width * (0.37 if is_wild else 0.3)
        upright = 180 if abs(space.angle) > 90 else 0
        parts.append(
            f'<path d="{symbol}" transform="rotate({upright}) scale({size:.2f})" fill="{ink}" '
            f'fill-opacity="{0.8 if is_wild else 0.5}" fill-rule="evenodd"/>'
        )
    return "".join([*parts, "</g>"])


def _rect(
    length: float,
    width: float,
    corner: float,
    fill: str,
    line: str,
    weight: float,
    strength: float = 1.0,
    more: str = "",
) -> str:
    return (
        f'<rect x="{-length / 2:.1f}" y="{-width / 2:.1f}" width="{length:.1f}" '
        f'height="{width:.1f}" rx="{corner:.1f}" fill="{fill}" fill-opacity="{strength}" '
        f'stroke="{line}" stroke-width="{weight:.1f}" {more}/>'
    )


def _cities(layout: Layout, palette: Palette, language: str) -> Iterator[str]:
    radius = layout.city_radius
    for place in layout.cities:
        yield (
            f'<circle cx="{place.x}" cy="{place.y}" r="{radius - 1.2:.1f}" '
            f'fill="{palette["city"]}" stroke="{palette["city_line"]}" stroke-width="2.4"/>'
            f'<circle cx="{place.x}" cy="{place.y}" r="{radius * 0.38:.1f}" '
            f'fill="{palette["accent"]}"/>'
        )
    size = layout.label_size
    for paint in (
        f'stroke="{palette["halo"]}" stroke-width="{size * 0.24:.1f}" stroke-linejoin="round" '
        'stroke-opacity="0.85"',
        "",
    ):
        yield f'<g font-size="{size}" font-weight="600" fill="{palette["ink"]}" {paint}>'
        for place in layout.cities:
            label = place.label(language)
            for line, y in label.baselines(size):
                yield (
                    f'<text x="{label.x}" y="{y:.1f}" text-anchor="{label.anchor}">'
                    f"{escape(line)}</text>"
                )
        yield "</g>"


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


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.layout.preview", description=__doc__)
    parser.add_argument("board", help="built-in name or path of a board file")
    parser.add_argument("--language", default="en")
    parser.add_argument("--theme", default="light", choices=["light", "dark"])
    parser.add_argument("--to", type=Path, help="file to write; BOARD.svg if left out")
    arguments = parser.parse_args()
    board = load_board(arguments.board)
    target = arguments.to or Path(f"{board.id}.svg")
    target.write_text(preview(board, arguments.language, arguments.theme), encoding="utf-8")
    print(target)


if __name__ == "__main__":
    main()
