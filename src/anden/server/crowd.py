"""Who is at which table: nobody may be everywhere at the same time."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from .errors import RefusedError
from .fair_turns import Payer
from .limits import Buckets
from .settings import ServerSettings


class Crowd:
    """Counts the WebSockets of each address, how often they come, and the tables of each person."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._by_address: Counter[str] = Counter()
        self._arrivals = Buckets(settings.connection_burst, settings.connections_per_second)
        self._tables: dict[str, Counter[str]] = {}  # of a person, with the connections there

    def may_come(self, address: str) -> bool:
        """Whether another WebSocket of the address may be opened now; counted if so."""
        return not address or self._arrivals.of(address).take()

    def _check(self, payer: Payer, game_id: str) -> None:
        is_full = self._by_address[payer.address] >= self._settings.max_connections_per_ip
        if payer.address and is_full:
            raise RefusedError("server/busy")
        tables = self._tables.get(payer.person, Counter())
        if payer.person and game_id not in tables and len(tables) >= self._settings.max_tables:
            raise RefusedError("tables/too-many", n=self._settings.max_tables)

    @contextmanager
    def inside(self, payer: Payer, game_id: str) -> Iterator[None]:
        """Counts a connection while it lasts; refused where it is one too many."""
        self._check(payer, game_id)
        tables = self._tables.setdefault(payer.person, Counter())
        self._by_address[payer.address] += 1
        tables[game_id] += 1
        try:
            yield
        finally:
            _take_one(self._by_address, payer.address)
            _take_one(tables, game_id)
            if not tables:
                self._tables.pop(payer.person, None)


def _take_one(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
