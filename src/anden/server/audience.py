"""Who looks on at a table, and how all of them are told something."""

import logging
from collections.abc import Callable, Hashable
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from anden.kernel.ids import Seat

from .fair_turns import Payer
from .storage import PhraseRow

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("anden.server")


class Visitor(Protocol):
    """Who looks at a table: a connection."""

    device: str | None
    payer: Payer

    def on_state(self) -> None: ...
    def on_game(self) -> None: ...
    def on_rematch(self, game_id: str) -> None: ...
    def on_said(self, said: PhraseRow) -> None: ...
    def on_undone(self) -> None: ...
    def on_gone(self) -> None: ...


class Audience:
    """The visitors of a table at this process, and who is present at others."""

    def __init__(self, table: "Table") -> None:
        self.visitors: set[Visitor] = set()
        self.elsewhere: frozenset[Seat] = frozenset()  # present at other processes
        self._table = table
        self._opened = self._last_seen = monotonic()  # when somebody was here
        self._left: dict[Seat, float] = {}  # when a seat's last visitor went
        self._told: dict[Hashable, str] | None = None  # texts, while visitors are being told
        self._kept: dict[Hashable, tuple[object, str]] = {}  # texts, with what they are made from

    def add(self, visitor: Visitor) -> bool:
        """Whether a player has come by it, who was not here."""
        before = self.seats_here()
        self.visitors.add(visitor)
        return self.seats_here() != before

    def remove(self, visitor: Visitor) -> bool:
        """Whether a player has gone by it."""
        before = self.seats_here()
        self.visitors.discard(visitor)
        if not self.visitors:
            self._kept.clear()
        self._last_seen = monotonic()
        gone = before - self.seats_here()
        self._left |= dict.fromkeys(gone, self._last_seen)
        return bool(gone)

    def seats(self) -> frozenset[Seat]:
        """Those whose people are connected, to this process or another one."""
        return self.seats_here() | self.elsewhere

    def seats_here(self) -> frozenset[Seat]:
        """Those whose people are connected to this process."""
        here = {visitor.device for visitor in self.visitors}
        return frozenset(m.seat for m in self._table.lobby.holders if m.device in here)

    def devices(self) -> frozenset[str]:
        """Who is connected, to this process or another one."""
        here = {visitor.device for visitor in self.visitors if visitor.device is not None}
        holders = self._table.lobby.holders
        return frozenset(here | {m.device for m in holders if m.seat in self.elsewhere})

    def was_here(self, seconds: float) -> bool:
        """Whether somebody looks on, or did so within these seconds."""
        return bool(self.visitors) or monotonic() - self._last_seen < seconds

    def absence(self, seat: Seat) -> float:
        """For how many seconds a seat's people have been gone."""
        return monotonic() - self._left.get(seat, self._opened)

    def payer(self) -> Payer:
        """Whom work for the table is done for: its host, from where the host or somebody is."""
        host = self._table.lobby.row.host
        near = min(((v.device != host, v.payer.address) for v in self.visitors), default=None)
        return Payer(host, "" if near is None else near[1])

    def once(self, key: Hashable, make: Callable[[], str]) -> str:
        """A text that is made once for all who are told the same in one go."""
        if self._told is None:
            return make()
        if key not in self._told:
            self._told[key] = make()
        return self._told[key]

    def kept(self, part: Hashable, made_from: object, make: Callable[[], str]) -> str:
        """A text that is made again only if what it is made from has changed."""
        before = self._kept.get(part)
        if before is not None and before[0] == made_from:
            return before[1]
        text = make()
        self._kept[part] = made_from, text
        return text

    def tell(self, tell: Callable[[Visitor], None]) -> None:
        """What goes wrong with one visitor is not the others' trouble."""
        self._told = {}
        for visitor in tuple(self.visitors):
            try:
                tell(visitor)
            except Exception:
                log.exception("game %s: a visitor could not be told", self._table.id)
        self._told = None
