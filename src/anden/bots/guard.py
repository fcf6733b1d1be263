"""A bot that cannot spoil a game: whatever it does, a legal choice comes out.

A choice that a bot fails to make is forfeited to `plain_id`, noted, and the game continues.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, get_args

import numpy as np

from anden.core import choose_whole
from anden.core.sets import is_member_of_words, members_of_words
from anden.game import Action, GameError, IllegalActionError, Position, View, parse_action
from anden.game.events import Event
from anden.game.explain import why_not
from anden.kernel import legal_words
from anden.kernel.actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_TICKETS,
    KEEP_TICKETS,
    PASS,
    PAY,
    PAY_WILDS,
    STATION,
    WITHDRAW,
)
from anden.kernel.ids import ActionId
from anden.kernel.layout import MAX_LENGTH
from anden.kernel.legal import Words

from .base import Bot, RecordBot
from .errors import CRASH, GARBAGE, ILLEGAL, BotFault

MAX_DETAIL = 300

_ACTIONS = get_args(Action)


@dataclass(frozen=True)
class Forfeit:
    kind: str  # as of a BotFault
    detail: str
    move: int  # which of the bot's choices it was, from 1


class Guard(Bot):
    """Asks another bot, and chooses in its place where it fails; `forfeits` tells where."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(seconds=bot.seconds)
        self.bot = bot
        self.forfeits: list[Forfeit] = []
        self.moves = 0
        self.names_ids = isinstance(bot, RecordBot)  # whether `choose_id` can be asked
        self.listens = type(bot).hear is not Bot.hear  # whether it wants to be told events

    def choose(self, view: View, legal: Sequence[Action] = ()) -> Action:
        """A legal action; `legal` may be left out."""
        if self.names_ids:
            return view.action_of(choose_whole(view.tables, view.state, self.choose_id))
        self.moves += 1
        record = view.state.copy()  # the bot may write to its own
        try:
            options = tuple(legal or view.legal_actions())
            return _checked(view, record, options, self._ask(self.bot.choose, view, options))
        except BotFault as fault:
            self._note(fault)
            ids = choose_whole(view.tables, record, _plain_choice)
            return View(view.board, record, view.tables, view.seat).action_of(ids)

    def choose_id(self, tables: Any, record: Any, legal: Words | None = None) -> ActionId:
        """A legal action id, for a bot that names ids; as there, `record` may be written to.

        `legal` is the kernel's set of the legal ones, where it is known already.
        """
        self.moves += 1
        words = legal_words(tables, record) if legal is None else legal
        try:
            bot: Any = self.bot
            return _checked_id(words, self._ask(bot.choose_id, tables, record))
        except BotFault as fault:
            self._note(fault)
            return plain_id(tables, words)

    def hear(self, events: Sequence[Event]) -> None:
        try:
            self._ask(self.bot.hear, events)
        except BotFault as fault:
            self._note(fault)

    def close(self) -> None:
        self.bot.close()

    def _ask(self, choose: Any, *question: object) -> object:
        try:
            choice: object = choose(*question)
        except BotFault:
            raise
        except (Exception, SystemExit) as error:
            detail = f"{type(error).__name__}: {error}"
            raise BotFault(CRASH, detail) from error
        return choice

    def _note(self, fault: BotFault) -> None:
        self.forfeits.append(Forfeit(fault.kind, fault.detail[:MAX_DETAIL], self.moves))


def plain_id(tables: Any, legal: Words) -> ActionId:
    """The legal id a simple player would choose: the longest route it can claim, else a blind card.

    It keeps the fewest tickets, pays with the fewest wilds, and draws tickets only when there is
    nothing else to do.
    """
    return min(members_of_words(legal), key=lambda action: _rank(tables, action))


class _Thought(IntEnum):
    """What comes to the mind of a simple player, the first one first."""

    KEEP_OR_PAY = 0
    CLAIM_OR_PAY_WILDS = 1  # never legal both
    BLIND_CARD = 2
    FACE_UP_CARD = 3
    GIVE_UP_TUNNEL = 4
    BUILD_STATION = 5
    TAKE_TICKETS = 6
    PASS = 7


_THOUGHTS = {
    PAY_WILDS: _Thought.CLAIM_OR_PAY_WILDS,
    DRAW_DECK: _Thought.BLIND_CARD,
    WITHDRAW: _Thought.GIVE_UP_TUNNEL,
    DRAW_TICKETS: _Thought.TAKE_TICKETS,
    PASS: _Thought.PASS,
}


def _rank(tables: Any, action: ActionId) -> tuple[_Thought, int, ActionId]:
    """How late an action comes to the mind of a simple player."""
    if action >= STATION:
        return _Thought.BUILD_STATION, 0, action
    if action >= CLAIM:
        length = int(tables["route_length"][action - CLAIM])
        return _Thought.CLAIM_OR_PAY_WILDS, -length, action
    if action >= PAY:
        return _Thought.KEEP_OR_PAY, _wilds(action), action
    if action >= KEEP_TICKETS:
        return _Thought.KEEP_OR_PAY, (action - KEEP_TICKETS).bit_count(), action
    return _THOUGHTS.get(action, _Thought.FACE_UP_CARD), 0, action


def _wilds(payment: ActionId) -> int:
    """How many a payment in a colour takes: see `pay_action`."""
    return (payment - PAY) % MAX_LENGTH


def _plain_choice(tables: Any, record: Any) -> ActionId:
    return plain_id(tables, legal_words(tables, record))


def _checked(view: View, record: Any, legal: Sequence[Action], choice: object) -> Action:
    """The choice in the board's spelling, or a BotFault that tells why it can't be played."""
    if not isinstance(choice, _ACTIONS):
        raise BotFault(GARBAGE, f"{_shown(choice)} is not an action")
    try:
        if choice in legal:
            return legal[legal.index(choice)]
        action = parse_action(view.board, str(choice))
        reason = why_not(Position(view.board, record, view.tables), action)
        if reason is not None:
            raise BotFault(ILLEGAL, str(IllegalActionError(action, reason)))
        return action
    except GameError as error:
        raise BotFault(ILLEGAL, str(error)) from error
    except (TypeError, AttributeError) as error:  # an action with fields of other types
        raise BotFault(GARBAGE, f"{_shown(choice)} is not an action") from error


def _checked_id(legal: Words, choice: object) -> ActionId:
    if not isinstance(choice, int | np.integer) or isinstance(choice, bool):
        raise BotFault(GARBAGE, f"{_shown(choice)} is not an action id")
    action = int(choice)
    if not is_member_of_words(legal, action):
        raise BotFault(ILLEGAL, f"action id {_shown(choice)} is not legal here")
    return action


def _shown(choice: object) -> str:
    try:
        return ascii(choice)[:80]
    except Exception:  # a choice that cannot even be shown
        return f"a {type(choice).__name__}"
