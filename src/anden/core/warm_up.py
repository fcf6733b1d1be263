"""Compiles before it is needed: `python -m anden.core.warm_up`."""

import os
import sys
from collections.abc import Callable
from typing import TextIO

import numpy as np

from anden.kernel.actions import KEEP_TICKETS, NUM_WORDS, PAY, pay_action
from anden.kernel.bits import ZERO
from anden.kernel.layout import (
    NET,
    NO_SEAT,
    RESULT,
    SKETCH,
    STATE,
    TABLES,
)
from anden.kernel.legal import (
    is_legal,
    legal_mask,
    legal_words,
    payments,
    route_payments,
    station_price,
)
from anden.kernel.observe import conceal
from anden.kernel.playout import play_out, play_series
from anden.kernel.refusals import payment_refusal, refusal
from anden.kernel.scoring import compare_seats, final_scores
from anden.kernel.setup import new_state
from anden.kernel.step import step, take_seat
from anden.machine.notice import VARIABLE
from anden.machine.stages import MESSAGE, Stage, compile_once
from anden.strategy import leaves, search, search_record, standings, tree
from anden.strategy.choosing import choose
from anden.strategy.style import STYLE
from anden.strategy.workspace import WORKSPACE, Records

from .compiled import one_game, whole_games

Calls = list[Callable[[], object]]


def warm_up(
    out: TextIO = sys.stderr,
    message: str = MESSAGE,
    *,
    with_strategies: bool = True,
    with_search: bool = True,
) -> None:
    """Compiles what is asked for and not there, with a line of progress if that takes time.

    The strategies take as long as the rules, and the search, which only the strongest bots need
    and with it what networks see, as long as all else.
    """
    stages = [RULES, ONE_GAME]
    if with_strategies:
        stages.append(PLANNER)
    if with_strategies and with_search:
        stages.extend([SEARCH, ENVIRONMENTS])
    compile_once(stages, out, message)


def warm_up_environments(out: TextIO = sys.stderr, message: str = MESSAGE) -> None:
    """Compiles what environments of single games and learned bots need."""
    compile_once([ENVIRONMENTS], out, message)


def warm_up_whole_games(out: TextIO = sys.stderr, message: str = MESSAGE) -> None:
    """Compiles whole games between compiled bots."""
    compile_once([WHOLE_GAMES], out, message)


def warm_up_all() -> None:
    """Everything a library offers; silent where that is asked for."""
    is_quiet = bool(os.environ.get(VARIABLE))
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        stages = [RULES, ONE_GAME, ENVIRONMENTS, PLANNER, SEARCH, WHOLE_GAMES]
        compile_once(stages, nowhere if is_quiet else sys.stderr, MESSAGE)


class _Scene:
    """What the functions need, for a board without cities where only a pass is possible."""

    def __init__(self) -> None:
        self.tables_array = np.zeros(1, TABLES)
        self.tables = self.tables_array[0]
        self.tables["deal_keeps"][0] = 1 << KEEP_TICKETS
        self.states = np.zeros(1, STATE)
        self.state = self.states[0]
        new_state(self.tables, self.state, 2, ZERO, ZERO, NO_SEAT)
        self.results, self.nets = np.zeros(1, RESULT), np.zeros(1, NET)
        self.sketches = np.zeros(1, SKETCH)


def _rules_calls() -> Calls:
    """One small call each."""
    scene = _Scene()
    tables, state = scene.tables, scene.state
    states, results, nets = np.zeros(1, STATE), scene.results, scene.nets
    uniform = np.zeros(0, np.uint16)
    totals, steps = np.zeros((1, 2), np.int16), np.zeros(1, np.int32)
    return [
        lambda: new_state(tables, state, 2, ZERO, ZERO, NO_SEAT),
        lambda: take_seat(state, 0),
        lambda: legal_words(tables, state),
        lambda: legal_mask(tables, state, np.zeros(1, np.bool_)),
        lambda: is_legal(tables, state, 0),
        lambda: route_payments(tables, state, 0, 0),
        lambda: payments(state, 0, 0, 1, 0),
        lambda: station_price(tables, state, 0),
        lambda: pay_action(0, 0),
        lambda: refusal(tables, state, 0),
        lambda: payment_refusal(state, PAY, 0, 1, 0),
        lambda: step(tables, state, KEEP_TICKETS),
        lambda: conceal(state.copy(), 0),
        lambda: play_out(tables, state, uniform),
        lambda: final_scores(tables, state, results[0], nets[0]),
        lambda: compare_seats(tables, state, results[0], 0, 1),
        lambda: play_series(
            tables, states, results, nets, 2, ZERO, ZERO, 0, uniform, totals, steps
        ),
    ]


def _one_game_calls() -> Calls:
    scene = _Scene()
    tables, states, views = scene.tables_array, np.zeros(1, STATE), np.zeros(1, STATE)
    return [
        lambda: one_game.deal(tables, states, 2, ZERO, ZERO, NO_SEAT),
        lambda: one_game.legal(tables, states),
        lambda: one_game.look(tables, states, views),
        lambda: one_game.try_step(tables, states, -1),
        lambda: one_game.score(tables, states, scene.results, scene.nets),
    ]


def _environment_calls() -> Calls:
    scene = _Scene()
    tables, states, views = scene.tables_array, np.zeros(1, STATE), np.zeros(1, STATE)
    nets, sketches = scene.nets, scene.sketches
    rewards, row = np.zeros(2, np.float32), np.zeros(2000, np.int16)
    return [
        lambda: one_game.deal(tables, states, 2, ZERO, ZERO, NO_SEAT),
        lambda: one_game.fill_mask(tables, states, np.zeros(1, np.bool_)),
        lambda: one_game.fill_observation(tables, states, views, nets, sketches, 0, row),
        lambda: one_game.try_step_for(tables, states, scene.results, nets, -1, 0, rewards),
    ]


def _planner_calls() -> Calls:
    scene = _Scene()
    styles, workspaces = np.zeros(1, STYLE), np.zeros(1, WORKSPACE)
    return [lambda: choose(scene.tables_array, scene.states, styles, workspaces)]


def _search_calls() -> Calls:
    scene = _Scene()
    tables, searches = scene.tables_array, np.zeros(1, search_record.SEARCH)
    return [
        lambda: search.begin_search(tables, searches, scene.states, ZERO),
        lambda: search.try_deals(tables, searches, 0),
        lambda: standings.halve(searches),
        lambda: standings.best_candidate(searches),
        *_leaf_calls(scene, searches),
    ]


def _leaf_calls(scene: _Scene, searches: Records) -> Calls:
    """With no leaves at all."""
    tables, none, nowhere = scene.tables_array, np.zeros(0, STATE), np.zeros(0, np.int64)
    numbers, rows = np.zeros((2, 0), np.float32), np.zeros((0, 2000), np.int16)
    scratch, mask = (scene.nets, scene.sketches), np.zeros(1, np.bool_)
    gains = np.zeros((2, 0))
    return [
        lambda: tree.plant_actions(searches, np.zeros(1, np.int16)),
        lambda: leaves.grow_leaves(tables, searches, none),
        lambda: leaves.see_leaves(tables, searches, none, nowhere, *scratch, rows),
        lambda: leaves.decide_leaves(tables, searches, none, nowhere, numbers, mask),
        lambda: leaves.score_leaves(tables, searches, none, numbers[0], numbers[1]),
        lambda: standings.fill_gains(searches, gains[0], gains[1]),
    ]


def _whole_games_calls() -> Calls:
    scene = _Scene()
    tables, games = scene.tables_array, np.zeros(1, whole_games.BOT_GAME)
    games["players"] = 2
    rows = whole_games.RowArrays(
        np.zeros(1, np.int8),
        np.zeros(1, np.int16),
        np.zeros((1, NUM_WORDS), np.uint64),
        np.zeros((1, 2000), np.int16),
    )
    return [
        lambda: whole_games.note(tables, scene.states, scene.nets, scene.sketches, 0, 0, rows),
        # There is no room for rows behind the first, so it ends at its first decision.
        lambda: whole_games.play_game(tables, games, ZERO, ZERO, rows, 1),
    ]


RULES = Stage(_rules_calls, "kernel")
ONE_GAME = Stage(_one_game_calls, "core/compiled", "warm-one-game")
ENVIRONMENTS = Stage(_environment_calls, "core/compiled", "warm-environments")
PLANNER = Stage(_planner_calls, "strategy")
SEARCH = Stage(_search_calls, "strategy", "warm-search")
WHOLE_GAMES = Stage(_whole_games_calls, "core/compiled", "warm-whole-games")

if __name__ == "__main__":
    warm_up()
