"""One game, refereed: the only place that holds the state."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from anden.boards import Board
from anden.bots.guard import Guard
from anden.game import Position, View
from anden.game.coding import bits
from anden.game.events import Event, events_between, seen_by
from anden.kernel import NET, RESULT, STATE, final_scores, new_state
from anden.kernel.actions import CLAIM
from anden.kernel.layout import NO_SEAT, OVER, PAY_ROUTE, PAY_STATION

from .compiled import look, try_step
from .outcome import ROW, Rows

MAX_DECISIONS = 20_000  # the rules end every game long before

_LOW_64 = (1 << 64) - 1
_SCORED = (
    "rank",
    "route_points",
    "ticket_points",
    "longest",
    "longest_points",
    "station_points",
    "district_points",
)


class Notes(Protocol):
    def note(self, state: Any, action: int) -> None:
        """Takes down an action, before it is played."""


@dataclass
class Thought:
    """What a seat has used so far."""

    moves: int = 0
    seconds: float = 0.0


class Referee:
    """Deals a game, asks the guarded bots one after the other, and checks every choice."""

    def __init__(self, board: Board, tables: Any, bots: Sequence[Guard], seed: int) -> None:
        self.board = board
        self.tables = tables
        self.bots = bots
        self.thoughts = [Thought() for _ in bots]
        # Of the bots that want to hear events: those they have not heard, by seat.
        self._news: dict[int, list[Event]] = {s: [] for s, bot in enumerate(bots) if bot.listens}
        self._unpaid: tuple[Any, int] | None = None  # the state before a claim, and the claim
        self._states = np.zeros(1, STATE)
        self._boards = np.array([tables])
        self.state: Any = self._states[0]
        low, high = np.uint64(seed & _LOW_64), np.uint64(seed >> 64)
        new_state(self.tables, self.state, len(bots), low, high, NO_SEAT)

    @property
    def is_over(self) -> bool:
        return int(self.state["phase"]) == OVER

    def play(self, scribe: Notes | None = None, until: float = float("inf")) -> None:
        """Plays on to the end of the game, or to a point in time."""
        for _ in range(MAX_DECISIONS):
            if self.is_over or time.perf_counter() > until:
                return
            before = self.state.copy() if self._news else None
            ids = self._ask(int(self.state["seat"]))
            for action in ids:
                if scribe is not None:
                    scribe.note(self.state, action)
                if not try_step(self._boards, self._states, action):
                    raise AssertionError(f"the guard let an illegal action id through: {action}")
            if before is not None:
                self._tell(before, ids)
        raise AssertionError(f"a game has gone on for {MAX_DECISIONS} decisions")

    def _ask(self, seat: int) -> Sequence[int]:
        """The ids of the seat's choice: one, or a route or station and its payment."""
        bot, thought = self.bots[seat], self.thoughts[seat]
        record = np.empty(1, STATE)
        words = look(self._boards, self._states, record)
        thought.moves += int(self.state["phase"]) not in (PAY_ROUTE, PAY_STATION)
        if not bot.names_ids:
            return self._ask_view(seat, record[0])
        start = time.perf_counter()
        ids = [bot.choose_id(self.tables, record[0], words)]
        thought.seconds += time.perf_counter() - start
        return ids

    def _ask_view(self, seat: int, record: Any) -> Sequence[int]:
        view = View(self.board, record, self.tables, seat)
        legal = view.legal_actions()
        start = time.perf_counter()
        if self._news.get(seat):
            self.bots[seat].hear(tuple(self._news[seat]))
            self._news[seat].clear()
        action = self.bots[seat].choose(view, legal)
        self.thoughts[seat].seconds += time.perf_counter() - start
        return Position(self.board, self.state, self.tables).ids_of(action)

    def _tell(self, before: Any, ids: Sequence[int]) -> None:
        """Keeps the events of a whole action for those who want to hear them."""
        if self._unpaid is not None:
            before, ids = self._unpaid[0], [self._unpaid[1], *ids]
            self._unpaid = None
        elif ids[-1] >= CLAIM:
            self._unpaid = before, ids[0]
            return
        position = Position(self.board, before, self.tables)
        after = Position(self.board, self.state, self.tables)
        events = events_between(position, position.action_of(ids), after)
        for seat, news in self._news.items():
            news += (seen_by(event, seat) for event in events)

    def rows(self) -> Rows:
        """The result, a row a seat; set, rotation and entries are left to the caller."""
        result: Any = np.zeros(1, RESULT)[0]
        final_scores(self.tables, self.state, result, np.zeros(1, NET)[0])
        rows = np.zeros(len(self.bots), ROW)
        for seat in range(len(self.bots)):
            self._fill(rows[seat], result, seat)
        return rows

    def _fill(self, row: Any, result: Any, seat: int) -> None:
        made = int(result["completed"][seat]).bit_count()
        low, high = map(int, self.state["owned"][seat])
        row["seat"] = seat
        row["first"] = self.state["first"]
        row["turns"] = self.state["turn"]
        row["score"] = result["total"][seat]
        row["tickets_made"] = made
        row["tickets_failed"] = int(self.state["tickets"][seat]).bit_count() - made
        for field in _SCORED:
            row[field] = result[field][seat]
        for route in bits(low | high << 64):
            row["lengths"][self.board.routes[route].length - 1] += 1
        row["moves"] = self.thoughts[seat].moves
        row["seconds"] = self.thoughts[seat].seconds
        row["forfeits"] = len(self.bots[seat].forfeits)
