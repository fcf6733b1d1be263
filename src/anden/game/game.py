"""One game: the referee around a kernel record."""

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import SupportsIndex

from anden.boards import Board
from anden.core import GameCore
from anden.core.seeds import SEED_BITS
from anden.kernel.ids import Seat
from anden.kernel.layout import NO_SEAT

from .actions import Action
from .chance import Chance
from .checks import board_of, check_seed, check_setup, whole
from .errors import GameError, IllegalActionError, RecordError, WrongSeatError
from .events import Event, events_between, seen_by
from .explain import why_not
from .files import read_file, write_file
from .notation import parse_action
from .position import Position, View
from .reasons import Reason
from .record import MAX_BYTES, Move, Record, Redeal, read_record, seed_hash, write_record
from .scores import Scores, score_position


@dataclass(frozen=True)
class JudgedAction:
    """An action that was found legal for a seat (None: the one to act) after this many moves."""

    action: Action
    seat: Seat | None
    number: int


class Game:
    """A game of one board: seats are numbered from 0, actions are checked, nothing else is lost.

    >>> game = Game("london", players=2, seed=1)
    >>> game.phase, game.to_act
    ('setup', 0)
    """

    def __init__(
        self,
        board: Board | str | os.PathLike[str],
        players: SupportsIndex = 2,
        seed: SupportsIndex | None = None,
        *,
        first: SupportsIndex | None = None,
        notes: dict[str, str] | None = None,
    ) -> None:
        """Deals a new game. No `seed` draws a secret one, no `first` seat draws that too (C4)."""
        self.board = board_of(board)
        self.seed = secrets.randbits(SEED_BITS) if seed is None else whole(seed, "the seed")
        self.first = None if first is None else whole(first, "the first seat")
        self.notes = dict(notes or {})
        self.chance: Chance | None = None  # what the seed was made from, if others had a part in it
        number = whole(players, "the number of players")
        check_setup(self.board, number, self.seed, self.first)
        self._redeals: list[Redeal] = []
        self._core = GameCore(self.board, number)
        self._core.deal(self.seed, NO_SEAT if self.first is None else self.first)
        self._position = Position(self.board, self._core.state, self._core.tables)
        self._events: list[Event] = []
        self._moves: list[Move] = []

    @property
    def players(self) -> int:
        """How many play."""
        return self._position.players

    @property
    def phase(self) -> str:
        """What is to be decided: `setup`, `turn`, `second_card`, `keep`, `tunnel` or `over`."""
        return self._position.phase

    @property
    def to_act(self) -> Seat | None:
        """The seat that decides now; None when the game is over."""
        return self._position.to_act

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._position.is_over

    @property
    def position(self) -> Position:
        """Everything, hidden cards included: for the referee and for tests."""
        return self._position

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened; `events_for` is what a seat may know of it."""
        return tuple(self._events)

    def events_for(self, seat: Seat | None, start: int = 0) -> tuple[Event, ...]:
        """The events from number `start` on as a seat, or a spectator (None), may know them."""
        self._check_seat(seat)
        return tuple(seen_by(event, seat) for event in self._events[start:])

    @property
    def moves(self) -> tuple[Move, ...]:
        """Everything that was played, as records have it."""
        return tuple(self._moves)

    @property
    def num_moves(self) -> int:
        """How many of them there are."""
        return len(self._moves)

    @property
    def digest(self) -> str:
        """Hash of the state: equal games have equal ones."""
        return self._core.digest

    def may_choose(self, seat: Seat) -> bool:
        """Whether the seat has yet to choose from the tickets dealt to it: at the deal all may
        choose at once (C3).
        """
        return self.phase == "setup" and not self._position.has_chosen(seat)

    def can_act(self, seat: Seat) -> bool:
        """Whether the seat has something to decide now."""
        return seat == self.to_act or self.may_choose(seat)

    def view(self, seat: Seat | None) -> View:
        """What a seat may know; None is a spectator."""
        self._check_seat(seat)
        view = self._core.seen_by(NO_SEAT if seat is None else seat)[0]
        if seat is not None and self.may_choose(seat):
            view["seat"] = seat
        return View(self.board, view, self._core.tables, seat)

    def legal_actions(self, seat: Seat | None = None) -> list[Action]:
        """What the seat, by default the one to act, may do now."""
        self._check_seat(seat)
        can_act = seat is None or self.can_act(seat)
        return self._for_seat(seat).legal_actions() if can_act else []

    def why_not(self, action: Action | str, seat: Seat | None = None) -> Reason | None:
        """Why the action is not legal now, with the rule; None if it is."""
        try:
            self.judge(action, seat)
        except IllegalActionError as error:
            return error.reason
        return None

    def judge(self, action: Action | str, seat: Seat | None = None) -> JudgedAction:
        """The action found legal for the seat, by default the one to act; `play` takes it.

        Raises NotationError, WrongSeatError or IllegalActionError.
        """
        typed = parse_action(self.board, str(action))
        self._check_to_act(seat)
        reason = why_not(self._for_seat(seat), typed)
        if reason is not None:
            raise IllegalActionError(typed, reason)
        return JudgedAction(typed, seat, len(self._moves))

    def play(
        self, action: Action | str | JudgedAction, seat: Seat | None = None
    ) -> tuple[Event, ...]:
        """Plays the action for the seat, by default the one to act, and tells what happened.

        Raises as `judge` does, without changing anything. What was judged before is not judged
        again, unless moves have been played since.
        """
        if not isinstance(action, JudgedAction):
            judged = self.judge(action, seat)
        elif (action.seat, action.number) == (seat, len(self._moves)):
            judged = action
        else:
            judged = self.judge(action.action, seat)
        typed = judged.action
        if seat is not None:
            self._core.take_seat(seat)
        before = Position(self.board, self._core.states.copy()[0], self._core.tables)
        for action_id in self._position.ids_of(typed):
            if not self._core.step(action_id):
                raise AssertionError(f"{typed} was found legal, and its id {action_id} is not")
        events = events_between(before, typed, self._position)
        self._events += events
        self._moves.append(Move(int(before.state["seat"]), str(typed), self.digest[:6]))
        self._take_redeal()
        return tuple(events)

    def redeal(self, after: SupportsIndex | None = None, seed: SupportsIndex | None = None) -> None:
        """Draws from another seed after this many moves, by default from here on.

        All that was dealt stays, hidden cards included; what is drawn then is new. No `seed` draws
        a secret one. This can be done again, from a later move on.
        """
        number = self.num_moves if after is None else whole(after, "the number of moves")
        luck = secrets.randbits(SEED_BITS) if seed is None else whole(seed, "the seed")
        check_seed(luck)
        if self._redeals and number <= self._redeals[-1].after:
            raise GameError(f"after {self._redeals[-1].after} moves there is a new seed already")
        if number < self.num_moves or self.is_over:
            raise GameError(
                f"{self.num_moves} moves have been played: only what follows can change"
            )
        self._redeals.append(Redeal(number, luck))
        self._take_redeal()

    def _take_redeal(self) -> None:
        for redeal in self._redeals:
            if redeal.after == self.num_moves:
                self._core.change_luck(redeal.seed)

    def __repr__(self) -> str:
        return f"<Game {self.board.id}, {self.players} players, {len(self._moves)} moves>"

    def _repr_svg_(self) -> str:
        """The table as a picture, which notebooks show: what everybody may know."""
        from .pictures import position_svg  # which know `Game`, to replay one

        return position_svg(self.view(None))

    def scores(self) -> Scores:
        """The scores, final once the game is over; before, as if it ended now."""
        return score_position(self._position)

    def record(self, *, sealed: bool = False) -> Record:
        """The game so far as a record; a sealed one holds the seed's hash instead of the seed."""
        redeals = [each for each in self._redeals if each.after <= self.num_moves]
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
            chance=self.chance,
            redeals=() if sealed else tuple(redeals),
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
            raise RecordError("record.not_over")
        if record.result is None and game.is_over:
            raise RecordError("record.is_over")
        if record.result is not None and game.scores().totals != record.result:
            scores = " ".join(map(str, game.scores().totals))
            raise RecordError("record.wrong_scores", scores=scores)
        if game.digest != record.state:
            raise RecordError("record.wrong_state")
        return game

    @classmethod
    def from_header(cls, record: Record) -> "Game":
        """The game of a record before its first move."""
        if record.seed is None:
            raise RecordError("record.sealed")
        game = cls(
            record.board, record.players, record.seed, first=record.first, notes=record.notes
        )
        game.chance = record.chance
        for redeal in record.redeals:
            game.redeal(redeal.after, redeal.seed)
        return game

    def replay_move(self, number: int, move: Move) -> tuple[Event, ...]:
        """Plays a recorded move; RecordError names it if it does not fit."""
        action = move.action if move.action.isprintable() else ascii(move.action)
        which = {"number": number, "player": move.seat + 1, "action": action[:80]}
        try:
            events = self.play(move.action, move.seat)
        except WrongSeatError as error:
            raise RecordError("record.wrong_seat", **which) from error
        except GameError as error:
            raise RecordError("record.wrong_move", **which, detail=error) from error
        if self._moves[-1].tag != move.tag:
            raise RecordError("record.wrong_tag", **which)
        return events

    def _for_seat(self, seat: Seat | None) -> Position:
        """The position with the seat to act: while tickets are dealt, all may choose (C3)."""
        if seat is None or seat == self.to_act:
            return self._position
        states = self._core.states.copy()
        states["seat"] = seat
        return Position(self.board, states[0], self._core.tables)

    def _check_seat(self, seat: Seat | None) -> None:
        if seat is not None and not 0 <= whole(seat, "a seat") < self.players:
            raise WrongSeatError(f"there is no seat {seat}; seats are 0 to {self.players - 1}")

    def _check_to_act(self, seat: Seat | None) -> None:
        self._check_seat(seat)
        if self.is_over or seat is None or self.can_act(seat):
            return
        if self.phase == "setup":
            waiting = [other for other in range(self.players) if self.may_choose(other)]
            raise WrongSeatError(f"seat {seat} has chosen its tickets; {_seats(waiting)} to choose")
        raise WrongSeatError(f"seat {seat} is not to act now; seat {self.to_act} is")


def _seats(seats: Sequence[Seat]) -> str:
    if len(seats) == 1:
        return f"seat {seats[0]} has yet"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]} have yet"
