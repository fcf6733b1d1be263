"""Makes the map file of a board: `python -m tools.layout.maps usa europe london`."""

import argparse
import json
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from anden.boards import Board, Layout, load_board, path_lines

from . import london_map as london
from .geography import Bend, atlas_folder, world_layers
from .network import Sheet, lonlat_of
from .ornaments import Circle, Obstacles, mountains, widest_box, widest_circle
from .palettes import CARDS_DARK, CARDS_LIGHT, DISTRICTS, PALETTES
from .projection import Floats
from .settings import settings_for
from .trace import Frame, board_frame, is_within, line_paths, ring_paths
from .warp import Warp, least_stretch

FORMAT = 1
_CARTOUCHE = 2.6  # width to height
_COMPASS = 48.0  # a radius that does the compass justice
_TITLE_WIDTH = 0.24  # of the board, at most


def bend_of(board: Board, layout: Layout) -> Bend:
    """From longitude and latitude to places on the board, so that the cities are where they are."""
    settings = settings_for(board.id)
    sheet = Sheet(board, settings)
    placed = np.array([(place.x, place.y) for place in layout.cities])
    size = (layout.width, layout.height)
    warp = Warp(sheet(lonlat_of(board)), placed, size)
    print(f"  least stretch {least_stretch(warp, size):.2f}")
    return lambda lonlat: warp(sheet(lonlat))


def make_map(board: Board, folder: Path) -> dict[str, Any]:
    layout = board.layout
    assert layout is not None, "lay the board out first"
    bend = bend_of(board, layout)
    frame = board_frame(layout.width, layout.height)
    obstacles = Obstacles(layout)
    layers = (
        london_layers(bend, frame)
        if board.id == "london"
        else world_layers(board, bend, frame, folder)
    )
    left, top, width, height = widest_box(obstacles, _CARTOUCHE, layout.width * _TITLE_WIDTH)
    title = [(left + width * i / 8, top + height / 2, height / 2) for i in range(9)]
    x, y, radius = compass_place(obstacles, title, layers.get("land", ""))
    peaks = mountains(board.id, bend, obstacles)
    if peaks:
        layers["mountains"] = peaks
    cards = {"light": CARDS_LIGHT, "dark": CARDS_DARK}
    used = {"gray", *(colour.id for colour in board.cards.colours)}
    used |= {colour.id for colour in board.pieces.colours}
    return {
        "format": FORMAT,
        "board": board.id,
        "width": layout.width,
        "height": layout.height,
        "layers": {name: path for name, path in layers.items() if path},
        "districts": districts(board, layout, obstacles),
        "ornaments": {
            "cartouche": _rounded(x=left, y=top, width=width, height=height),
            "compass": _rounded(x=x, y=y, radius=radius),
        },
        "palette": {
            theme: PALETTES[board.id][theme]
            | ({"districts": DISTRICTS[theme]} if board.districts else {})
            | {"cards": {name: cards[theme][name] for name in sorted(used)}}
            for theme in ("light", "dark")
        },
    }


def compass_place(obstacles: Obstacles, taken: list[Circle], land: str) -> Circle:
    """The widest free place, at sea if there is one of some size."""
    if land:
        at_sea = obstacles.with_points(np.concatenate(path_lines(land)))
        circle = widest_circle(at_sea, taken)
        if circle[2] > _COMPASS and not is_within(path_lines(land), np.array([circle[:2]]))[0]:
            return circle
    return widest_circle(obstacles, taken)


def london_layers(bend: Bend, frame: Frame) -> dict[str, str]:
    def areas(rings: list[Floats]) -> str:
        return "".join(ring_paths(map(bend, rings), frame, 0.3, 4.0))

    def strokes(lines: list[Floats]) -> str:
        return "".join(line_paths(map(bend, lines), frame, 0.4))

    water = [
        london.ribbon(london.THAMES, london.RIVER_WIDTH),
        london.ribbon(london.SERPENTINE, london.SERPENTINE_WIDTH, is_lake=True),
        london.ribbon(london.ST_JAMES_LAKE, london.LAKE_WIDTH, is_lake=True),
        london.ribbon(london.BOATING_LAKE, london.LAKE_WIDTH, is_lake=True),
    ]
    return {
        "parks": areas([london.outline(park) for park in london.PARKS]),
        "streets": strokes([london.curve(street) for street in london.STREETS]),
        "rivers": strokes([london.curve(london.CANAL)]),
        "lakes": areas(water),
    }


def districts(board: Board, layout: Layout, obstacles: Obstacles) -> list[dict[str, Any]]:
    """A soft region around the cities of each district, and a free place in it for its points."""
    found: list[dict[str, Any]] = []
    taken: list[Circle] = []
    for district in board.districts:
        places = np.array(
            [(layout.cities[city].x, layout.cities[city].y) for city in district.cities]
        )
        hull = rounded_hull(places, 2.7 * layout.city_radius)
        path = "".join(ring_paths([hull], board_frame(layout.width, layout.height), 0.3, 1.0))
        x, y, radius = widest_circle(obstacles, taken, hull)
        taken.append((x, y, radius))
        badge = _rounded(x=x, y=y, radius=radius)
        found.append({"points": district.points, "path": path, "badge": badge})
    return found


def rounded_hull(points: Floats, radius: float) -> Floats:
    """The outline of a band of this radius stretched around the points."""
    angles = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    ways = np.stack([np.cos(angles), np.sin(angles)], -1)
    rims = (points[:, None] + radius * ways[None]).reshape(-1, 2)
    reach = (rims @ ways.T).argmax(0)  # the outermost rim point each way
    return np.asarray(rims[reach], np.float64)


def _rounded(**values: float) -> dict[str, float]:
    return {name: round(value, 1) for name, value in values.items()}


def map_text(data: dict[str, Any]) -> str:
    """One layer, district or palette per line."""
    lines = ["{"]
    for key, value in data.items():
        end = "," if key != list(data)[-1] else ""
        if isinstance(value, dict) and key in ("layers", "palette"):
            rows = [f'    "{name}": {json.dumps(item)}' for name, item in value.items()]
            lines += [f'  "{key}": {{', ",\n".join(rows), f"  }}{end}"]
        elif isinstance(value, list) and value:
            rows = [f"    {json.dumps(item)}" for item in value]
            lines += [f'  "{key}": [', ",\n".join(rows), f"  ]{end}"]
        else:
            lines.append(f'  "{key}": {json.dumps(value)}{end}')
    return "\n".join([*lines, "}"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.layout.maps", description=__doc__)
    parser.add_argument("boards", nargs="+", choices=sorted(PALETTES))
    parser.add_argument("--atlas", type=Path, help="folder with the unpacked npm packages")
    arguments = parser.parse_args()
    target = Path(str(resources.files("anden.boards").joinpath("maps")))
    target.mkdir(exist_ok=True)
    with atlas_folder(arguments.atlas) as folder:
        for name in arguments.boards:
            text = map_text(make_map(load_board(name), folder))
            (target / f"{name}.json").write_text(text, encoding="utf-8")
            print(f"{name}.json: {len(text) // 1000} kB")


if __name__ == "__main__":
    main()
