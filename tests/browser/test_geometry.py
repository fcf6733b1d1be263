"""What is drawn is what the board file lays down."""

from math import cos, radians, sin

import pytest

from anden.boards import layout_for, load_board

from .conftest import NewTable
from .table import BOT, PERSON


@pytest.mark.parametrize("name", ["usa", "europe", "london"])
def test_every_space_lies_where_the_layout_has_it(name: str, new_table: NewTable) -> None:
    page = new_table(name, [PERSON, BOT]).page
    board = load_board(name)
    layout = layout_for(board)
    drawn = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.route')].map(route =>
          [route.dataset.route, [...route.querySelectorAll('.bed')].map(bed => {
            const {x, y, width, height} = bed.getBBox();
            return [x + width / 2, y + height / 2, width, height];
          })]))"""
    )
    for route in board.routes:
        beds, spaces = drawn[board.route_name(route.index)], layout.routes[route.index]
        for (x, y, wide, high), space in zip(beds, spaces, strict=True):
            turn = radians(space.angle)
            along, across = layout.space_length, layout.space_width
            assert (x, y) == pytest.approx((space.x, space.y), abs=0.1)
            assert wide <= abs(along * cos(turn)) + abs(across * sin(turn)) + 0.2
            assert high <= abs(along * sin(turn)) + abs(across * cos(turn)) + 0.2
            assert wide * high > along * across * 0.8
    cities = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-city]')].map(city =>
          [city.dataset.city,
            ['cx', 'cy'].map(side => Number(city.querySelector('circle').getAttribute(side)))]))"""
    )
    places = zip(board.cities, layout.cities, strict=True)
    assert cities == {city.id: [place.x, place.y] for city, place in places}
