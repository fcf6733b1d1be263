"""What is said at a table: phrases from a list, and a nudge for somebody who sleeps."""

from time import monotonic
from typing import TYPE_CHECKING

from anden.kernel.ids import Seat

from .errors import RefusedError
from .one_thread import OneThread
from .settings import ServerSettings
from .storage import ConflictError, PhraseRow, Store

if TYPE_CHECKING:
    from .table import Table

_MAX_SAID = 20  # phrases that are remembered


class Talk:
    """The last phrases of a table."""

    def __init__(self, table: "Table", store: OneThread[Store], settings: ServerSettings) -> None:
        self.said: list[PhraseRow] = []
        self.last = 0  # the number of the last phrase
        self._table, self._store, self._settings = table, store, settings
        self._last_said: dict[Seat, float] = {}

    async def say(self, seat: Seat, phrase: str) -> None:
        """Stores a phrase and tells it; a nudge only when it is called for."""
        now = monotonic()
        if now - self._last_said.get(seat, float("-inf")) < self._settings.say_seconds:
            raise RefusedError("say/too-soon")
        if phrase == "nudge" and not self._may_nudge(seat):
            raise RefusedError("say/too-soon")
        self._last_said[seat] = now
        said = PhraseRow(seat, phrase, self._table.seq)
        game_id = self._table.id
        try:
            self.last = await self._store.run(
                lambda store: store.note_phrase(game_id, said, _MAX_SAID)
            )
        except ConflictError:  # another server was told something at the same moment
            raise RefusedError("say/too-soon") from None
        self.said = [*self.said, said][-_MAX_SAID:]
        self._tell(said)

    async def hear(self) -> None:
        """Takes in what was said, here before or at other processes."""
        phrases = await self._store.run(lambda store: store.phrases(self._table.id))
        new = [said for number, said in phrases.items() if number > self.last]
        self.said = list(phrases.values())
        self.last = max(phrases, default=0)
        for said in new:
            self._tell(said)

    def _may_nudge(self, seat: Seat) -> bool:
        is_due = any(other != seat for other in self._table.due())
        return is_due and self._table.quiet_seconds() >= self._settings.nudge_seconds

    def _tell(self, said: PhraseRow) -> None:
        self._table.audience.tell(lambda visitor: visitor.on_said(said))
