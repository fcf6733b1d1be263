"""Plays anything, each kind of action as likely as the next."""

from collections.abc import Sequence

from anden.game import Action, View

from .base import Bot


class RandomBot(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        by_kind: dict[type, list[Action]] = {}
        for action in legal:
            by_kind.setdefault(type(action), []).append(action)
        kind = self.random.choice(list(by_kind))
        return self.random.choice(by_kind[kind])
