"""A puzzle: the beginning of a recorded game, a question, and what each answer is worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from anden.boards import Board, load_board
from anden.game import Game, View

from .themes import THEMES, Theme


@dataclass(frozen=True)
class Choice:
    """One of the answers to choose from. `loss` is what it gives away against the best."""

    answer: str
    value: float  # points in all, or a chance in percent
    loss: float


@dataclass(frozen=True)
class Puzzle:
    """A position of a seat that is to act, what is asked about it, and the graded answers."""

    id: str
    theme: str  # of THEMES
    board_id: str
    players: int
    first: int | None
    seed: int
    moves: tuple[str, ...]  # that lead to it
    level: int  # 1 to 5: one more than the levels of bots that fail it
    fares: Mapping[str, float] = field(hash=False)  # mean credit of each level of bots
    choices: tuple[Choice, ...] = ()  # none where the answer is drawn on the board
    network: tuple[str, ...] = ()  # the routes of the best answer, where it is drawn
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)  # for the explanation

    @property
    def kind(self) -> Theme:
        """Its theme, with how losses count."""
        return THEMES[self.theme]

    @property
    def board(self) -> Board:
        """The board it is played on."""
        return load_board(self.board_id)

    @property
    def best(self) -> Choice:
        """The best of its choices."""
        return min(self.choices, key=lambda choice: choice.loss)

    def game(self) -> Game:
        """The game up to the question, hidden cards included: for the referee."""
        game = Game(self.board, self.players, self.seed, first=self.first)
        for move in self.moves:
            game.play(move)
        return game

    def position(self) -> View:
        """What the seat in question sees."""
        game = self.game()
        return game.view(game.to_act)

    def as_dict(self) -> dict[str, Any]:
        """As the collection stores it; `from_dict` reads it back."""
        plain: dict[str, Any] = {
            "id": self.id,
            "theme": self.theme,
            "board": self.board_id,
            "players": self.players,
            "first": self.first,
            "seed": self.seed,
            "moves": list(self.moves),
            "level": self.level,
            "fares": dict(self.fares),
            "facts": dict(self.facts),
        }
        if self.choices:
            plain["choices"] = [[c.answer, c.value, c.loss] for c in self.choices]
        if self.network:
            plain["network"] = list(self.network)
        return plain

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> "Puzzle":
        """The inverse of `as_dict`."""
        return cls(
            id=plain["id"],
            theme=plain["theme"],
            board_id=plain["board"],
            players=plain["players"],
            first=plain["first"],
            seed=plain["seed"],
            moves=tuple(plain["moves"]),
            level=plain["level"],
            fares=plain["fares"],
            choices=tuple(Choice(*choice) for choice in plain.get("choices", ())),
            network=tuple(plain.get("network", ())),
            facts=plain["facts"],
        )
