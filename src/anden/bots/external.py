"""A bot that is a program: any language, JSON lines, at arm's length."""

import os
import time
import weakref
from collections.abc import Hashable, Mapping, Sequence

from anden.game import Action, View
from anden.game.events import Event

from .base import DEFAULT_SECONDS, Bot
from .child import Child, ChildEnded, LineTooLongError
from .errors import CRASH, GARBAGE, LATE, BotFault
from .kept import KEPT
from .protocol import action_in, choose_line, hello_line, read_answer, shown

GRACE_SECONDS = 0.5  # on top of a bot's time, for the way there and back
START_SECONDS = 20.0  # on top of that for the first answer after a start
MAX_STARTS = 4  # in a game; a program that needs more forfeits the rest
MAX_LOG_LINES = 1000  # before one answer
_LOGS_KEPT = 20


class ExternalBot(Bot):
    """One seat of one game, played by a program. `choose` raises BotFault for a lost move.

    The program is started when it is first asked. One that crashes, is late or talks garbage is
    ended, and restarted for the next move.
    """

    def __init__(
        self,
        command: Sequence[str],
        seed: int = 0,
        seconds: float = DEFAULT_SECONDS,
        *,
        env: Mapping[str, str] | None = None,
        is_host: bool = False,
        kept_as: Hashable | None = None,
        start_seconds: float = START_SECONDS,
    ) -> None:
        """`env` is added to the program's environment; a host gets the view's record too.

        When this game is over, the program plays further games of the same `kept_as`; None ends it.
        """
        super().__init__(seed, seconds)
        self.seed = seed
        self.command = tuple(command)
        self.logs: list[str] = []  # the last it wrote
        self.start_seconds = start_seconds
        self._env = os.environ | {"PYTHONUNBUFFERED": "1"} | dict(env or {})
        self._is_host = is_host
        self._kept_as = kept_as
        self._has_failed = False
        self._child: Child | None = None
        self._has_answered = False
        self._starts = 0
        self._events: list[Event] = []  # of the whole game: a new process is told them all
        self._num_told = 0
        self._end: weakref.finalize[..., ExternalBot] | None = None

    def hear(self, events: Sequence[Event]) -> None:
        """Keeps what happened for the next question."""
        self._events += events

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Asks the program; BotFault says how it failed."""
        try:
            child = self._child or self._start(view)
            self._clear(child)
            child.send(choose_line(view, legal, self._news(), has_record=self._is_host))
            answer = self._answer(child)
            self._has_answered = True
            return action_in(answer, view, legal)
        except BotFault as fault:
            self._has_failed = True
            if fault.kind in (LATE, GARBAGE):
                self._stop(farewell=0)
            raise

    def close(self) -> None:
        """Ends the program, or keeps it for the next game."""
        child = self._child
        is_fine = self._has_answered and not self._has_failed
        if child is None or self._kept_as is None or not is_fine:
            self._stop()
            return
        self._child = None
        if self._end is not None:
            self._end.detach()
        KEPT.put(self._kept_as, child)

    def _start(self, view: View) -> Child:
        if self._starts == MAX_STARTS:
            raise BotFault(CRASH, f"it was started {MAX_STARTS} times and is not started again")
        self._starts += 1
        child = KEPT.take(self._kept_as) if self._starts == 1 else None
        try:
            child = child or Child(self.command, self._env)
        except OSError as error:
            raise BotFault(CRASH, f"{self.command[0]} can't be started: {error}") from None
        self._child, self._has_answered, self._num_told = child, False, 0
        self._end = weakref.finalize(self, child.close)
        child.send(hello_line(view, self.seed, self.seconds))
        return child

    def _stop(self, farewell: float | None = None) -> int | None:
        """Ends the program; its exit code."""
        child, self._child = self._child, None
        if child is None:
            return None
        if self._end is not None:
            self._end.detach()
        return child.close() if farewell is None else child.close(farewell)

    def _news(self) -> list[Event]:
        news = self._events[self._num_told :]
        self._num_told = len(self._events)
        return news

    def _clear(self, child: Child) -> None:
        """Takes up what was said since the last answer: logs are fine, anything else is not."""
        for _ in range(MAX_LOG_LINES):
            try:
                answer = self._read(child, 0)
            except TimeoutError:
                return
            if not self._is_log(answer):
                raise BotFault(GARBAGE, f"it spoke without being asked: {shown(answer)}")
        raise BotFault(GARBAGE, f"it wrote over {MAX_LOG_LINES} log lines")

    def _answer(self, child: Child) -> dict[str, object]:
        allowed = self.seconds + GRACE_SECONDS
        if not self._has_answered:
            allowed += self.start_seconds
        deadline = time.monotonic() + allowed
        for _ in range(MAX_LOG_LINES):
            try:
                answer = self._read(child, deadline - time.monotonic())
            except TimeoutError:
                raise BotFault(LATE, f"no answer within {allowed:g} seconds") from None
            if not self._is_log(answer):
                return answer
        raise BotFault(GARBAGE, f"it wrote over {MAX_LOG_LINES} log lines before its answer")

    def _read(self, child: Child, seconds: float) -> dict[str, object]:
        try:
            return read_answer(child.receive(seconds))
        except LineTooLongError:
            raise BotFault(GARBAGE, "its line is too long") from None
        except ChildEnded:
            code = self._stop()
            words = child.last_words.splitlines()
            told = f", its last words: {shown(words[-1])}" if words else ""
            raise BotFault(CRASH, f"it ended with exit code {code}{told}") from None

    def _is_log(self, answer: dict[str, object]) -> bool:
        if set(answer) != {"log"}:
            return False
        self.logs = [*self.logs, str(answer["log"])][-_LOGS_KEPT:]
        return True
