"""Writes a layout into its board file, one city or route per line; the rest stays untouched."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from anden.boards import Board
from anden.boards.layout import Label, Layout

_LAYOUT = re.compile(r',\s*"layout": \{\n.*?\n  \}(?=\s*\}\s*$)', re.DOTALL)


def store_layout(path: Path, board: Board, layout: Layout) -> None:
    text = path.read_text(encoding="utf-8")
    bare = _LAYOUT.sub("", text)
    data = json.loads(text)
    data.pop("layout", None)
    if json.loads(bare) != data:  # written by hand in some other way
        bare = json.dumps(data, ensure_ascii=False, indent=2)
    body = bare.rstrip().removesuffix("}").rstrip()
    path.write_text(body + ",\n" + layout_text(board, layout) + "\n}\n", encoding="utf-8")


def layout_text(board: Board, layout: Layout) -> str:
    return "\n".join(_lines(board, layout))


def _lines(board: Board, layout: Layout) -> Iterator[str]:
    yield '  "layout": {'
    for key in ("width", "height", "space_length", "space_width", "city_radius", "label_size"):
        yield f'    "{key}": {_number(getattr(layout, key))},'
    yield '    "cities": ['
    yield ",\n".join(_city(board, layout, index) for index in range(len(board.cities)))
    yield "    ],"
    yield '    "routes": ['
    yield ",\n".join(_route(board, layout, index) for index in range(len(board.routes)))
    yield "    ]"
    yield "  }"


def _city(board: Board, layout: Layout, index: int) -> str:
    place = layout.cities[index]
    labels = {language: _label(label) for language, label in place.labels.items()}
    line = {
        "id": board.cities[index].id,
        "x": _number(place.x),
        "y": _number(place.y),
        "labels": labels,
    }
    return f"      {json.dumps(line, ensure_ascii=False)}"


def _label(label: Label) -> dict[str, Any]:
    plain: dict[str, Any] = {"x": _number(label.x), "y": _number(label.y), "anchor": label.anchor}
    return plain | {"lines": list(label.lines)} if len(label.lines) > 1 else plain


def _route(board: Board, layout: Layout, index: int) -> str:
    route = board.routes[index]
    line = {
        "cities": [board.cities[route.a].id, board.cities[route.b].id],
        "spaces": [[*map(_number, (s.x, s.y, s.angle))] for s in layout.routes[index]],
    }
    return f"      {json.dumps(line)}"


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else value
