"""Opponents for people: four levels of strength, each played by several characters.

A character bends what the planner believes, so that two opponents of one level are not alike.
Which one sits at the table follows from the bot's seed.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from anden.kernel.actions import DRAW_DECK
from anden.kernel.chance import below
from anden.kernel.ids import ActionId
from anden.kernel.layout import TURN
from anden.kernel.legal import is_legal
from anden.strategy import params as names
from anden.strategy.greedy import greedy_action
from anden.strategy.params import NAMES, Params, params_for
from anden.strategy.planner import QUICK, THOROUGH

from .base import DEFAULT_SECONDS
from .luck import luck_at
from .mcts_bot import MctsBot
from .planner_bot import PlannerBot

_U32 = np.uint64(32)


@dataclass(frozen=True)
class Character:
    """`name` has its text in the locales; `factors` multiply numbers of the planner."""

    name: str
    factors: dict[str, float] = field(default_factory=dict)


COLLECTOR = Character("collector", {"DRAW_WEIGHT": 1.2, "WILD_VALUE": 1.1})
BLOCKER = Character("blocker", {"BLOCK_VALUE": 2.5, "RIVAL_RISK": 1.5})
RUNNER = Character("runner", {"TICKET_BAR": 0.75, "TICKET_TURNS": 0.75, "TICKET_YIELD": 1.5})
BUILDER = Character("builder", {"POINTS_SHARE": 1.15, "LONGEST_VALUE": 2.0})
SPRINTER = Character("sprinter", {"CLAIM_BASE": 1.5, "PACE": 1.15, "HURRY": 2.0})

CHARACTERS = (COLLECTOR, BLOCKER, RUNNER, BUILDER, SPRINTER)


def character_of(seed: int) -> Character:
    return Random(f"character {seed}").choice(CHARACTERS)


def bent(params: Params, factors: dict[str, float]) -> Params:
    for name, factor in factors.items():
        params[NAMES[name]] *= factor
    return params


class LevelPlanner(PlannerBot):
    """A planner of some character that has its weak moments."""

    noise = 0.0  # how much its idea of a route's cost is off
    greed = 0.0  # part of its turns in which it takes the points there are
    slips = 0.0  # and in which it takes any card
    blocks = True

    def __init__(self, seed: int = 0, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(seed, seconds)
        self.character = character_of(seed)

    def params(self, tables: Any) -> Params:
        params = bent(params_for(tables), self.character.factors)
        params[names.NOISE] = self.noise
        if not self.blocks:
            params[names.BLOCK_VALUE] = 0.0
        return params

    def choose_id(self, tables: Any, record: Any) -> ActionId:
        if int(record["phase"]) == TURN:
            luck = luck_at(self.seed, record)
            moment = int(luck >> _U32) / (1 << 32)
            card = int(below(luck << _U32, DRAW_DECK + 1))
            if moment < self.slips and is_legal(tables, record, card):
                return card
            if moment < self.slips + self.greed:
                return int(greedy_action(tables, record, luck, self._desk))
        return super().choose_id(tables, record)


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


class ExpertBot(MctsBot):
    def __init__(self, seed: int = 0, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(seed, seconds)
        self.character = character_of(seed)

    def params(self, tables: Any) -> Params:
        return bent(params_for(tables), self.character.factors)
