"""The authority over one game: every change goes through here, one after the other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic, time
from typing import Any, TypeVar
from weakref import proxy

from sqlalchemy import Connection

from anden.game import Game, GameError, IllegalActionError, JudgedAction, NotationError
from anden.game.chance import is_number
from anden.game.events import (
    LastRound,
    Passed,
    PlayBegan,
    RouteClaimed,
    StationBuilt,
    TicketsKept,
)
from anden.kernel import RULESET
from anden.kernel.ids import Seat

from .action_writer import ActionWriter
from .audience import Audience, Visitor
from .board_files import fetch_board
from .bots import BotDriver, Thinker
from .chance import dealt
from .clock import CLOCKS, Clock
from .days import Days
from .dealing import Dealing
from .errors import RefusedError
from .lobby import STAND_IN, board_of, check_can_start, hand_over
from .logs import games, tell, tell_of_game
from .notices.herald import Herald
from .one_thread import OneThread
from .ratings import entrants, obstacle, settle
from .replaying import begin_game, replay_rows
from .settings import ServerSettings
from .statistics import played_rows
from .storage import (
    ActionRow,
    ConflictError,
    GoneError,
    Lobby,
    Quota,
    StorageError,
    Store,
)
from .storage.played import add_played
from .storage.ratings import enter
from .storage.rows import BOT, ENDED, HUMAN, LOBBY, OVER, PLAYING
from .talk import Talk

Result = TypeVar("Result")

log = logging.getLogger("anden.server")

_LOOK_AGAIN_SECONDS = 1.0  # when the store does not answer
_MAX_TRIES = 5  # at a change, while other processes make theirs
# What can be taken back: nothing that was hidden has been seen by it.
_REVEALS_NOTHING = (RouteClaimed, StationBuilt, TicketsKept, PlayBegan, Passed, LastRound)


@dataclass(frozen=True)
class Tools:
    """What the tables of a process share."""

    store: OneThread[Store]
    writer: ActionWriter
    thinker: Thinker
    settings: ServerSettings
    is_shared: bool  # whether other processes change the same games
    announce: Callable[["Table"], None]  # who is present has changed
    herald: Herald


class Table:
    def __init__(self, lobby: Lobby, tools: Tools) -> None:
        self.lobby = lobby
        self.game: Game | None = None
        self.is_readable = True
        self.is_gone = False  # whether it has been deleted
        # Its parts do not hold it: a table that is put away is freed without the collector.
        me = proxy(self)
        self.audience = Audience(me)
        self.talk = Talk(me, tools.store, tools.settings)
        self.event_seqs: list[int] = []  # of each event, the action that caused it
        self.bots = BotDriver(self, tools.thinker, tools.settings.pace_scale)
        self.clock: Clock | None = None
        self.last_used = monotonic()
        self._tools, self._store, self._settings = tools, tools.store, tools.settings
        self._dealing = Dealing(me, tools.settings.chance_seconds)
        self._alarm: asyncio.TimerHandle | None = None
        self._days = Days(me, tools.store, tools.herald)
        self._last_change = monotonic()
        self._lock = asyncio.Lock()
        self._requests: dict[tuple[int, str], int] = {}
        self._is_unsure = False  # whether the store may hold actions that were not played here
        self._is_refresh_due = False
        self._ago = 0.0  # how long the clocks have run already when the game is opened

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
        if self._days.are_counted:
            return True  # days pass between two visits
        return self.audience.was_here(self._settings.unwatched_seconds)

    def is_idle(self, seconds: float) -> bool:
        is_used = (
            self.audience.visitors or self._lock.locked() or self.bots.is_running or self._alarm
        )
        return not is_used and monotonic() - self.last_used > seconds

    async def open(self) -> None:
        """Brings a stored game back by playing its actions."""
        await self.talk.hear()
        if self.status == LOBBY:
            return
        try:
            self._ago = await self._store.run(lambda store: store.presence.served_seconds(self.id))
            self._begin()
            await self._catch_up()
        except ConflictError:
            await self._refresh()
        except (GameError, RefusedError, ValueError) as error:  # as when a board file has gone
            log.error("game %s can't be played again: %s", self.id, error)
            self.game, self.is_readable = None, False
            return
        await self._note_end()
        self._tend_clock()
        self.bots.wake()

    async def refresh(self) -> None:
        """Takes in what other processes have changed."""
        await asyncio.shield(self._exclusively(self._refresh))

    def note_news(self) -> None:
        """Another process has changed something; many notices at once are one."""
        if not self._is_refresh_due:
            self._is_refresh_due = True
            self._exclusively(self._hear_news)

    async def _hear_news(self) -> None:
        try:
            await self._refresh()
        except RefusedError as refusal:
            if refusal.code == "storage/failed":
                asyncio.get_running_loop().call_later(_LOOK_AGAIN_SECONDS, self.note_news)

    async def act(self, seat: Seat, action: str, seq: int, request: str | None) -> int:
        """Plays an action for the seat; the state's number after it. It is stored by then."""
        # A client that goes away in the middle must not leave a stored action unplayed.
        return await asyncio.shield(self._exclusively(self._act, seat, action, seq, request))

    async def change(self, change: Callable[[Lobby], Lobby], quota: Quota | None = None) -> None:
        """Replaces the lobby with what the function makes of it, once that is stored.

        The quota is looked at if there are more bots then.
        """
        await asyncio.shield(self._exclusively(self._change, change, quota))

    async def start(self) -> None:
        """Deals, once the players' numbers for the seed are there."""
        await self._dealing.gather()
        await asyncio.shield(self._exclusively(self._start))

    async def undo(self, seat: Seat, seq: int) -> int:
        """Takes the seat's last action back, with what bots did since; the state's number then."""
        return await asyncio.shield(self._exclusively(self._undo, seat, seq))

    async def say(self, seat: Seat, phrase: str) -> None:
        """Lets everybody at the table hear a phrase; a nudge only when it is called for."""
        await asyncio.shield(self._exclusively(self._say, seat, phrase))

    async def _say(self, seat: Seat, phrase: str) -> None:
        await self._stored(self.talk.say(seat, phrase))

    async def follow(self, make: Callable[[Lobby], Lobby], quota: Quota) -> str:
        """The id of the game after this one, which is made at the first request."""
        return await asyncio.shield(self._exclusively(self._follow, make, quota))

    def enter(self, visitor: Visitor) -> None:
        """Lets somebody look on; the others hear of it if a player has come."""
        if self.audience.add(visitor):
            self._tell_presence()
        self.bots.wake()

    def leave(self, visitor: Visitor) -> None:
        if self.audience.remove(visitor):
            self._tell_presence()

    def _tell_presence(self) -> None:
        self.tell_game()
        self._tools.announce(self)

    def seconds_until_absent(self, seat: Seat) -> float:
        """How long a seat's people may still come back before it can be given to a bot."""
        return self._settings.absent_seconds - self.audience.absence(seat)

    def quiet_seconds(self) -> float:
        """For how long nothing has been played."""
        return monotonic() - self._last_change

    def tell_game(self) -> None:
        self.audience.tell(lambda visitor: visitor.on_game())

    def tell_gone(self) -> None:
        self.audience.tell(lambda visitor: visitor.on_gone())

    def _exclusively(
        self, job: Callable[..., Awaitable[Result]], *args: Any
    ) -> asyncio.Task[Result]:
        async def run() -> Result:
            async with self._lock:
                self.last_used = monotonic()
                return await job(*args)

        task = asyncio.create_task(run())
        task.add_done_callback(_look_at)  # nobody else does when the client has gone
        return task

    async def _act(self, seat: Seat, text: str, seq: int, request: str | None) -> int:
        for _ in range(_MAX_TRIES):
            if not self.is_readable:
                raise RefusedError("game/not-playing")
            if self._is_unsure:
                await self._refresh()
            if request is not None and (seat, request) in self._requests:
                return self._requests[seat, request]
            try:
                judged = self._check(seat, text, seq)
            except RefusedError:
                if not await self._has_news():
                    raise
                continue
            if await self._append(seat, judged, request):
                await self._note_end()
                self._tell_state()
                return self.seq
        raise RefusedError("storage/failed")

    async def _append(self, seat: Seat, judged: JudgedAction, request: str | None) -> bool:
        """Stores an action and plays it; False if another server has been quicker."""
        assert self.game is not None
        spent = 0.0 if self.clock is None or request is None else self.clock.spent(seat)
        before = self.game.digest[:6]
        row = ActionRow(self.seq + 1, seat, str(judged.action), before, request, spent)
        self._is_unsure = True
        try:
            await self._stored(self._tools.writer.append(self.lobby.row, row))
        except ConflictError:
            await self._refresh()
            return False
        self._is_unsure = False
        self._play(row, judged)
        kind = row.action.partition(" ")[0]  # the rest may be somebody's secret
        tell(games, logging.DEBUG, "action", game=self.id, seq=row.number, seat=seat, kind=kind)
        return True

    def _check(self, seat: Seat, text: str, seq: int) -> JudgedAction:
        """The action, if the seat may play it in the state it has seen."""
        game = self.game
        if game is None or not self.is_playing:
            raise RefusedError("game/not-playing")
        may_choose = game.may_choose(seat)
        if seq > self.seq or (seq < self.seq and not may_choose):
            raise RefusedError("action/stale")
        if not may_choose and game.to_act != seat:
            raise RefusedError("action/not-your-turn")
        try:
            return game.judge(text, seat)
        except NotationError:
            raise RefusedError("action/unreadable") from None
        except IllegalActionError as error:
            raise RefusedError("action/illegal", error.reason) from None

    def _play(self, row: ActionRow, judged: JudgedAction | None = None) -> None:
        assert self.game is not None
        events = self.game.play(judged or row.action, row.seat)
        self.event_seqs += [row.number] * len(events)
        self._last_change = monotonic()
        if row.request is None:
            return
        self._requests[row.seat, row.request] = row.number
        if self.clock is not None:
            self.clock.note(row.seat, row.spent)

    async def _undo(self, seat: Seat, seq: int) -> int:
        if seq != self.seq or not self.is_playing:
            raise RefusedError("action/stale")
        number = self.undoable(seat)
        if number is None:
            raise RefusedError("undo/too-late")
        try:
            cut = await self._stored(self._store.run(lambda store: store.cut(self.lobby, number)))
        except ConflictError:
            await self._refresh()
            raise RefusedError("action/stale") from None
        self.lobby = cut
        await self._stored(self._play_again())
        return self.seq

    def undoable(self, seat: Seat) -> int | None:
        """The number of the seat's last action, if it may be taken back: against bots only."""
        if self.game is None or not self.is_playing or not self.may_help(seat):
            return None
        own = [n for n, move in enumerate(self.game.moves, 1) if move.seat == seat]
        if not own:
            return None
        events = [
            event
            for event, number in zip(self.game.events, self.event_seqs, strict=True)
            if number >= own[-1]
        ]
        is_free = all(isinstance(event, _REVEALS_NOTHING) for event in events)
        return own[-1] if is_free else None

    def may_help(self, seat: Seat) -> bool:
        """Whether nobody is at a disadvantage if the seat gets advice or takes moves back."""
        others = [row for n, row in enumerate(self.lobby.seats) if n != seat]
        return not self.lobby.row.is_rated and all(row.kind == BOT for row in others)

    async def _play_again(self) -> None:
        """Plays the game anew from the store, after actions were taken back."""
        self._begin()
        self.event_seqs, self._requests = [], {}
        await self._catch_up()
        self.audience.tell(lambda visitor: visitor.on_undone())
        self._tell_state()

    async def _has_news(self) -> bool:
        """Whether other processes have changed the game; what they did is taken in."""
        return self._tools.is_shared and await self._refresh()

    async def _refresh(self) -> bool:
        self._is_refresh_due = False
        before = self.lobby.row.version, self.seq
        for _ in range(_MAX_TRIES):
            try:
                await self._stored(self._look_at_store())
            except ConflictError:  # actions are being taken back
                continue
            self._is_unsure = False
            return before != (self.lobby.row.version, self.seq)
        raise RefusedError("storage/failed")

    async def _look_at_store(self) -> None:
        mark = await self._store.run(lambda store: store.mark(self.id))
        if mark is None:
            raise GoneError(self.id)
        if mark.version != self.lobby.row.version:
            await self._reload()
        if self.game is not None and mark.actions > self.seq:
            await self._catch_up()
        if mark.phrases != self.talk.last:
            await self.talk.hear()
        if mark.present != self.audience.elsewhere:
            self.audience.elsewhere = mark.present
            self.tell_game()

    async def _reload(self) -> None:
        lobby = await self._store.run(lambda store: store.load(self.id))
        if lobby is None:
            raise GoneError(self.id)
        if lobby.row.board != self.lobby.row.board:
            fetch = partial(fetch_board, folder=self._settings.boards, name=lobby.row.board)
            await self._store.run(fetch)
        has_undone = self.game is not None and lobby.row.undos != self.lobby.row.undos
        self._take_on(lobby)
        if has_undone:
            await self._play_again()

    def _vanish(self) -> None:
        """The game has been deleted."""
        self.game, self.is_gone = None, True
        self.tell_gone()

    async def _catch_up(self) -> None:
        """Plays what the store holds beyond what was played here."""
        assert self.game is not None
        undos = self.lobby.row.undos
        rows = await self._store.run(lambda store: store.actions(self.id, self.seq, undos))
        replay_rows(self.game, rows, self._play)
        if rows:
            await self._note_end()
            self._tell_state()

    async def _stored(self, job: Awaitable[Result]) -> Result:
        try:
            return await job
        except ConflictError:
            raise
        except GoneError:
            self._vanish()
            raise RefusedError("game/not-found") from None
        except StorageError as error:
            log.error("game %s: the store failed: %s", self.id, error)
            raise RefusedError("storage/failed") from None
        except GameError as error:
            log.error("game %s can't continue: %s", self.id, error)
            self.game, self.is_readable = None, False
            raise RefusedError("game/unreadable") from None

    async def _change(self, change: Callable[[Lobby], Lobby], quota: Quota | None = None) -> None:
        for _ in range(_MAX_TRIES):
            before = self.lobby
            try:
                lobby = change(before)
                if lobby == before:
                    return
                saved = await self._save(lobby, before, quota)
            except RefusedError:
                if not await self._has_news():
                    raise
            except ConflictError:
                await self._refresh()
            else:
                self._take_on(saved)
                return
        raise RefusedError("storage/failed")

    async def _save(self, lobby: Lobby, before: Lobby, quota: Quota | None) -> Lobby:
        if _num_bots(lobby) <= _num_bots(before):
            quota = None
        beside = self._beside(lobby, before)
        save = partial(Store.save, lobby=lobby, before=before, quota=quota, beside=beside)
        saved = await self._stored(self._store.run(save))
        if beside is not None:
            self._tools.herald.wake()
        return saved

    def _beside(self, lobby: Lobby, before: Lobby) -> Callable[[Connection], None] | None:
        """What is stored together with the beginning or the end of a game."""
        status, game, now = lobby.row.status, self.game, time()
        if before.row.status == LOBBY and status == PLAYING and lobby.row.is_rated:
            rows = entrants(lobby)
            return lambda connection: enter(connection, lobby.row.id, rows)
        if game is None or before.row.status != PLAYING or status not in (OVER, ENDED):
            return None
        results = played_rows(lobby, game, now) if status == OVER else []

        def note(connection: Connection) -> None:
            add_played(connection, results)
            self._tools.herald.tell_end(connection, lobby)
            if lobby.row.is_rated:
                settle(connection, lobby, game, now)

        return note

    def _take_on(self, lobby: Lobby) -> None:
        """The lobby is another one now, by a change made here or elsewhere."""
        before, self.lobby = self.lobby, lobby
        row, old = lobby.row, before.row
        has_begun = old.status == LOBBY != row.status
        has_ended = old.status == PLAYING and row.status == ENDED
        self._give_back_time(before)
        self._tend_clock()
        if not has_ended and _is_visible(before, lobby):
            self.tell_game()
            self.bots.wake()
        if row.rematch is not None and row.rematch != old.rematch:
            following = row.rematch
            self.audience.tell(lambda visitor: visitor.on_rematch(following))
        if has_begun:
            self._begin()
        if has_ended:
            tell_of_game("game ended", lobby, actions=self.seq)
        if has_begun or has_ended:
            self._tell_state()

    def _give_back_time(self, before: Lobby) -> None:
        for seat, (old, new) in enumerate(zip(before.seats, self.lobby.seats, strict=False)):
            if self.clock is not None and old.kind == BOT and new.kind == HUMAN:
                self.clock.give_back(seat)

    async def _start(self) -> None:
        def started(lobby: Lobby) -> Lobby:
            check_can_start(lobby)
            if lobby.row.is_rated and (code := obstacle(lobby)) is not None:
                raise RefusedError(f"rated/{code}")
            if not is_number(lobby.row.seed):
                raise RefusedError("game/unreadable")
            sha256 = board_of(lobby).sha256
            row = replace(lobby.row, status=PLAYING, ruleset=RULESET, board_sha256=sha256)
            return dealt(replace(lobby, row=row))

        await self._change(started)
        tell_of_game("game started", self.lobby)

    async def _follow(self, make: Callable[[Lobby], Lobby], quota: Quota) -> str:
        for _ in range(_MAX_TRIES):
            if self.lobby.row.rematch is not None:
                return self.lobby.row.rematch
            rematch = make(self.lobby)
            follow = partial(Store.follow, lobby=self.lobby, rematch=rematch, quota=quota)
            try:
                self._take_on(await self._stored(self._store.run(follow)))
            except ConflictError:
                await self._refresh()
        raise RefusedError("storage/failed")

    def _begin(self) -> None:
        self.game = begin_game(self.lobby)
        kind = CLOCKS[self.lobby.row.clock]
        self.clock = None if kind is None else Clock(kind, len(self.lobby.seats))

    async def _note_end(self) -> None:
        """Remembers that the game is over. If that fails, it is found out when it is opened."""
        if self.game is None or not self.game.is_over or self.lobby.row.status != PLAYING:
            return
        tell_of_game("game over", self.lobby, actions=self.seq)
        try:
            for _ in range(_MAX_TRIES):
                if await self._try_note_end():
                    return
        except StorageError as error:
            log.error("game %s: its end was not noted: %s", self.id, error)

    async def _try_note_end(self) -> bool:
        """False if something else about the game has changed at the same moment."""
        before = self.lobby
        over = replace(before, row=replace(before.row, status=OVER))
        self.lobby = over  # nothing more can be played, whether that is stored or not
        save = partial(Store.save, lobby=over, before=before, beside=self._beside(over, before))
        try:
            self.lobby = await self._store.run(save)
            self._tools.herald.wake()
        except ConflictError:
            stored = await self._store.run(lambda store: store.load(self.id))
            if stored is None:
                self._vanish()
                return True
            self._take_on(stored)
            return stored.row.status != PLAYING
        return True

    def due(self) -> list[Seat]:
        """People who have something to decide."""
        if self.game is None or not self.is_playing:
            return []
        people = [n for n, seat in enumerate(self.lobby.seats) if seat.kind == HUMAN]
        return [seat for seat in people if self.game.can_act(seat)]

    def _tend_clock(self) -> None:
        """Lets the right clocks run, and sets an alarm for the first that will be at zero."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self.clock is None:
            return
        self.clock.run_for(self.due(), self._ago)
        self._ago = 0.0
        if self._days.are_counted:
            self._exclusively(self._days.keep)
            return
        end = self.clock.next_end()
        if end is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(end, 0.0), self._on_alarm)

    def _on_alarm(self) -> None:
        self._alarm = None
        self._exclusively(self._expire)

    async def expire(self) -> None:
        """Bots play on for those whose days are up."""
        await asyncio.shield(self._exclusively(self._expire))

    async def note_days(self) -> None:
        """Stores whose turn it is, whatever was stored before."""
        self._days.forget()
        await asyncio.shield(self._exclusively(self._days.keep))

    async def hear_of_days(self) -> None:
        """Takes in that somebody's days have changed."""
        await self.note_days()
        self.audience.tell(lambda visitor: visitor.on_state())

    async def _expire(self) -> None:
        """Bots play on for those whose time is up."""
        if self._tools.is_shared:  # they may have played at another process
            await self._refresh()
        self._days.forget()
        await self._days.keep()
        late = [] if self.clock is None else self.clock.ended()
        if not late or not self.is_playing:
            self._tend_clock()
            return

        def replaced(lobby: Lobby) -> Lobby:
            for seat in late:
                if lobby.seats[seat].kind == HUMAN:
                    lobby = hand_over(lobby, seat, STAND_IN)
            return lobby

        await self._change(replaced)
        self._tell_state()

    def _tell_state(self) -> None:
        self._tend_clock()
        self.audience.tell(lambda visitor: visitor.on_state())
        if self.status in (OVER, ENDED):
            self.tell_game()
        self.bots.wake()


def _is_visible(before: Lobby, after: Lobby) -> bool:
    """Whether people at the table can see the difference: not who else looks on."""
    row = replace(after.row, version=before.row.version, rematch=before.row.rematch)
    return (row, after.seats, after.holders) != (before.row, before.seats, before.holders)


def _num_bots(lobby: Lobby) -> int:
    return sum(seat.kind == BOT for seat in lobby.seats)


def _look_at(task: asyncio.Task[Any]) -> None:
    if not task.cancelled():
        task.exception()
