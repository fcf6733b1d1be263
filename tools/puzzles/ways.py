"""What networks would take in a position: its routes as edges with prices, solved exactly."""

from dataclasses import dataclass
from functools import cached_property

from anden.game import View
from anden.kernel.ids import Seat

from .forests import Edge, Forest, cheapest_forest


@dataclass(frozen=True)
class Ways:
    """The map as a seat may still build on it: its own routes are free."""

    view: View
    seat: Seat

    @cached_property
    def prices(self) -> dict[Edge, int]:
        own = set(self.view.route_ids(self.seat))
        prices: dict[Edge, int] = {}
        for route in self.view.board.routes:
            if route.index in own:
                prices[route.pair] = 0
            elif self.view.is_open(route.index, self.seat):
                prices[route.pair] = min(route.length, prices.get(route.pair, route.length))
        return prices

    def pair_of(self, ticket: str) -> Edge:
        return self.view.board.tickets[self.view.board.find_ticket(ticket)].pair

    def forest(
        self, tickets: tuple[str, ...], other_than: tuple[Forest, ...] = ()
    ) -> Forest | None:
        return cheapest_forest(self.prices, [self.pair_of(t) for t in tickets], other_than)

    def in_turn(self, tickets: tuple[str, ...]) -> int | None:
        """What it takes to lay one ticket after the other, each by its cheapest way."""
        prices, total = dict(self.prices), 0
        for ticket in tickets:
            way = cheapest_forest(prices, [self.pair_of(ticket)])
            if way is None:
                return None
            total += way.cost
            prices |= dict.fromkeys(way.edges, 0)
        return total

    def routes(self, forest: Forest) -> tuple[str, ...]:
        """An open route of each edge, by name."""
        board, names = self.view.board, []
        for edge in forest.edges:
            lanes = [r for r in board.routes if r.pair == edge]
            open_lanes = [r for r in lanes if self.view.is_open(r.index, self.seat)]
            names.append(board.route_name(min(open_lanes, key=lambda r: r.length).index))
        return tuple(names)
