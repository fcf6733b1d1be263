"""Sets of routes: one route in, out or looked for. `next_route` of the kernel walks them."""

import numpy as np
from numpy.typing import NDArray

from anden.kernel.bits import bit, has
from anden.kernel.ids import RouteId
from anden.machine.jit import inline

RouteSet = NDArray[np.uint64]  # two words, as records hold them

WORD_BITS = 64
_WORD_SHIFT = 6  # the same as a shift
_WORD_MASK = WORD_BITS - 1


@inline
def has_route(routes: RouteSet, route: RouteId) -> bool:
    return has(routes[route >> _WORD_SHIFT], route & _WORD_MASK)


@inline
def add_route(routes: RouteSet, route: RouteId) -> None:
    word = route >> _WORD_SHIFT
    routes[word] = routes[word] | bit(route & _WORD_MASK)


@inline
def drop_route(routes: RouteSet, route: RouteId) -> None:
    word = route >> _WORD_SHIFT
    routes[word] = routes[word] & ~bit(route & _WORD_MASK)


@inline
def is_among(low: np.uint64, high: np.uint64, route: RouteId) -> bool:
    """As `has_route`, for a set in two words."""
    return has(low if route >> _WORD_SHIFT == 0 else high, route & _WORD_MASK)


@inline
def without_route(low: np.uint64, high: np.uint64, route: RouteId) -> tuple[np.uint64, np.uint64]:
    if route >> _WORD_SHIFT == 0:
        return low & ~bit(route & _WORD_MASK), high
    return low, high & ~bit(route & _WORD_MASK)
