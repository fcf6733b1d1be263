"""What is drawn is what the board file lays down."""

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
          [route.dataset.route, [...route.querySelectorAll('.space')].map(space => {
            const bed = space.querySelector('.bed');
            const [x, y, angle] = space.getAttribute('transform').match(/-?[\\d.]+/g).map(Number);
            const size = ['width', 'height'].map(side => Number(bed.getAttribute(side)));
            return [x, y, angle, ...size];
          })]))"""
    )
    wanted = {
        board.route_name(route.index): [
            [space.x, space.y, space.angle, layout.space_length, layout.space_width]
            for space in layout.routes[route.index]
        ]
        for route in board.routes
    }
    assert drawn == wanted
    cities = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-city]')].map(city =>
          [city.dataset.city, city.getAttribute('transform').match(/-?[\\d.]+/g).map(Number)]))"""
    )
    places = zip(board.cities, layout.cities, strict=True)
    assert cities == {city.id: [place.x, place.y] for city, place in places}
