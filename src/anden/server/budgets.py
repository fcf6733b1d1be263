"""What everybody may ask for: work has a price, about its milliseconds, whatever it is.

A person has a budget, and an address one for all people there. This machine's own address has none:
without a proxy that is trusted, nobody else's is known.
"""

from .errors import RefusedError
from .fair_turns import Payer
from .limits import Buckets
from .settings import ServerSettings

# By the type of a message on the socket.
MESSAGES = {
    "act": 2.0,
    "why": 1.0,
    "reasons": 8.0,
    "coach": 20.0,
    "show": 8.0,
    "undo": 20.0,
    "say": 2.0,
    "hello": 10.0,
    "commit": 2.0,
    "reveal": 2.0,
    "visible": 2.0,
}
MESSAGE = 0.2  # any other, and what is garbage

# By the last word of an API's path.
REQUESTS = {
    "games": 20.0,  # made
    "start": 10.0,
    "rematch": 20.0,
    "boards": 100.0,  # brought along
    "my-games": 10.0,
    "record": 20.0,
    "replay": 200.0,
    "story": 300.0,
    "answer": 20.0,
    "review": 4.0,  # its work has a queue of its own
    "branch": 40.0,
    "push": 20.0,
    "webhooks": 60.0,  # added: its address is looked up
    "test": 60.0,
}
READING, CHANGING, FILE = 2.0, 10.0, 0.5


class Budgets:
    def __init__(self, settings: ServerSettings) -> None:
        burst, rate = settings.cost_burst, settings.costs_per_second
        share = settings.address_share
        self._persons = Buckets(burst, rate)
        self._addresses = Buckets(share * burst, share * rate)

    def spend(self, payer: Payer, price: float) -> None:
        """Refused where the person's budget is used up, or that of all at the address."""
        if not self.can(payer, price):
            raise RefusedError("rate/limited")

    def can(self, payer: Payer, price: float) -> bool:
        """Whether it could be paid, and then it is."""
        accounts = [self._persons.of(payer.person or payer.address)]
        if payer.address:
            accounts.append(self._addresses.of(payer.address))
        if not all(account.has(price) for account in accounts):
            return False
        return all(account.take(price) for account in accounts)


def price_of_request(method: str, path: str) -> float:
    if not path.startswith("/api/"):
        return FILE
    word = path.rstrip("/").rpartition("/")[2]
    if method in ("GET", "HEAD", "OPTIONS"):
        is_list = word in ("boards", "games")
        return READING if is_list else REQUESTS.get(word, READING)
    return REQUESTS.get(word, CHANGING)
