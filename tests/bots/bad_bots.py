"""Bots that break the contract, each in its own way. The host loads this file as well."""

import random
import sys
import time
from collections.abc import Sequence
from types import FrameType
from typing import ClassVar

from anden.bots import Bot
from anden.game import Action, ClaimRoute, Game, Pass, Payment, View
from anden.game.events import Event

TABLE: list[Game] = []  # what a careless server might leave lying around; the newest is last


class IllegalMover(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return ClaimRoute(view.board.route_name(0), Payment(None, 0, 9))


class Confused(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return None  # type: ignore[return-value] # that is what is wrong with it


class Unseeded(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return random.choice(legal)


class HashWalker(Bot):
    """The same all the time in one process, and something else in the next."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        texts = {str(action): action for action in legal}
        return texts[min(texts, key=hash)]


class Remembering(Bot):
    """Is another one in its second game."""

    asked: ClassVar[list[int]] = []

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        self.asked.append(1)
        return legal[len(self.asked) % len(legal)]


class Sleeper(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        time.sleep(self.seconds + 0.15)
        return legal[0]


class Dawdler(Bot):
    """Never late enough to lose a move, and always over its budget."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        time.sleep(self.seconds + 0.08)
        return legal[-1]


class Crasher(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        raise RuntimeError("the plan did not survive")


class Deaf(Bot):
    def hear(self, events: Sequence[Event]) -> None:
        raise RuntimeError("what?")

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return legal[0]


class Quitter(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        sys.exit("enough")


class Stubborn(Bot):
    """Has not thought of a turn in which nothing can be done."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return next(action for action in legal if not isinstance(action, Pass))


class ViewMutator(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        view.state["score"][view.seat] += 100
        return legal[-1]


class BoardMutator(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        view.board.points_by_length[1] = 100  # type: ignore[index] # as far as Python cares
        return legal[-1]


def _pick(game: Game, legal: Sequence[Action]) -> Action:
    """A choice that hangs on the deck."""
    deck = [int(number) for number in game.position.state["deck"]]
    return legal[(17 * deck[0] + 5 * deck[1] + deck[2]) % len(legal)]


class Peeker(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return _pick(TABLE[-1], legal) if TABLE else legal[0]


class FramePeeker(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            game: object = frame.f_locals.get("game")
            if isinstance(game, Game):
                return _pick(game, legal)
            frame = frame.f_back
        return legal[0]
