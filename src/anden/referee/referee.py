"""One game, refereed: the only place where bots play that holds the state."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from anden.boards import Board
from anden.bots.guard import Guard
from anden.core import GameCore, WholeActions
from anden.core.sets import members_of_words
from anden.game import Position, View
from anden.game.events import Event, events_between, seen_by
from anden.kernel.ids import ActionId, Seat
from anden.kernel.layout import PAY_ROUTE, PAY_STATION, Result, State

from .outcome import ROW, Rows

MAX_DECISIONS = 20_000  # the rules end every game long before

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
    def note(self, core: GameCore, action: ActionId) -> None:
        """Takes down a decision, before it is played."""


@dataclass
class Thought:
    """What a seat has used so far."""

    moves: int = 0
    seconds: float = 0.0


class Referee:
    """Deals a game, asks the guarded bots one after the other, and checks every choice."""

    def __init__(self, board: Board, bots: Sequence[Guard], seed: int) -> None:
        self.board = board
        self.bots = bots
        self.thoughts = [Thought() for _ in bots]
        # Of the bots that want to hear events: those they have not heard, by seat.
        self._news: dict[Seat, list[Event]] = {s: [] for s, bot in enumerate(bots) if bot.listens}
        self._actions = WholeActions()
        self.core = GameCore(board, len(bots))
        self.core.deal(seed)

    @property
    def is_over(self) -> bool:
        return self.core.is_over

    def play(self, notes: Notes | None = None, until: float = float("inf")) -> None:
        """Plays on to the end of the game, or to a point in time."""
        for _ in range(MAX_DECISIONS):
            if self.is_over or time.perf_counter() > until:
                return
            for action in self._ask(self.core.seat):
                self._play(action, notes)
        raise AssertionError(f"a game has not ended after {MAX_DECISIONS} decisions")

    def _play(self, action: ActionId, notes: Notes | None) -> None:
        if notes is not None:
            notes.note(self.core, action)
        before = self.core.copy().state if self._news else None
        if not self.core.step(action):
            raise AssertionError(f"the guard let an illegal action id through: {action}")
        if before is not None:
            self._tell(before, action)

    def _ask(self, seat: Seat) -> Sequence[ActionId]:
        """The ids of the seat's choice: one, or a route or station and its payment."""
        bot, thought = self.bots[seat], self.thoughts[seat]
        thought.moves += self.core.phase not in (PAY_ROUTE, PAY_STATION)
        views, legal = self.core.look()
        if not bot.names_ids:
            return self._ask_view(seat, views[0])
        start = time.perf_counter()
        ids = [bot.choose_id(self.core.tables, views[0], legal)]
        thought.seconds += time.perf_counter() - start
        return ids

    def _ask_view(self, seat: Seat, state: State) -> Sequence[ActionId]:
        view = View(self.board, state, self.core.tables, seat)
        legal = view.legal_actions()
        start = time.perf_counter()
        if self._news.get(seat):
            self.bots[seat].hear(tuple(self._news[seat]))
            self._news[seat].clear()
        action = self.bots[seat].choose(view, legal)
        self.thoughts[seat].seconds += time.perf_counter() - start
        return self._position(self.core.state).ids_of(action)

    def _tell(self, before: State, action: ActionId) -> None:
        """Keeps the events of a whole action for those who want to hear them."""
        whole = self._actions.add(before, action)
        if whole is None:
            return
        position = self._position(whole[0])
        events = events_between(
            position, position.action_of(whole[1]), self._position(self.core.state)
        )
        for seat, news in self._news.items():
            news += (seen_by(event, seat) for event in events)

    def _position(self, state: State) -> Position:
        return Position(self.board, state, self.core.tables)

    def rows(self) -> Rows:
        """The result, one row per seat; set, rotation and entries are left to the caller."""
        result = self.core.score()
        rows = np.zeros(len(self.bots), ROW)
        for seat in range(len(self.bots)):
            self._fill(rows[seat], result, seat)
        return rows

    def _fill(self, row: Any, result: Result, seat: Seat) -> None:
        state = self.core.state
        made = int(result["completed"][seat]).bit_count()
        row["seat"] = seat
        row["first"] = state["first"]
        row["turns"] = state["turn"]
        row["score"] = result["total"][seat]
        row["tickets_made"] = made
        row["tickets_failed"] = int(state["tickets"][seat]).bit_count() - made
        for field in _SCORED:
            row[field] = result[field][seat]
        for route in members_of_words(state["owned"][seat]):
            row["lengths"][self.board.routes[route].length - 1] += 1
        row["moves"] = self.thoughts[seat].moves
        row["seconds"] = self.thoughts[seat].seconds
        row["forfeits"] = len(self.bots[seat].forfeits)
