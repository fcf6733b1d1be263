"""Takes the most points there are now; otherwise collects towards the next route."""

from collections.abc import Callable, Sequence

from anden.boards import GRAY
from anden.game import (
    Action,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    KeepTickets,
    PayTunnel,
    View,
    Withdraw,
)
from anden.game.progress import ticket_progress

from .base import Bot


class GreedyBot(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        for wanted, worth in (
            (KeepTickets, self._keep_worth),
            (PayTunnel, _thrift),
            (ClaimRoute, self._claim_worth),
            (DrawCard, self._card_worth),
        ):
            options = [action for action in legal if isinstance(action, wanted)]
            best = self._best(view, options, worth)
            if best is not None:
                return best
        for last_resort in (DrawBlind, Withdraw):
            for action in legal:
                if isinstance(action, last_resort):
                    return action
        return self.random.choice(legal)

    def _best(
        self, view: View, options: Sequence[Action], worth: Callable[[View, Action], float]
    ) -> Action | None:
        """The worthiest option of some worth, at random among equals."""
        rated = [(worth(view, action), self.random.random(), action) for action in options]
        rated = [entry for entry in rated if entry[0] > 0]
        return max(rated, key=lambda entry: entry[:2])[2] if rated else None

    def _keep_worth(self, view: View, action: Action) -> float:
        """As few tickets as allowed, and of those the cheapest to complete."""
        assert isinstance(action, KeepTickets)
        assert view.seat is not None
        progress = [ticket_progress(view, view.seat, ticket) for ticket in action.tickets]
        return 1 / (1 + 100 * len(progress) + sum(p.pieces for p in progress))

    def _claim_worth(self, view: View, action: Action) -> float:
        """Points, doubled where a ticket needs the route; wilds are kept for later."""
        assert isinstance(action, ClaimRoute)
        route = view.board.routes[view.board.find_route(action.route)]
        points = view.board.points_by_length[route.length]
        needed = action.route in self._needed_routes(view)
        if not needed and points < 4 and view.hand_size(view.seat or 0) < 12:
            return 0
        return points * (2 if needed else 1) - action.payment.wilds / 10

    def _card_worth(self, view: View, action: Action) -> float:
        """Wilds first, then colours of routes that tickets need, then what there is most of."""
        assert isinstance(action, DrawCard)
        assert view.seat is not None
        if action.colour == "wild":
            return 100
        board = view.board
        needed = self._needed_routes(view)
        wanted = {board.routes[board.find_route(route)].colour for route in needed}
        kind = board.colour_index(action.colour)
        held = view.hand(view.seat).get(action.colour, 0)
        if kind in wanted:
            return 20 + held
        return held + (1 if GRAY in wanted else 0)

    def _needed_routes(self, view: View) -> set[str]:
        assert view.seat is not None
        tickets = (ticket_progress(view, view.seat, ticket) for ticket in view.tickets(view.seat))
        return {route for p in tickets if p.status == "open" for route in p.missing}


def _thrift(view: View, action: Action) -> float:
    assert isinstance(action, PayTunnel)
    return 10 - action.payment.wilds
