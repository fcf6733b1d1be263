"""The measures of each drawing, in the abstract units that a layout is given in."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class LayoutSettings:
    width: float = 1500.0
    height: float = 1000.0
    space_length: float = 44.0
    space_width: float = 15.0
    city_radius: float = 10.0
    label_size: float = 19.0
    lane_gap: float = 4.0  # between the two lanes of a double route
    space_gap: float = 4.5  # between the spaces of one route, at least
    most_gap: float = 8.0  # and at most, where there is room
    city_gap: float = 17.0  # from the middle of a city to its first space, at least
    clearance: float = 5.0  # between spaces of different routes
    frame: float = 26.0  # from the edge of the board to cities and spaces
    label_frame: float = 23.0  # and to their names
    stretch: float = 1.25  # how much true proportions may give way to fill the board

    @property
    def pitch(self) -> float:
        return self.space_length + self.space_gap

    @property
    def lane_offset(self) -> float:
        return (self.space_width + self.lane_gap) / 2

    def room_for(self, length: int) -> float:
        """The distance between two cities that a straight route needs."""
        return length * self.pitch - self.space_gap + 2 * self.city_gap


_DEFAULT = LayoutSettings()
_BY_BOARD = {
    "europe": replace(_DEFAULT, space_length=42.0, space_width=14.5, city_radius=9.5),
    "london": replace(
        _DEFAULT,
        width=1240.0,
        height=930.0,
        space_length=62.0,
        space_width=21.0,
        city_radius=12.0,
        label_size=25.0,
        lane_gap=5.0,
        space_gap=6.0,
        most_gap=11.0,
        city_gap=22.0,
        clearance=7.0,
    ),
}


def settings_for(board_id: str) -> LayoutSettings:
    return _BY_BOARD.get(board_id, _DEFAULT)
