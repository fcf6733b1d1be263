"""Who owns what is seen at a glance: measured on pictures of a late game of five."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tools.positions import Point
from tools.vision import SIGHTS, Pixels, difference, picture

from .conftest import AtPoint

LATE = Point("europe", 5, 12, 200)
SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2},
}
# Steps of L*a*b*: two or three can just be told apart side by side.
OWNERS_APART = 14.0
OPEN_APART = 14.0

SPACES = """() => {
  const frame = document.querySelector('.frame').getBoundingClientRect();
  const found = [];
  for (const route of document.querySelectorAll('.route'))
    for (const space of route.querySelectorAll('.space')) {
      const box = space.querySelector('.bed').getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const isSeen = x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
      if (isSeen) found.push({route: route.dataset.route, owner: route.dataset.owner ?? null,
        isFree: !route.matches('.claimable, .closed'), x, y,
        angle: Number(space.getAttribute('transform').match(/rotate\\(([-\\d.]+)/)[1])});
    }
  const board = document.querySelector('svg.board');
  return {spaces: found, scale: board.getBoundingClientRect().width / board.viewBox.baseVal.width};
}"""


def patches(
    image: NDArray[np.float64], found: dict[str, Any], ratio: float, colours: dict[str, str]
) -> tuple[dict[str, Pixels], dict[str, Pixels]]:
    """What pieces look like by owner, and open spaces by colour: point by point, on average."""
    along, across = np.meshgrid(np.linspace(-0.5, 0.5, 45), np.linspace(-0.5, 0.5, 15))
    length, width = 42.0 * found["scale"], 14.5 * found["scale"]
    pieces: dict[str, list[Pixels]] = {}
    spaces: dict[str, list[Pixels]] = {}
    for space in found["spaces"]:
        turn = np.radians(space["angle"] + (180 if abs(space["angle"]) > 90 else 0))
        dx, dy = along.ravel() * length, across.ravel() * width
        x = (space["x"] + dx * np.cos(turn) - dy * np.sin(turn)) * ratio
        y = (space["y"] + dx * np.sin(turn) + dy * np.cos(turn)) * ratio
        rows = np.clip(y.round().astype(int), 0, image.shape[0] - 1)
        columns = np.clip(x.round().astype(int), 0, image.shape[1] - 1)
        pixels = image[rows, columns]
        if space["owner"]:
            pieces.setdefault(space["owner"], []).append(pixels)
        elif space["isFree"]:
            spaces.setdefault(colours[space["route"]], []).append(pixels)
    return (
        {owner: np.mean(found, axis=0) for owner, found in pieces.items()},
        {colour: np.mean(found, axis=0) for colour, found in spaces.items()},
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_owners_and_open_spaces_are_told_apart(size: str, theme: str, at_point: AtPoint) -> None:
    options = SIZES[size]
    page = at_point(LATE, color_scheme=theme, **options).page
    board = page.request.get("/api/boards/europe").json()
    routes = zip(board["route_names"], board["board"]["routes"], strict=True)
    colours = {name: route["colour"] for name, route in routes}
    ratio = options.get("device_scale_factor", 1)
    pieces, spaces = patches(picture(page.screenshot()), page.evaluate(SPACES), ratio, colours)
    assert len(pieces) == 5
    assert len(spaces) >= 7
    for sight in SIGHTS:
        owners = {
            pair: difference(pieces[pair[0]], pieces[pair[1]], sight)
            for pair in combinations(sorted(pieces), 2)
        }
        assert min(owners.values()) > OWNERS_APART, (sight, owners)
        opens = {
            (owner, colour): difference(pieces[owner], spaces[colour], sight)
            for owner in pieces
            for colour in spaces
        }
        assert min(opens.values()) > OPEN_APART, (sight, sorted(opens.items(), key=lambda i: i[1]))
