"""The authority over one game: every change goes through here, one after the other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from time import monotonic
from typing import Any, Protocol, TypeVar

from anden.game import Game, GameError, IllegalActionError, JudgedAction, NotationError
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

from .bot_pool import BotPool
from .bots import BotDriver
from .clock import CLOCKS, Clock
from .errors import RefusedError
from .lobby import board_of, check_can_start, hand_over, held_seats, seats_note
from .one_thread import OneThread
from .settings import ServerSettings
from .storage import ActionRow, ConflictError, Lobby, StorageError, Store
from .storage.rows import BOT, ENDED, HUMAN, LOBBY, OVER, PLAYING

Result = TypeVar("Result")

log = logging.getLogger("anden.server")

STAND_IN = "medium"  # who plays on when a clock is at zero
_MAX_SAID = 20  # phrases that are remembered
# What can be taken back: nothing that was hidden has been seen by it.
_REVEALS_NOTHING = (RouteClaimed, StationBuilt, TicketsKept, PlayBegan, Passed, LastRound)


class Visitor(Protocol):
    """Who looks at a table: a connection."""

    device: str | None

    def on_state(self) -> None: ...
    def on_game(self) -> None: ...
    def on_rematch(self, game_id: str) -> None: ...
    def on_said(self, said: dict[str, Any]) -> None: ...
    def on_undone(self) -> None: ...
    def on_gone(self) -> None: ...


class Table:
    def __init__(
        self, lobby: Lobby, store: OneThread[Store], pool: BotPool, settings: ServerSettings
    ) -> None:
        self.lobby = lobby
        self.game: Game | None = None
        self.is_readable = True
        self.visitors: set[Visitor] = set()
        self.event_seqs: list[int] = []  # of each event, the action that caused it
        self.bots = BotDriver(self, pool, settings.pace_scale)
        self.clock: Clock | None = None
        self.said: list[dict[str, Any]] = []  # the last phrases
        self.last_used = monotonic()
        self._store, self._settings = store, settings
        self._alarm: asyncio.TimerHandle | None = None
        self._last_said: dict[Seat, float] = {}
        self._last_change = monotonic()
        self._lock = asyncio.Lock()
        self._requests: dict[tuple[int, str], int] = {}
        self._is_unsure = False  # whether the store may hold actions that were not played here

    @property
    def id(self) -> str:
        return self.lobby.row.id

    @property
    def seq(self) -> int:
        return 0 if self.game is None else len(self.game.moves)

    @property
    def status(self) -> str:
        return self.lobby.row.status if self.is_readable else "unreadable"

    @property
    def is_playing(self) -> bool:
        return self.game is not None and self.status == PLAYING

    def is_idle(self, seconds: float) -> bool:
        is_used = self.visitors or self._lock.locked() or self.bots.is_running or self._alarm
        return not is_used and monotonic() - self.last_used > seconds

    async def open(self) -> None:
        """Brings a stored game back by playing its actions."""
        if self.status == LOBBY:
            return
        try:
            self._begin()
            await self._catch_up()
        except (GameError, RefusedError) as error:  # a board file may have gone
            log.error("game %s can't be played again: %s", self.id, error)
            self.game, self.is_readable = None, False
            return
        await self._note_end()
        self._tend_clock()
        self.bots.wake()

    async def act(self, seat: Seat, action: str, seq: int, request: str | None) -> int:
        """Plays an action for the seat; the state's number after it. It is stored by then."""
        # A client that goes away in the middle must not leave a stored action unplayed.
        return await asyncio.shield(self._exclusively(self._act, seat, action, seq, request))

    async def change(self, change: Callable[[Lobby], Lobby]) -> None:
        """Replaces the lobby with what the function makes of it, once that is stored."""
        await asyncio.shield(self._exclusively(self._change, change))

    async def start(self) -> None:
        await asyncio.shield(self._exclusively(self._start))

    async def undo(self, seat: Seat, seq: int) -> int:
        """Takes the seat's last action back, with what bots did since; the state's number then."""
        return await asyncio.shield(self._exclusively(self._undo, seat, seq))

    def say(self, seat: Seat, phrase: str) -> None:
        """Lets everybody at the table hear a phrase; a nudge only when it is called for."""
        now = monotonic()
        if now - self._last_said.get(seat, float("-inf")) < self._settings.say_seconds:
            raise RefusedError("say/too-soon")
        if phrase == "nudge":
            due = [other for other in self._due() if other != seat]
            if not due or now - self._last_change < self._settings.nudge_seconds:
                raise RefusedError("say/too-soon")
        self._last_said[seat] = now
        said = {"seat": seat, "phrase": phrase, "seq": self.seq}
        self.said = [*self.said, said][-_MAX_SAID:]
        self._tell(lambda visitor: visitor.on_said(said))

    async def follow(self, make: Callable[[Lobby], Lobby]) -> str:
        """The id of the game after this one, which is made at the first request."""
        return await asyncio.shield(self._exclusively(self._follow, make))

    def is_present(self, seat: Seat) -> bool:
        """Whether somebody who holds the seat is connected."""
        return any(seat in held_seats(self.lobby, visitor.device) for visitor in self.visitors)

    def tell_game(self) -> None:
        self._tell(lambda visitor: visitor.on_game())

    def tell_gone(self) -> None:
        self._tell(lambda visitor: visitor.on_gone())

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
        if not self.is_readable:
            raise RefusedError("game/not-playing")
        if self._is_unsure:
            await self._stored(self._catch_up())
        if request is not None and (seat, request) in self._requests:
            return self._requests[seat, request]
        game = self.game
        if game is None or not self.is_playing:
            raise RefusedError("game/not-playing")
        judged = self._check(game, seat, text, seq)
        number = self.seq + 1
        spent = 0.0 if self.clock is None or request is None else self.clock.spent(seat)
        row = ActionRow(number, seat, str(judged.action), game.digest[:6], request, spent)
        if not await self._append(row):
            return await self._act(seat, text, seq, request)
        self._play(row, judged)
        await self._note_end()
        self._tell_state()
        return number

    async def _append(self, row: ActionRow) -> bool:
        """Stores an action; False if another server has played meanwhile, which is caught up."""
        self._is_unsure = True
        try:
            await self._stored(self._store.run(lambda store: store.append(self.id, row)))
        except ConflictError:
            await self._stored(self._catch_up())
            return False
        self._is_unsure = False
        return True

    def _check(self, game: Game, seat: Seat, text: str, seq: int) -> JudgedAction:
        """The action, if the seat may play it in the state it has seen."""
        may_choose = game.phase == "setup" and not game.position.has_chosen(seat)
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
        await self._stored(self._store.run(lambda store: store.cut(self.id, number)))
        self._begin()
        self.event_seqs, self._requests = [], {}
        await self._stored(self._catch_up())
        self._tell(lambda visitor: visitor.on_undone())
        self._tell_state()
        return self.seq

    def undoable(self, seat: Seat) -> int | None:
        """The number of the seat's last action, if it may be taken back: against bots only."""
        others = [row for n, row in enumerate(self.lobby.seats) if n != seat]
        if self.game is None or not self.is_playing or any(row.kind != BOT for row in others):
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

    async def _catch_up(self) -> None:
        """Plays what the store holds beyond what was played here."""
        assert self.game is not None
        rows = await self._store.run(lambda store: store.actions(self.id, self.seq))
        for row in rows:
            if row.number != self.seq + 1 or row.before != self.game.digest[:6]:
                raise GameError(f"action {row.number} does not fit")
            self._play(row)
        self._is_unsure = False
        if rows:
            await self._note_end()
            self._tell_state()

    async def _stored(self, job: Awaitable[Result]) -> Result:
        try:
            return await job
        except ConflictError:
            raise
        except StorageError as error:
            log.error("game %s: the store failed: %s", self.id, error)
            raise RefusedError("storage/failed") from None
        except GameError as error:
            log.error("game %s can't continue: %s", self.id, error)
            self.game, self.is_readable = None, False
            raise RefusedError("game/unreadable") from None

    async def _change(self, change: Callable[[Lobby], Lobby]) -> None:
        lobby = change(self.lobby)
        await self._stored(self._store.run(lambda store: store.save(lobby)))
        has_ended = self.is_playing and lobby.row.status == ENDED
        back = [
            seat
            for seat, (old, new) in enumerate(zip(self.lobby.seats, lobby.seats, strict=False))
            if old.kind == BOT and new.kind == HUMAN
        ]
        self.lobby = lobby
        if self.clock is not None:
            for seat in back:
                self.clock.give_back(seat)
        self._tend_clock()
        if has_ended:
            self._tell_state()
        else:
            self.tell_game()
            self.bots.wake()

    async def _start(self) -> None:
        check_can_start(self.lobby)
        board = board_of(self.lobby)
        row = replace(self.lobby.row, status=PLAYING, ruleset=RULESET, board_sha256=board.sha256)
        started = replace(self.lobby, row=row)
        await self._change(lambda _: started)
        self._begin()
        self._tell_state()

    async def _follow(self, make: Callable[[Lobby], Lobby]) -> str:
        if self.lobby.row.rematch is not None:
            return self.lobby.row.rematch
        rematch = make(self.lobby)
        await self._stored(self._store.run(lambda store: store.follow(self.lobby, rematch)))
        row = replace(self.lobby.row, rematch=rematch.row.id)
        self.lobby = replace(self.lobby, row=row)
        self._tell(lambda visitor: visitor.on_rematch(rematch.row.id))
        return rematch.row.id

    def _begin(self) -> None:
        row, board = self.lobby.row, board_of(self.lobby)
        if row.ruleset != RULESET or row.board_sha256 != board.sha256:
            raise GameError("it is of another version of the rules or of its board")
        notes = {"seats": seats_note(self.lobby.seats)}
        kind = CLOCKS[row.clock]
        self.clock = None if kind is None else Clock(kind, len(self.lobby.seats))
        self.game = Game(board, len(self.lobby.seats), int(row.seed, 16), notes=notes)

    async def _note_end(self) -> None:
        """Remembers that the game is over. If that fails, it is found out at the next start."""
        if self.game is None or not self.game.is_over or self.lobby.row.status != PLAYING:
            return
        lobby = replace(self.lobby, row=replace(self.lobby.row, status=OVER))
        self.lobby = lobby
        try:
            await self._store.run(lambda store: store.save(lobby))
        except StorageError as error:
            log.error("game %s: its end was not noted: %s", self.id, error)

    def _due(self) -> list[Seat]:
        """People who have something to decide."""
        if self.game is None or not self.is_playing:
            return []
        people = [n for n, seat in enumerate(self.lobby.seats) if seat.kind == HUMAN]
        if self.game.phase == "setup":
            return [seat for seat in people if not self.game.position.has_chosen(seat)]
        return [seat for seat in people if seat == self.game.to_act]

    def _tend_clock(self) -> None:
        """Lets the right clocks run, and sets an alarm for the first that will be at zero."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self.clock is None:
            return
        self.clock.run_for(self._due())
        end = self.clock.next_end()
        if end is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(end, 0.0), self._on_alarm)

    def _on_alarm(self) -> None:
        self._alarm = None
        self._exclusively(self._expire)

    async def _expire(self) -> None:
        """Bots play on for those whose time is up."""
        late = [] if self.clock is None else self.clock.ended()
        if not late or not self.is_playing:
            self._tend_clock()
            return

        def replaced(lobby: Lobby) -> Lobby:
            for seat in late:
                lobby = hand_over(lobby, seat, STAND_IN)
            return lobby

        await self._change(replaced)
        self._tell_state()

    def _tell_state(self) -> None:
        self._tend_clock()
        self._tell(lambda visitor: visitor.on_state())
        if self.status in (OVER, ENDED):
            self.tell_game()
        self.bots.wake()

    def _tell(self, tell: Callable[[Visitor], None]) -> None:
        """What goes wrong with one visitor is not the others' trouble."""
        for visitor in tuple(self.visitors):
            try:
                tell(visitor)
            except Exception:
                log.exception("game %s: a visitor could not be told", self.id)


def _look_at(task: asyncio.Task[Any]) -> None:
    if not task.cancelled():
        task.exception()
