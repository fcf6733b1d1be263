"""Compiles before it is needed: `python -m anden.core.warm_up`."""

import sys
from collections.abc import Callable
from typing import Any, TextIO

import numpy as np

from anden.kernel.actions import KEEP_TICKETS, NUM_WORDS, PAY, pay_action
from anden.kernel.bits import ZERO
from anden.kernel.layout import (
    MAX_SEATS,
    MAX_TICKETS,
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
from anden.machine.stages import MESSAGE, Stage, compile_once
from anden.strategy import search
from anden.strategy.beliefs import weigh_tickets
from anden.strategy.desk import DESK
from anden.strategy.greedy import greedy_action
from anden.strategy.params import NUM_PARAMS
from anden.strategy.planner import THOROUGH, plan_action

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

    The strategies take as long as the rules, and the search, which only the strongest bots need,
    as long as all else.
    """
    stages = [RULES, ONE_GAME]
    if with_strategies:
        stages.append(PLANNER)
    if with_strategies and with_search:
        stages.append(SEARCH)
    compile_once(stages, out, message)


def warm_up_whole_games(out: TextIO = sys.stderr, message: str = MESSAGE) -> None:
    """Compiles whole games between compiled bots."""
    compile_once([WHOLE_GAMES], out, message)


class _Scene:
    """What the functions need, for a board without cities where only a pass is possible."""

    def __init__(self) -> None:
        self.tables_array = np.zeros(1, TABLES)
        self.tables = self.tables_array[0]
        self.tables["deal_keeps"][0] = 1 << KEEP_TICKETS
        self.states, self.desks = np.zeros(2, STATE), np.zeros(MAX_SEATS, DESK)
        new_state(self.tables, self.states[0], 2, ZERO, ZERO, NO_SEAT)
        self.state, self.desk = self.states[0].copy(), self.desks[0]
        self.params = np.ones((MAX_SEATS, NUM_PARAMS), np.float32)
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
    nets, sketches = scene.nets, scene.sketches
    rewards, row = np.zeros(2, np.float32), np.zeros(2000, np.int16)
    return [
        lambda: one_game.deal(tables, states, 2, ZERO, ZERO, NO_SEAT),
        lambda: one_game.legal(tables, states),
        lambda: one_game.look(tables, states, views),
        lambda: one_game.fill_mask(tables, states, np.zeros(1, np.bool_)),
        lambda: one_game.fill_observation(tables, states, views, nets, sketches, 0, row),
        lambda: one_game.try_step(tables, states, -1),
        lambda: one_game.try_step_for(tables, states, scene.results, scene.nets, -1, 0, rewards),
        lambda: one_game.score(tables, states, scene.results, scene.nets),
    ]


def _planner_calls() -> Calls:
    scene = _Scene()
    tables, state, desk = scene.tables, scene.state, scene.desk
    return [
        lambda: greedy_action(tables, state, ZERO, desk),
        lambda: plan_action(tables, state, scene.params[0], ZERO, THOROUGH, desk),
    ]


def _search_calls() -> Calls:
    scene = _Scene()
    tables, states, desks, params = scene.tables, scene.states, scene.desks, scene.params
    result, net, tree = scene.results[0], scene.nets[0], np.zeros(1, search.TREE)[0]
    weights = np.ones((MAX_SEATS, MAX_TICKETS), np.float32)
    return [
        lambda: weigh_tickets(tables, scene.state, 0, 1.0, weights, scene.desk),
        lambda: search.begin(tables, states, params[0], ZERO, THOROUGH, scene.desk, tree),
        lambda: search.try_deals(
            tables, states, desks, result, net, params, ZERO, weights, 0.3, 20.0, tree, 0
        ),
        lambda: search.halve(tree, 1.0),
        lambda: search.best_place(tree, 1.0),
    ]


def _whole_games_calls() -> Calls:
    scene = _Scene()
    states = scene.states[:1].copy()
    styles = np.zeros(MAX_SEATS, whole_games.STYLE)
    rows: tuple[Any, Any, Any, Any] = (
        np.zeros(1, np.int8),
        np.zeros(1, np.int16),
        np.zeros((1, NUM_WORDS), np.uint64),
        np.zeros((1, 2000), np.int16),
    )
    scratch = states.copy(), scene.results, scene.nets, scene.sketches
    bots = styles, scene.params, scene.desks
    tables = scene.tables_array
    return [
        lambda: whole_games.note(tables, states, *scratch[2:], 0, 0, *rows),
        # There is no room for rows behind the first, so it ends at its first decision.
        lambda: whole_games.play_game(tables, *scratch, *bots, 2, ZERO, ZERO, True, 1, *rows),
    ]


RULES = Stage(_rules_calls, "kernel")
ONE_GAME = Stage(_one_game_calls, "core/compiled", "warm-one-game")
PLANNER = Stage(_planner_calls, "strategy")
SEARCH = Stage(_search_calls, "strategy", "warm-search")
WHOLE_GAMES = Stage(_whole_games_calls, "core/compiled", "warm-whole-games")

if __name__ == "__main__":
    warm_up()
