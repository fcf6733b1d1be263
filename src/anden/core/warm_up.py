"""Compiles before it is needed: `python -m anden.core.warm_up`."""

import os
import sys
from collections.abc import Callable
from typing import TextIO

import numpy as np

from anden.kernel.actions import DRAW_DECK, KEEP_TICKETS, NUM_WORDS, PAY, pay_action
from anden.kernel.bits import ZERO
from anden.kernel.layout import MAX_SEATS, NET, NO_SEAT, RESULT, SKETCH, STATE, TABLES, Records
from anden.kernel.legal import legal_words, payments, route_payments
from anden.kernel.playout import play_series
from anden.kernel.scoring import compare_seats
from anden.kernel.step import take_seat
from anden.kernel.unseen import unseen_cards
from anden.machine.notice import VARIABLE
from anden.machine.stages import MESSAGE, Stage, compile_once
from anden.strategy import appraisal, leaves, search, search_record, standings, tree
from anden.strategy.choosing import choose
from anden.strategy.style import STYLE
from anden.strategy.workspace import WORKSPACE

from .compiled import fortune, one_game, outlook, whole_games

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
        stages.extend([SEARCH, LOOKING])
    compile_once(stages, out, message)


def warm_up_environments(out: TextIO = sys.stderr, message: str = MESSAGE) -> None:
    """Compiles what environments of single games need."""
    compile_once([LOOKING, ENVIRONMENTS], out, message)


def warm_up_review(out: TextIO = sys.stderr, message: str = MESSAGE) -> None:
    """Compiles what judges games."""
    compile_once([RULES, ONE_GAME, PLANNER, SEARCH, LOOKING, REVIEW], out, message)


def warm_up_fortunes(out: TextIO = sys.stderr, message: str = MESSAGE) -> None:
    """Compiles what tells the luck of games of bots."""
    compile_once([ONE_GAME, FORTUNES], out, message)


def warm_up_series(out: TextIO = sys.stderr, message: str = MESSAGE) -> None:
    """Compiles random games by the thousand."""
    compile_once([SERIES], out, message)


def warm_up_whole_games(out: TextIO = sys.stderr, message: str = MESSAGE) -> None:
    """Compiles whole games between compiled bots."""
    compile_once([WHOLE_GAMES], out, message)


def warm_up_all() -> None:
    """Everything a library offers; silent where that is asked for."""
    is_quiet = bool(os.environ.get(VARIABLE))
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        stages = [
            RULES,
            SERIES,
            ONE_GAME,
            LOOKING,
            ENVIRONMENTS,
            PLANNER,
            SEARCH,
            REVIEW,
            WHOLE_GAMES,
            FORTUNES,
        ]
        compile_once(stages, nowhere if is_quiet else sys.stderr, MESSAGE)


class _Scene:
    """What the functions need, for a board without cities where only a pass is possible."""

    def __init__(self) -> None:
        self.tables_array = np.zeros(1, TABLES)
        self.tables = self.tables_array[0]
        self.tables["deal_keeps"][0] = 1 << KEEP_TICKETS
        self.states = np.zeros(1, STATE)
        self.state = self.states[0]
        one_game.deal(self.tables_array, self.states, 2, ZERO, ZERO, NO_SEAT)
        self.results, self.nets = np.zeros(1, RESULT), np.zeros(1, NET)
        self.sketches = np.zeros(1, SKETCH)


def _rules_calls() -> Calls:
    """What tables ask of the rules themselves, with one small call each."""
    scene = _Scene()
    tables, state = scene.tables, scene.state
    return [
        lambda: take_seat(state, 0),
        lambda: legal_words(tables, state),
        lambda: route_payments(tables, state, 0, 0),
        lambda: payments(state, 0, 0, 1, 0),
        lambda: pay_action(0, 0),
        lambda: compare_seats(tables, state, scene.results[0], 0, 1),
    ]


def _series_calls() -> Calls:
    """Random games by the thousand."""
    scene = _Scene()
    states, uniform = np.zeros(1, STATE), np.zeros(0, np.uint16)
    totals, steps = np.zeros((1, 2), np.int16), np.zeros(1, np.int32)
    scratch = states, scene.results, scene.nets
    return [
        lambda: play_series(scene.tables, *scratch, 2, ZERO, ZERO, 0, uniform, totals, steps),
    ]


def _one_game_calls() -> Calls:
    scene = _Scene()
    tables, states, views = scene.tables_array, np.zeros(1, STATE), np.zeros(1, STATE)
    town = tables.copy()
    town["num_cities"] = 1  # a way leads from somewhere
    outlooks = np.zeros(1, outlook.OUTLOOK)
    return [
        lambda: one_game.deal(tables, states, 2, ZERO, ZERO, NO_SEAT),
        lambda: one_game.legal(tables, states),
        lambda: one_game.refuse(tables, states, 0),
        lambda: one_game.refuse_payment(states, PAY, 0, 1, 0),
        lambda: one_game.price_station(tables, states, 0),
        lambda: one_game.see(states, views, 0),
        lambda: one_game.look(tables, states, views),
        lambda: one_game.try_step(tables, states, -1),
        lambda: one_game.score(tables, states, scene.results, scene.nets),
        lambda: outlook.look_ahead(tables, states, outlooks),
        lambda: outlook.look_at_ticket(town, states, scene.sketches, 0, 0, outlooks),
        lambda: outlook.look_at_tickets(town, states, scene.sketches, 0, outlooks),
    ]


def _looking_calls() -> Calls:
    """What networks see."""
    scene = _Scene()
    tables, states, views = scene.tables_array, np.zeros(1, STATE), np.zeros(1, STATE)
    nets, sketches, row = scene.nets, scene.sketches, np.zeros(2000, np.int16)
    return [
        lambda: one_game.fill_mask(tables, scene.states, np.zeros(1, np.bool_)),
        lambda: one_game.fill_observation(tables, states, views, nets, sketches, 0, row),
    ]


def _environment_calls() -> Calls:
    scene = _Scene()
    tables, states, rewards = scene.tables_array, np.zeros(1, STATE), np.zeros(2, np.float32)
    return [
        lambda: one_game.deal(tables, states, 2, ZERO, ZERO, NO_SEAT),
        lambda: one_game.try_step_for(tables, states, scene.results, scene.nets, -1, 0, rewards),
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
    gains, actions = np.zeros((2, 0)), np.zeros(0, np.int16)
    return [
        lambda: tree.plant_actions(searches, np.zeros(1, np.int16)),
        lambda: leaves.grow_leaves(tables, searches, none, nowhere, actions, False),
        lambda: leaves.see_leaves(tables, searches, none, nowhere, *scratch, rows),
        lambda: leaves.decide_leaves(tables, none, nowhere, numbers, mask, actions),
        lambda: leaves.score_leaves(tables, searches, none, numbers[0], numbers[1]),
        lambda: standings.fill_gains(searches, gains[0], gains[1]),
    ]


def _review_calls() -> Calls:
    """With no deals at all."""
    scene = _Scene()
    tables, searches = scene.tables_array, np.zeros(1, search_record.SEARCH)
    firsts, none = np.zeros((1, 2), np.int16), np.zeros(0, STATE)
    found = none, np.zeros(0, np.int8), np.zeros(0)
    views = scene.states.copy()
    views["deck_size"] = 2
    return [
        lambda: appraisal.begin_appraisal(tables, searches, scene.states, 0),
        lambda: appraisal.appraise(tables, searches, firsts, ZERO, False, *found),
        lambda: appraisal.is_end_near(tables[0], scene.state),
        lambda: appraisal.see_draw(views, DRAW_DECK, 0, 0),
        lambda: unseen_cards(tables[0], scene.state, 0, 0),
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


def _fortune_calls() -> Calls:
    """With nothing to play out."""
    scene = _Scene()
    tables, games = scene.tables_array, np.zeros(1, whole_games.BOT_GAME)
    pair = np.concatenate([scene.states, scene.states])
    pair["deck_size"] = 2
    none = np.zeros(0, STATE), ZERO, np.zeros((0, 1, MAX_SEATS))
    return [
        lambda: fortune.draw_kind(tables, pair, DRAW_DECK, 0),
        lambda: fortune.step_anew(tables, scene.states.copy(), KEEP_TICKETS, ZERO),
        lambda: fortune.play_out(tables, games, *none),
    ]


RULES = Stage(_rules_calls, "kernel")
SERIES = Stage(_series_calls, "kernel", "warm-series")
ONE_GAME = Stage(_one_game_calls, "core/compiled", "warm-one-game")
LOOKING = Stage(_looking_calls, "core/compiled", "warm-looking")
ENVIRONMENTS = Stage(_environment_calls, "core/compiled", "warm-environments")
PLANNER = Stage(_planner_calls, "strategy")
SEARCH = Stage(_search_calls, "strategy", "warm-search")
REVIEW = Stage(_review_calls, "strategy", "warm-review")
WHOLE_GAMES = Stage(_whole_games_calls, "core/compiled", "warm-whole-games")
FORTUNES = Stage(_fortune_calls, "core/compiled", "warm-fortunes")

if __name__ == "__main__":
    warm_up()
