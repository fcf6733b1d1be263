"""Opponents for people: four levels of strength, each played by several characters.

A character bends what the planner believes, so that two opponents of one level are not alike.
Which one sits at the table follows from the bot's seed.
"""

import warnings
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from anden.boards import Board
from anden.kernel.ids import ActionId
from anden.kernel.layout import Tables
from anden.strategy.numbers import Numbers, numbers_for
from anden.strategy.style import QUICK, THOROUGH, Style

from .base import DEFAULT_SECONDS
from .champion_bot import ChampionBot
from .errors import BotError
from .mcts_bot import MctsBot
from .planner_bot import PlannerBot
from .weights import damage


@dataclass(frozen=True)
class Character:
    """`name` has its text in the locales; `factors` multiply fields of NUMBERS."""

    name: str
    factors: dict[str, float] = field(default_factory=dict)


COLLECTOR = Character("collector", {"draw_weight": 1.35, "wild_value": 1.15})
BLOCKER = Character("blocker", {"block_value": 3.0, "rival_risk": 1.6})
RUNNER = Character("runner", {"ticket_bar": 0.2, "ticket_turns": 0.9})
BUILDER = Character("builder", {"points_share": 1.15, "longest_value": 2.0})
SPRINTER = Character("sprinter", {"claim_base": 2.2, "pace": 1.3, "hurry": 4.0})

CHARACTERS = (COLLECTOR, BLOCKER, RUNNER, BUILDER, SPRINTER)


def character_of(seed: int) -> Character:
    return Random(f"character {seed}").choice(CHARACTERS)


def character_named(name: str) -> Character | None:
    """A character that somebody asks for."""
    return next((character for character in CHARACTERS if character.name == name), None)


def bent(numbers: Numbers, character: Character) -> Numbers:
    """The same record, bent by a character."""
    for name, factor in character.factors.items():
        numbers[name] *= factor
    return numbers


class LevelPlanner(PlannerBot):
    """A planner of some character that has its weak moments."""

    noise = 0.0  # how much its idea of a route's cost is off
    greed = 0.0  # part of its turns in which it takes the points there are
    slips = 0.0  # and in which it takes any card
    blocks = True

    def __init__(
        self,
        seed: int = 0,
        seconds: float = DEFAULT_SECONDS,
        character: Character | None = None,
    ) -> None:
        super().__init__(seed, seconds)
        self.character = character or character_of(seed)

    def numbers(self, tables: Tables) -> Numbers:
        numbers = bent(numbers_for(tables), self.character)
        numbers["noise"] = self.noise
        if not self.blocks:
            numbers["block_value"] = 0.0
        return numbers

    def fill_style(self, tables: Tables, style: Style) -> None:
        super().fill_style(tables, style)
        style["greed"], style["slips"] = self.greed, self.slips


class EasyBot(LevelPlanner):
    orders = QUICK
    noise = 1.5
    greed = 0.6
    slips = 0.15
    blocks = False


class MediumBot(LevelPlanner):
    orders = QUICK
    noise = 0.8
    greed = 0.25
    slips = 0.05
    blocks = False


class HardBot(LevelPlanner):
    orders = THOROUGH


class ExpertBot(ChampionBot):
    """The champion where there is a network for the table, and the search elsewhere."""

    def __init__(
        self,
        seed: int = 0,
        seconds: float = DEFAULT_SECONDS,
        character: Character | None = None,
    ) -> None:
        super().__init__(seed, seconds)
        self.character = character or character_of(seed)

    @classmethod
    def check_table(cls, board: Board, players: int) -> None:
        """It plays everywhere."""

    def choose_id(self, tables: Any, record: Any) -> ActionId:
        try:
            self._place.take(tables, int(record["players"]))
        except BotError:
            _tell_of_damage()
            return MctsBot.choose_id(self, tables, record)
        return super().choose_id(tables, record)

    def numbers(self, tables: Tables) -> Numbers:
        return bent(numbers_for(tables), self.character)


@cache
def _tell_of_damage() -> None:
    """Once in a process: the expert is weaker than it should be."""
    for what in damage():
        warnings.warn(f"{what}: expert plays by its search alone", RuntimeWarning, stacklevel=3)
