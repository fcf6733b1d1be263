"""One game: the referee around a kernel record."""

import hashlib
import os
import secrets

import numpy as np

from anden.boards import Board, load_board
from anden.boards.tables import build_tables
from anden.kernel import STATE, new_state, observe, step
from anden.kernel.layout import NO_SEAT
from anden.kernel.step import take_seat

from .actions import Action
from .errors import GameError, IllegalActionError, RecordError, WrongSeatError
from .events import Event, events_between, seen_by
from .explain import why_not
from .files import read_file, write_file
from .notation import parse_action
from .position import Position, View
from .reasons import Reason
from .record import MAX_BYTES, Move, Record, read_record, seed_hash, write_record
from .scores import Scores, score_position

_LOW_64 = (1 << 64) - 1


class Game:
    """A game of one board: seats are numbered from 0, actions are checked, nothing else is lost.

    >>> game = Game("london", players=2, seed=1)
    >>> game.phase, game.to_act
    ('setup', 0)
    """

    def __init__(
        self,
        board: Board | str | os.PathLike[str],
        players: int = 2,
        seed: int | None = None,
        *,
        first: int | None = None,
        notes: dict[str, str] | None = None,
    ) -> None:
        """Deals a new game. No `seed` draws a secret one, no `first` seat draws that too (C4)."""
        self.board = board if isinstance(board, Board) else load_board(board)
        self.seed = secrets.randbits(128) if seed is None else seed
        self.first = first
        self.notes = dict(notes or {})
        _check_setup(self.board, players, self.seed, first)
        self._state = np.zeros(1, STATE)
        self._position = Position(self.board, self._state[0], build_tables(self.board))
        self._events: list[Event] = []
        self._moves: list[Move] = []
        new_state(
            self._position.tables,
            self._state[0],
            players,
            np.uint64(self.seed & _LOW_64),
            np.uint64(self.seed >> 64),
            NO_SEAT if first is None else first,
        )

    @property
    def players(self) -> int:
        return self._position.players

    @property
    def phase(self) -> str:
        return self._position.phase

    @property
    def to_act(self) -> int | None:
        return self._position.to_act

    @property
    def is_over(self) -> bool:
        return self._position.is_over

    @property
    def position(self) -> Position:
        """Everything, hidden cards included: for the referee and for tests."""
        return self._position

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened; `events_for` is what a seat may know of it."""
        return tuple(self._events)

    def events_for(self, seat: int | None, start: int = 0) -> tuple[Event, ...]:
        """The events from number `start` on as a seat, or a spectator (None), may know them."""
        self._check_seat(seat)
        return tuple(seen_by(event, seat) for event in self._events[start:])

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(self._moves)

    @property
    def digest(self) -> str:
        """Hash of the state: equal games have equal ones."""
        return hashlib.sha256(self._state.tobytes()).hexdigest()

    def view(self, seat: int | None) -> View:
        """What a seat may know; None is a spectator."""
        self._check_seat(seat)
        record = observe(self._state[0], NO_SEAT if seat is None else seat)
        if seat is not None and self._may_choose(seat):
            take_seat(record, seat)
        return View(self.board, record, self._position.tables, seat)

    def legal_actions(self, seat: int | None = None) -> list[Action]:
        """What the seat, by default the one to act, may do now."""
        self._check_seat(seat)
        return self._for_seat(seat).legal_actions() if self._can_act(seat) else []

    def why_not(self, action: Action | str, seat: int | None = None) -> Reason | None:
        """Why the action is not legal now, with the rule; None if it is."""
        self._check_to_act(seat)
        return why_not(self._for_seat(seat), self._read(action))

    def play(self, action: Action | str, seat: int | None = None) -> tuple[Event, ...]:
        """Plays the action for the seat, by default the one to act, and tells what happened.

        Raises without changing anything: NotationError, WrongSeatError or IllegalActionError.
        """
        typed = self._read(action)
        self._check_to_act(seat)
        reason = why_not(self._for_seat(seat), typed)
        if reason is not None:
            raise IllegalActionError(typed, reason)
        if seat is not None:
            take_seat(self._state[0], seat)
        before = Position(self.board, self._state.copy()[0], self._position.tables)
        self._step(typed)
        events = events_between(before, typed, self._position)
        self._events += events
        self._moves.append(Move(int(before.record["seat"]), str(typed), self.digest[:6]))
        return tuple(events)

    def scores(self) -> Scores:
        """The scores, final once the game is over; before, as if it ended now."""
        return score_position(self._position)

    def record(self, *, sealed: bool = False) -> Record:
        """The game so far as a record; a sealed one holds the seed's hash instead of the seed."""
        return Record(
            board=self.board,
            players=self.players,
            first=self.first,
            seed=None if sealed else self.seed,
            seed_sha256=seed_hash(self.seed),
            moves=tuple(self._moves),
            result=self.scores().totals if self.is_over else None,
            state=self.digest,
            notes=self.notes,
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the record to a file, whole or not at all."""
        write_file(path, write_record(self.record()))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Game":
        """The game in a file that `save` wrote, replayed and checked move by move."""
        return cls.replay(read_record(read_file(path, MAX_BYTES)))

    @classmethod
    def replay(cls, record: Record) -> "Game":
        """The game a record tells, checked; RecordError names the first move that does not fit."""
        game = cls.from_header(record)
        for number, move in enumerate(record.moves, 1):
            game.replay_move(number, move)
        if record.result is not None and not game.is_over:
            raise RecordError("it claims to be finished, but the game goes on after its last move")
        if record.result is None and game.is_over:
            raise RecordError("it claims to be unfinished, but its last move ends the game")
        if record.result is not None and game.scores().totals != record.result:
            scores = " ".join(map(str, game.scores().totals))
            raise RecordError(f"its scores are wrong: the moves come to {scores}")
        if game.digest != record.state:
            raise RecordError("its last state is not the one its moves lead to")
        return game

    @classmethod
    def from_header(cls, record: Record) -> "Game":
        """The game of a record before its first move."""
        if record.seed is None:
            raise RecordError("its seed is still sealed: it can be replayed when the game is over")
        return cls(
            record.board, record.players, record.seed, first=record.first, notes=record.notes
        )

    def replay_move(self, number: int, move: Move) -> tuple[Event, ...]:
        """Plays a recorded move; RecordError names it if it does not fit."""
        action = move.action if move.action.isprintable() else ascii(move.action)
        told = f"move {number} (player {move.seat + 1}: {action[:80]})"
        try:
            events = self.play(move.action, move.seat)
        except GameError as error:
            raise RecordError(f"{told} does not fit: {error}") from error
        if self._moves[-1].tag != move.tag:
            raise RecordError(f"{told} does not fit: it leads to another state than recorded")
        return events

    def _read(self, action: Action | str) -> Action:
        return parse_action(self.board, str(action))

    def _step(self, action: Action) -> None:
        for action_id in self._position.ids_of(action):
            step(self._position.tables, self._state[0], action_id)

    def _may_choose(self, seat: int) -> bool:
        return self.phase == "setup" and not self._position.has_chosen(seat)

    def _can_act(self, seat: int | None) -> bool:
        return seat is None or seat == self.to_act or self._may_choose(seat)

    def _for_seat(self, seat: int | None) -> Position:
        """The position with the seat to act: while tickets are dealt, all may choose (C3)."""
        if seat is None or seat == self.to_act:
            return self._position
        copy = self._state.copy()
        take_seat(copy[0], seat)
        return Position(self.board, copy[0], self._position.tables)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < self.players:
            raise WrongSeatError(f"there is no seat {seat}; seats are 0 to {self.players - 1}")

    def _check_to_act(self, seat: int | None) -> None:
        self._check_seat(seat)
        if not self.is_over and not self._can_act(seat):
            raise WrongSeatError(f"seat {seat} is not to act now; seat {self.to_act} is")


def _check_setup(board: Board, players: int, seed: int, first: int | None) -> None:
    low, high = board.players.min, board.players.max
    if not low <= players <= high:
        raise GameError(f"{board.id} is for {low} to {high} players, not {players}")
    if not 0 <= seed < 1 << 128:
        raise GameError("the seed must be a number from 0 to 2**128 - 1")
    if first is not None and not 0 <= first < players:
        raise GameError(f"the first seat must be 0 to {players - 1}, not {first}")
