"""What the numbers of a game stand for, in annotations. All count from 0."""

from typing import TypeAlias

Seat: TypeAlias = int  # in the order of turns
CityId: TypeAlias = int  # these three in the order of the board file
RouteId: TypeAlias = int
TicketId: TypeAlias = int
ActionId: TypeAlias = int  # see `actions`
