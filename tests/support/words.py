"""Words for actions, such as `claim denver-omaha` and `pay 3 red 1 wild`, and the way back."""

from anden.kernel.actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    KEEP_TICKETS,
    PASS,
    PAY,
    PAY_WILDS,
    STATION,
    WITHDRAW,
)
from anden.kernel.layout import NO_TICKET, PAY_ROUTE, PAY_STATION, TUNNEL

from .base import BaseTable, members

_FIXED = {
    "draw deck": DRAW_DECK,
    "draw tickets": DRAW_TICKETS,
    "pass": PASS,
    "withdraw": WITHDRAW,
}


class WordedTable(BaseTable):
    def action(self, text: str) -> int:
        if text in _FIXED:
            return _FIXED[text]
        verb, _, rest = text.partition(" ")
        if verb == "draw":
            return self.board.colour_index(rest)
        if verb == "claim":
            return CLAIM + self.board.find_route(rest)
        if verb == "station":
            return STATION + self.board.city_index(rest)
        if verb == "keep":
            return KEEP_TICKETS + self._subset(rest)
        assert verb == "pay", text
        return self._payment(rest)

    def name(self, action: int) -> str:
        """The words for an action: the inverse of `action`."""
        for text, fixed in _FIXED.items():
            if action == fixed:
                return text
        if action >= STATION:
            return f"station {self.board.cities[action - STATION].id}"
        if action >= CLAIM:
            return f"claim {self.board.route_name(action - CLAIM)}"
        if action >= PAY:
            colour, wilds = divmod(action - PAY, 8)
            cards = f"pay {self._price() - wilds} {self._kind_name(colour)}"
            return f"{cards} {wilds} wild" if wilds else cards
        if action >= KEEP_TICKETS:
            offer = self.state["offer"][self.seat]
            kept = [int(offer[place]) for place in members(action - KEEP_TICKETS)]
            return f"keep {', '.join(map(self.board.ticket_name, kept))}"
        if action == PAY_WILDS:
            return f"pay {self._price()} wild"
        return f"draw {self._kind_name(action)}"

    def _subset(self, text: str) -> int:
        offer = [int(ticket) for ticket in self.state["offer"][self.seat] if ticket != NO_TICKET]
        if text == "all":
            return (1 << len(offer)) - 1
        names = text.split(", ") if text else []
        return sum(1 << offer.index(self.board.find_ticket(name)) for name in names)

    def _payment(self, text: str) -> int:
        words = text.split()
        cards = dict(zip(words[1::2], map(int, words[::2]), strict=True))
        assert sum(cards.values()) == self._price(), f"the price is {self._price()}, not {text}"
        wilds = cards.pop("wild", 0)
        if not cards:
            return PAY_WILDS
        (colour,) = cards
        return PAY + 8 * self.board.colour_index(colour) + wilds

    def _price(self) -> int:
        state = self.state
        if state["phase"] == PAY_ROUTE:
            return self.board.routes[int(state["route"])].length
        if state["phase"] == PAY_STATION:
            return 4 - int(state["stations_left"][self.seat])
        assert state["phase"] == TUNNEL, "nothing is to be paid now"
        return int(state["surcharge"])
