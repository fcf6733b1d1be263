"""Plays anything, each kind of action as likely as the next."""

from random import Random

from anden.game import Action, View


class RandomBot:
    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> Action:
        by_kind: dict[type, list[Action]] = {}
        for action in view.legal_actions():
            by_kind.setdefault(type(action), []).append(action)
        kind = self._random.choice(list(by_kind))
        return self._random.choice(by_kind[kind])
