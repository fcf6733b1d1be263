"""Who owns what is seen at a glance: measured on pictures of a late game of five, and of one of
four in which almost everything can be claimed."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tools.positions import Point
from tools.vision import SIGHTS, Pixels, difference, picture

from .conftest import AtPoint

POINTS = {
    "late": Point("europe", 5, 12, 200),
    "much to claim": Point("europe", 4, 12, 150),
}
SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
}
# Steps of L*a*b*: two or three can just be told apart side by side.
OWNERS_APART = 14.0
OPEN_APART = 14.0
QUIETER = 0.8  # a space that can be claimed, than any piece, beside an open space of its colour
FRAME = 0.3  # of a space's width, on both sides of it: what can be claimed is framed there

SPACES = """() => {
  const frame = document.querySelector('.frame').getBoundingClientRect();
  const found = [];
  for (const route of document.querySelectorAll('.route'))
    for (const space of route.querySelectorAll('.bed')) {
      const box = space.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const isSeen = x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
      if (isSeen) found.push({route: route.dataset.route, owner: route.dataset.owner ?? null,
        isReady: route.matches('.claimable'), isClosed: route.matches('.closed'), x, y,
        angle: Number(space.dataset.space.split(' ')[2])});
    }
  const board = document.querySelector('svg.board');
  return {spaces: found, scale: board.getBoundingClientRect().width / board.viewBox.baseVal.width};
}"""


@dataclass
class Patches:
    """Points of the board, on average: pieces by owner, spaces by colour."""

    pieces: dict[str, Pixels]
    free: dict[str, Pixels]
    ready: dict[str, Pixels]  # what can be claimed


def patches(
    image: NDArray[np.float64],
    found: dict[str, Any],
    ratio: float,
    colours: dict[str, str],
    margin: float = 0.0,
) -> Patches:
    """What lies on the spaces, and on a margin around them, in parts of a space's width."""
    reach = 0.5 + margin
    along, across = np.meshgrid(np.linspace(-0.5, 0.5, 45), np.linspace(-reach, reach, 15))
    length, width = 42.0 * found["scale"], 14.5 * found["scale"]
    looks: dict[str, dict[str, list[Pixels]]] = {"pieces": {}, "free": {}, "ready": {}}
    for space in found["spaces"]:
        turn = np.radians(space["angle"] + (180 if abs(space["angle"]) > 90 else 0))
        dx, dy = along.ravel() * length, across.ravel() * width
        x = (space["x"] + dx * np.cos(turn) - dy * np.sin(turn)) * ratio
        y = (space["y"] + dx * np.sin(turn) + dy * np.cos(turn)) * ratio
        rows = np.clip(y.round().astype(int), 0, image.shape[0] - 1)
        columns = np.clip(x.round().astype(int), 0, image.shape[1] - 1)
        pixels = image[rows, columns]
        if space["owner"]:
            looks["pieces"].setdefault(space["owner"], []).append(pixels)
        elif not space["isClosed"]:
            kind = looks["ready" if space["isReady"] else "free"]
            kind.setdefault(colours[space["route"]], []).append(pixels)
    means = {
        kind: {name: np.mean(seen, axis=0) for name, seen in by_name.items()}
        for kind, by_name in looks.items()
    }
    return Patches(**means)


def apart(some: dict[str, Pixels], others: dict[str, Pixels], sight: str) -> dict[Any, float]:
    """How far each look is from each of the others."""
    return {
        (one, other): difference(some[one], others[other], sight)
        for one in some
        for other in others
    }


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("point", POINTS)
def test_owners_and_open_spaces_are_told_apart(point: str, size: str, at_point: AtPoint) -> None:
    options = SIZES[size]
    page = at_point(POINTS[point], **options).page
    board = page.request.get("/api/boards/europe").json()
    routes = zip(board["route_names"], board["board"]["routes"], strict=True)
    colours = {name: route["colour"] for name, route in routes}
    ratio = options.get("device_scale_factor", 1)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_selector(f"html[data-theme={theme}]")
        check(picture(page.screenshot()), page.evaluate(SPACES), ratio, colours, POINTS[point])


def check(
    image: NDArray[np.float64],
    found: dict[str, Any],
    ratio: float,
    colours: dict[str, str],
    point: Point,
) -> None:
    close = patches(image, found, ratio, colours)
    framed = patches(image, found, ratio, colours, FRAME)
    assert len(close.pieces) == point.players
    assert len(close.free) + len(close.ready) >= 11
    assert len(framed.ready) >= 4
    check_pieces_stand_out(close)
    for sight in SIGHTS:
        owners = {
            pair: difference(close.pieces[pair[0]], close.pieces[pair[1]], sight)
            for pair in combinations(sorted(close.pieces), 2)
        }
        assert min(owners.values()) > OWNERS_APART, (sight, owners)
        for some, others in (
            (close.pieces, close.free),
            (close.pieces, close.ready),
            (framed.pieces, framed.ready),
            (framed.ready, framed.free),
        ):
            steps = apart(some, others, sight)
            assert min(steps.values()) > OPEN_APART, (sight, sorted(steps.items(), key=_value))


def check_pieces_stand_out(close: Patches) -> None:
    """A space that can be claimed is as pale as any open one: no card's colour passes for a
    player's, whose pieces differ much more from it."""
    for sight in SIGHTS:
        for colour in set(close.ready) & set(close.free):
            own = difference(close.ready[colour], close.free[colour], sight)
            pieces = apart(close.pieces, {colour: close.free[colour]}, sight)
            assert own < QUIETER * min(pieces.values()), (sight, colour, own, pieces)


def _value(item: tuple[Any, float]) -> float:
    return item[1]
