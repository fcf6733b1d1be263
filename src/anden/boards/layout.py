"""How a board is drawn: the place of every city, label and car space on a flat sheet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from anden.boards.lettering import LINE_HEIGHT

ANCHORS = ("start", "middle", "end")


@dataclass(frozen=True)
class Label:
    """A city's name; the anchor says which point of a line lies at x."""

    x: float
    y: float  # baseline of the first line
    anchor: str  # one of ANCHORS
    lines: tuple[str, ...]

    def baselines(self, size: float) -> Iterator[tuple[str, float]]:
        """Each line with the y of its baseline, in letters of this size."""
        for number, line in enumerate(self.lines):
            yield line, self.y + number * LINE_HEIGHT * size


@dataclass(frozen=True)
class Place:
    """A city on the sheet."""

    x: float
    y: float
    labels: Mapping[str, Label] = field(hash=False)  # by language: "en" always

    def label(self, language: str) -> Label:
        """Its name in a language; English where there is none."""
        return self.labels.get(language, self.labels["en"])


@dataclass(frozen=True)
class Space:
    """Where one car goes: the middle of a rectangle and its angle, clockwise from east."""

    x: float
    y: float
    angle: float  # in degrees


@dataclass(frozen=True)
class Layout:
    """A drawing in abstract units, x to the right and y down. All spaces have one size."""

    width: float
    height: float
    space_length: float
    space_width: float
    city_radius: float
    label_size: float  # font size
    cities: tuple[Place, ...]  # by city index
    routes: tuple[tuple[Space, ...], ...]  # by route index, from the route's first city
