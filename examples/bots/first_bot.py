"""A first bot: keeps all tickets, claims what they need, otherwise the longest route; else draws.

Try it: anden bots check examples/bots/first_bot.py
"""

from collections.abc import Sequence

from anden.bots import Bot
from anden.game import Action, ClaimRoute, DrawCard, KeepTickets, View
from anden.game.progress import ticket_progress


class FirstBot(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        assert view.seat is not None
        tickets = [ticket_progress(view, view.seat, name) for name in view.tickets(view.seat)]
        needed = {route for ticket in tickets for route in ticket.missing}

        def worth(action: Action) -> float:
            if isinstance(action, ClaimRoute):
                length = action.payment.total
                return 10 * length * (2 if action.route in needed else 1) - action.payment.wilds
            if isinstance(action, KeepTickets):
                return len(action.tickets)
            return 0.5 if isinstance(action, DrawCard) else self.random.random() / 2

        return max(legal, key=worth)
