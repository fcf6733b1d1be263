"""TopoJSON files: their arcs, and the shapes made of them, as arrays of longitude and latitude."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .projection import Floats


class Topology:
    def __init__(self, path: Path) -> None:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        self._objects: dict[str, Any] = data["objects"]
        scale, shift = (
            np.array(data["transform"]["scale"]),
            np.array(data["transform"]["translate"]),
        )
        self._arcs = [np.cumsum(np.array(arc), axis=0) * scale + shift for arc in data["arcs"]]

    def rings(self, name: str) -> Iterator[list[Floats]]:
        """Every polygon: its outline, then its holes."""
        for shape in self._shapes(name):
            polygons = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
            for polygon in polygons:
                yield [self._joined(ring) for ring in polygon]

    def lines(self, name: str) -> Iterator[Floats]:
        for shape in self._shapes(name):
            many = shape["arcs"] if shape["type"] == "MultiLineString" else [shape["arcs"]]
            yield from (self._joined(line) for line in many)

    def shared(self, name: str) -> Iterator[Floats]:
        """The lines between two shapes: borders without coasts."""
        uses: Counter[int] = Counter()
        for shape in self._shapes(name):
            uses.update(set(_flat(shape["arcs"])))
        for arc, times in sorted(uses.items()):
            if times > 1:
                yield self._arcs[arc]

    def _shapes(self, name: str) -> Iterator[dict[str, Any]]:
        pending = [self._objects[name]]
        while pending:
            shape = pending.pop(0)
            if shape["type"] == "GeometryCollection":
                pending += shape["geometries"]
            elif shape.get("arcs"):
                yield shape

    def _joined(self, indexes: list[int]) -> Floats:
        parts = [self._arcs[i] if i >= 0 else self._arcs[~i][::-1] for i in indexes]
        return np.concatenate([parts[0], *(part[1:] for part in parts[1:])])


def _flat(arcs: Any) -> Iterator[int]:
    for item in arcs:
        if isinstance(item, int):
            yield item if item >= 0 else ~item
        else:
            yield from _flat(item)
