"""A few places, and everybody who wants one: who has used them least comes next.

Time is counted for an address and for each person there, so that neither many requests of one
person nor many guests of one address keep others waiting for longer than a piece of work or two.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic

from .errors import RefusedError
from .identity import hashed
from .storage.jobs import HOUSE_END

_MAX_KNOWN = 4096  # accounts whose past is remembered


@dataclass(frozen=True)
class Payer:
    """Whom work is done for."""

    person: str = ""
    address: str = ""

    @property
    def accounts(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What time is counted for."""
        return (self.address,), (self.address, self.person)

    @property
    def owner(self) -> str:
        """Whose jobs they are in the database: one house is one address, or somebody alone."""
        house, person = self.address or self.person, self.person
        return f"{hashed(house)[:31]}{HOUSE_END}{hashed(person)[:32]}"


class FairTurns:
    def __init__(
        self, places: int, max_waiting: int = 1000, clock: Callable[[], float] = monotonic
    ) -> None:
        """`max_waiting` pieces of work may wait for one person."""
        self._free = places
        # Where there are several, one place is for others: they need not even wait.
        self._share = max(1, places - 1)
        self._max_waiting, self._clock = max_waiting, clock
        self._waiting: OrderedDict[Payer, deque[asyncio.Future[None]]] = OrderedDict()
        self._working: dict[Payer, int] = {}
        self._used: OrderedDict[tuple[str, ...], float] = OrderedDict()  # seconds

    @asynccontextmanager
    async def turn(self, payer: Payer) -> AsyncIterator[None]:
        """Waits for a place; refused where too much work for the same person waits already."""
        await self._take(payer)
        began = self._clock()
        try:
            yield
        finally:
            self._leave(payer, self._clock() - began)

    async def _take(self, payer: Payer) -> None:
        if len(self._waiting.get(payer, ())) >= self._max_waiting:
            raise RefusedError("rate/limited")
        self._greet(payer)
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(payer, deque()).append(called)
        self._call()
        try:
            await called
        except asyncio.CancelledError:
            if not called.cancelled():  # it was called at the same moment
                self._leave(payer, 0.0)
            raise

    def _greet(self, payer: Payer) -> None:
        """Nobody saves up turns: who comes again begins where the least busy of the others is."""
        busy = {*self._waiting, *self._working}
        for level, account in enumerate(payer.accounts):
            near = {p.accounts[level] for p in busy if p.accounts[level][:level] == account[:level]}
            used = self._used.pop(account, 0.0)
            if account not in near:
                used = max(used, min((self._used.get(other, 0.0) for other in near), default=0.0))
            self._used[account] = used
        while len(self._used) > _MAX_KNOWN:
            self._used.popitem(last=False)

    def _call(self) -> None:
        """Gives free places to those whose turn it is."""
        while self._free and (payer := self._next()) is not None:
            line = self._waiting[payer]
            called = line.popleft()
            if not line:
                del self._waiting[payer]
            if called.cancelled():
                continue
            self._free -= 1
            self._working[payer] = self._working.get(payer, 0) + 1
            called.set_result(None)

    def _next(self) -> Payer | None:
        ready = (payer for payer in self._waiting if self._working.get(payer, 0) < self._share)
        return min(ready, key=self._past, default=None)

    def _past(self, payer: Payer) -> tuple[float, float, int]:
        house, person = (self._used.get(account, 0.0) for account in payer.accounts)
        return house, person, self._working.get(payer, 0)

    def _leave(self, payer: Payer, seconds: float) -> None:
        self._free += 1
        self._working[payer] -= 1
        if not self._working[payer]:
            del self._working[payer]
        for account in payer.accounts:
            self._used[account] = self._used.get(account, 0.0) + seconds
        self._call()
