"""The authority over one game: every change goes through here, one after the other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, TypeVar
from weakref import proxy

from anden.game import Game, GameError
from anden.kernel.ids import Seat

from ..audience import Audience, Visitor
from ..bots import BotDriver
from ..clock import Clock
from ..dealing import Dealing
from ..errors import RefusedError
from ..storage import ConflictError, Lobby, Quota
from ..storage.rows import BOT, ENDED, LOBBY, OVER, PLAYING
from ..talk import Talk
from ..whose_turn import due_seats
from .changing import Changing
from .clocks import Clocks
from .following import Following
from .playing import Playing
from .tools import Tools

Result = TypeVar("Result")

log = logging.getLogger("anden.server")


class Table:
    """A game as it is known here. Whoever wants something of it asks the table, never its parts."""

    def __init__(self, lobby: Lobby, tools: Tools) -> None:
        self.lobby = lobby
        self.game: Game | None = None
        self.event_seqs: list[int] = []  # of each event, the action that caused it
        self.clock: Clock | None = None
        self.is_readable = True
        self.is_gone = False  # whether it has been deleted
        self.last_used = monotonic()
        self._tools, self._settings = tools, tools.settings
        self._lock = asyncio.Lock()
        # Its parts do not hold it: a table that is put away is freed without the collector.
        me = proxy(self)
        self.audience = Audience(me)
        self.talk = Talk(me, tools.store, tools.settings)
        self.bots = BotDriver(self, tools.thinker, tools.settings.pace_scale)
        self.following = Following(me, tools)
        self.playing = Playing(me, tools)
        self.changing = Changing(me, tools)
        self.clocks = Clocks(me, tools)
        self._dealing = Dealing(me, tools.settings.chance_seconds)

    @property
    def id(self) -> str:
        return self.lobby.row.id

    @property
    def seq(self) -> int:
        return 0 if self.game is None else self.game.num_moves

    @property
    def status(self) -> str:
        return self.lobby.row.status if self.is_readable else "unreadable"

    @property
    def is_playing(self) -> bool:
        return self.game is not None and self.status == PLAYING

    @property
    def is_watched(self) -> bool:
        """Whether somebody looks on, or did a moment ago: bots do not play for nobody."""
        if self.clocks.are_days_counted:
            return True  # days pass between two visits
        return self.audience.was_here(self._settings.unwatched_seconds)

    def is_idle(self, seconds: float) -> bool:
        is_used = (
            self.audience.visitors
            or self._lock.locked()
            or self.bots.is_running
            or self.clocks.is_alarm_set
        )
        return not is_used and monotonic() - self.last_used > seconds

    async def open(self) -> None:
        """Brings a stored game back by playing its actions."""
        await self.talk.hear()
        if self.status == LOBBY:
            return
        try:
            await self.clocks.ask_how_long_they_ran()
            self.playing.begin()
            await self.following.catch_up()
        except ConflictError:
            await self.following.refresh()
        except (GameError, RefusedError, ValueError) as error:  # as when a board file has gone
            log.error("game %s can't be played again: %s", self.id, error)
            self.game, self.is_readable = None, False
            return
        await self.playing.note_end()
        self.clocks.tend()
        self.bots.wake()

    async def refresh(self) -> None:
        """Takes in what other processes have changed."""
        await self._ask(self.following.refresh)

    def note_news(self) -> None:
        """Another process has changed something; many notices at once are one."""
        if self.following.is_first_notice():
            self.exclusively(self.following.hear_news)

    async def act(self, seat: Seat, action: str, seq: int, request: str | None) -> int:
        """Plays an action for the seat; the state's number after it. It is stored by then."""
        return await self._ask(self.playing.act, seat, action, seq, request)

    async def change(self, change: Callable[[Lobby], Lobby], quota: Quota | None = None) -> None:
        """Replaces the lobby with what the function makes of it, once that is stored.

        The quota is looked at if there are more bots then.
        """
        await self._ask(self.changing.change, change, quota)

    async def start(self) -> None:
        """Deals, once the players' numbers for the seed are there."""
        await self._dealing.gather()
        await self._ask(self.changing.start)

    async def undo(self, seat: Seat, seq: int) -> int:
        """Takes the seat's last action back, with what bots did since; the state's number then."""
        return await self._ask(self.playing.undo, seat, seq)

    def undoable(self, seat: Seat) -> int | None:
        """The number of the seat's last action, if it may be taken back: against bots only."""
        return self.playing.undoable(seat)

    async def say(self, seat: Seat, phrase: str) -> None:
        """Lets everybody at the table hear a phrase; a nudge only when it is called for."""
        await self._ask(self._say, seat, phrase)

    async def _say(self, seat: Seat, phrase: str) -> None:
        await self.following.stored(self.talk.say(seat, phrase))

    async def follow(self, make: Callable[[Lobby], Lobby], quota: Quota) -> str:
        """The id of the game after this one, which is made at the first request."""
        return await self._ask(self.changing.follow, make, quota)

    async def expire(self) -> None:
        """Bots play on for those whose days are up."""
        await self._ask(self.clocks.expire)

    def on_alarm(self) -> None:
        self.clocks.ring()

    async def note_days(self) -> None:
        """Stores whose turn it is, whatever was stored before."""
        await self._ask(self.clocks.note_days)

    async def hear_of_days(self) -> None:
        """Takes in that somebody's days have changed."""
        await self.note_days()
        self.audience.tell(lambda visitor: visitor.on_state())

    def enter(self, visitor: Visitor) -> None:
        """Lets somebody look on; the others hear of it if a player has come."""
        if self.audience.add(visitor):
            self._tell_presence()
        self.bots.wake()

    def leave(self, visitor: Visitor) -> None:
        if self.audience.remove(visitor):
            self._tell_presence()

    def due(self) -> list[Seat]:
        """People who have something to decide."""
        if self.game is None or not self.is_playing:
            return []
        return list(due_seats(self.lobby, self.game))

    def may_help(self, seat: Seat) -> bool:
        """Whether nobody is at a disadvantage if the seat gets advice or takes moves back."""
        others = [row for n, row in enumerate(self.lobby.seats) if n != seat]
        return not self.lobby.row.is_rated and all(row.kind == BOT for row in others)

    def seconds_until_absent(self, seat: Seat) -> float:
        """How long a seat's people may still come back before it can be given to a bot."""
        return self._settings.absent_seconds - self.audience.absence(seat)

    def quiet_seconds(self) -> float:
        """For how long nothing has been played."""
        return monotonic() - self.playing.last_change

    def tell_state(self) -> None:
        self.clocks.tend()
        self.audience.tell(lambda visitor: visitor.on_state())
        if self.status in (OVER, ENDED):
            self.tell_game()
        self.bots.wake()

    def tell_game(self) -> None:
        self.audience.tell(lambda visitor: visitor.on_game())

    def tell_gone(self) -> None:
        self.audience.tell(lambda visitor: visitor.on_gone())

    def vanish(self) -> None:
        """The game has been deleted."""
        self.game, self.is_gone = None, True
        self.tell_gone()

    def _tell_presence(self) -> None:
        self.tell_game()
        self._tools.announce(self)

    async def _ask(self, job: Callable[..., Awaitable[Result]], *args: Any) -> Result:
        # A client that goes away in the middle must not leave a stored action unplayed.
        return await asyncio.shield(self.exclusively(job, *args))

    def exclusively(
        self, job: Callable[..., Awaitable[Result]], *args: Any
    ) -> asyncio.Task[Result]:
        """Does it when all that was asked for before has been done."""

        async def run() -> Result:
            async with self._lock:
                self.last_used = monotonic()
                return await job(*args)

        task = asyncio.create_task(run())
        task.add_done_callback(_look_at)  # nobody else does when the client has gone
        return task


def _look_at(task: asyncio.Task[Any]) -> None:
    if not task.cancelled():
        task.exception()
