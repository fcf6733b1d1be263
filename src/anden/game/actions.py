"""Actions as a player would say them. Names are the board's own, in one spelling.

`str(action)` is the notation; `notation.parse_action` reads it back.
"""

from dataclasses import dataclass
from typing import TypeAlias

WILD_WORD = "wild"


@dataclass(frozen=True, slots=True)
class Payment:
    """Cards of one colour and wilds; `colour` is None when only wilds are paid."""

    colour: str | None
    cards: int
    wilds: int

    def __str__(self) -> str:
        parts = [f"{self.cards} {self.colour}"] if self.cards else []
        parts += [f"{self.wilds} {WILD_WORD}"] if self.wilds else []
        return " ".join(parts)

    @property
    def total(self) -> int:
        """How many cards it has."""
        return self.cards + self.wilds


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Takes a card of this colour from the row; "wild" takes a wild."""

    colour: str

    def __str__(self) -> str:
        return f"draw {self.colour}"


@dataclass(frozen=True, slots=True)
class DrawBlind:
    """Take the top card of the deck: C6."""

    def __str__(self) -> str:
        return "draw deck"


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Draw tickets: C21."""

    def __str__(self) -> str:
        return "draw tickets"


@dataclass(frozen=True, slots=True)
class KeepTickets:
    """Keeps these of the tickets on offer, in the order of the offer."""

    tickets: tuple[str, ...]

    def __str__(self) -> str:
        return f"keep {', '.join(self.tickets)}"


@dataclass(frozen=True, slots=True)
class ClaimRoute:
    """Claim a route and pay for it: C16."""

    route: str
    payment: Payment

    def __str__(self) -> str:
        return f"claim {self.route} with {self.payment}"


@dataclass(frozen=True, slots=True)
class BuildStation:
    """Build a station in a city: E11."""

    city: str
    payment: Payment

    def __str__(self) -> str:
        return f"station {self.city} with {self.payment}"


@dataclass(frozen=True, slots=True)
class PayTunnel:
    """Pays the surcharge of the tunnel being dug."""

    payment: Payment

    def __str__(self) -> str:
        return f"pay {self.payment}"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Gives the tunnel up."""

    def __str__(self) -> str:
        return "withdraw"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, where nothing is possible: C23."""

    def __str__(self) -> str:
        return "pass"


Action: TypeAlias = (
    DrawCard
    | DrawBlind
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | BuildStation
    | PayTunnel
    | Withdraw
    | Pass
)
