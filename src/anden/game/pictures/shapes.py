"""Outlines as SVG paths."""

from collections.abc import Iterable
from math import cos, radians, sin

from anden.boards import Space


def number(value: float) -> str:
    """With one decimal at most."""
    return f"{value:.1f}".removesuffix(".0")


def frames(spaces: Iterable[Space], length: float, width: float, corner: float) -> str:
    """A rounded rectangle on each space."""
    reach, half = length / 2, width / 2
    corners = [
        (-reach + corner, -half),
        (reach - corner, -half),
        (reach, -half + corner),
        (reach, half - corner),
        (reach - corner, half),
        (-reach + corner, half),
        (-reach, half - corner),
        (-reach, -half + corner),
    ]
    return "".join(_frame(space, corners, corner) for space in spaces)


def _frame(space: Space, corners: list[tuple[float, float]], corner: float) -> str:
    across, down = cos(radians(space.angle)), sin(radians(space.angle))
    at = [
        f"{number(space.x + x * across - y * down)} {number(space.y + x * down + y * across)}"
        for x, y in corners
    ]
    arc = f"A{number(corner)} {number(corner)} 0 0 1 "
    sides = "".join(f"{arc}{at[i]}L{at[i + 1]}" for i in (2, 4, 6))
    return f"M{at[0]}L{at[1]}{sides}{arc}{at[0]}z"


def course(spaces: Iterable[Space]) -> str:
    """A line along the middles of the spaces."""
    return "M" + "L".join(f"{number(space.x)} {number(space.y)}" for space in spaces)


def car(length: float, width: float) -> str:
    """A railway car from above: a roof with chamfered corners, and buffers at both ends."""
    w, h = length / 2 + 0.8, width / 2 + 1.1
    side, chamfer, buffer = w - 1.4, h * 0.36, h * 0.3
    half = [
        (-side + chamfer, -h),
        (side - chamfer, -h),
        (side, -h + chamfer),
        (side, -buffer),
        (w, -buffer),
        (w, buffer),
        (side, buffer),
        (side, h - chamfer),
    ]
    whole = [*half, *((-x, -y) for x, y in half)]
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in whole) + "z"


def bus(length: float, width: float) -> str:
    """A bus from above: a rounded roof, blunt at the back."""
    w, h = length / 2 + 0.8, width / 2 + 1.1
    back, front = h * 0.3, h * 0.8
    n = number
    return (
        f"M{n(-w + back)} {n(-h)}H{n(w - front)}Q{n(w)} {n(-h)} {n(w)} {n(-h + front)}"
        f"V{n(h - front)}Q{n(w)} {n(h)} {n(w - front)} {n(h)}H{n(-w + back)}"
        f"Q{n(-w)} {n(h)} {n(-w)} {n(h - back)}V{n(-h + back)}"
        f"Q{n(-w)} {n(-h)} {n(-w + back)} {n(-h)}z"
    )


def is_turned(angle: float) -> bool:
    """Whether what lies at this angle would stand on its head."""
    return abs(angle) > 90
