"""What a bot is: something that looks at a view and names an action."""

from typing import Protocol

from anden.game import Action, View


class Bot(Protocol):
    def choose(self, view: View) -> Action:
        """One of `view.legal_actions()`, for the view's seat, which is to act."""
        ...
