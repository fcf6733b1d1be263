"""Plays anything, each kind of action as likely as the next."""

from collections.abc import Sequence
from random import Random

from anden.game import Action, View

from .base import Bot


class RandomBot(Bot):
    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        luck = Random(f"{self.seed} {view.turn} {view.phase}")
        by_kind: dict[type, list[Action]] = {}
        for action in legal:
            by_kind.setdefault(type(action), []).append(action)
        kind = luck.choice(list(by_kind))
        return luck.choice(by_kind[kind])
