"""Decisions joined into whole actions: a route or a station, and then its payment."""

from collections.abc import Callable
from typing import Any

from anden.kernel.actions import CLAIM
from anden.kernel.ids import ActionId
from anden.kernel.layout import State
from anden.kernel.step import step


def is_unpaid(action: ActionId) -> bool:
    """Whether a decision is half an action, whose payment comes next."""
    return action >= CLAIM


def choose_whole(
    tables: Any, view: State, choose_id: Callable[[Any, State], ActionId]
) -> list[ActionId]:
    """The ids of a whole action, chosen one after the other for the seat to act.

    Each choice is made on a copy of its own, which may be written to.
    """
    return choose_rest(tables, view, choose_id(tables, view.copy()), choose_id)


def choose_rest(
    tables: Any, view: State, action: ActionId, choose_id: Callable[[Any, State], ActionId]
) -> list[ActionId]:
    """The ids of the whole action that begins with this one; only its payment is chosen."""
    if not is_unpaid(action):
        return [action]
    claimed = view.copy()
    step(tables, claimed, action)
    return [action, choose_id(tables, claimed)]


class WholeActions:
    """Takes the decisions of a game one by one, and gives whole actions back."""

    def __init__(self) -> None:
        self._unpaid: tuple[State, ActionId] | None = None  # the state before it, and the decision

    @property
    def is_between(self) -> bool:
        """Whether the next decision begins an action."""
        return self._unpaid is None

    def add(self, before: State, action: ActionId) -> tuple[State, list[ActionId]] | None:
        """The state before the whole action and its ids, if this decision completes one.

        `before` is the state the decision is made in; it may change afterwards.
        """
        if is_unpaid(action):
            self._unpaid = before.copy(), action
            return None
        if self._unpaid is None:
            return before, [action]
        begun, first = self._unpaid
        self._unpaid = None
        return begun, [first, action]
