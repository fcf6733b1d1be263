"""Compiles what the tests need, so that parallel workers find it: `python -m tools.compile_all`.

With `--rules` only what the tests of the rules need.
"""

import sys

import numpy as np

from anden.boards import load_board
from anden.core.compiled.whole_games import BOT_GAME, CHALLENGE, challenge, deal_game, play_on
from anden.core.game_core import tables_array
from anden.core.warm_up import (
    warm_up,
    warm_up_environments,
    warm_up_review,
    warm_up_series,
    warm_up_whole_games,
)
from anden.envs import Batch, observation_parts
from anden.kernel.actions import KEEP_TICKETS, MAX_ACTIONS
from anden.kernel.bits import ZERO
from anden.kernel.encode import encode
from anden.kernel.layout import MAX_SEATS, MAX_TICKETS, NET, RESULT, SKETCH, STATE
from anden.kernel.legal import is_legal, legal_mask
from anden.kernel.observe import conceal
from anden.kernel.playout import play_and_score, play_out
from anden.kernel.scoring import final_scores
from anden.kernel.step import step
from anden.learning.warm_up import main as warm_up_learning
from anden.strategy.choosing import choose_in_style
from anden.strategy.numbers import numbers_for
from anden.strategy.resample import resample
from anden.strategy.style import QUICK, STYLE
from tests.kernel.support import blank, new_game, tables
from tests.strategy.support import greedy_choice, new_workspace, planner_choice, style_for


def compile_batches() -> None:
    batch = Batch("london", 2, 1)
    batch.step(batch.buffers.masks.argmax(1))
    batch.close()


def compile_for_tests_of_parts() -> None:
    """What tests call by itself and is compiled as a part of something else otherwise."""
    board = tables("london")
    state = new_game(board, 2, 1)
    uniform = np.zeros(0, np.uint16)
    legal_mask(board, state, np.zeros(MAX_ACTIONS, np.bool_))
    is_legal(board, state, 0)
    conceal(state.copy(), 0)
    final_scores(board, state, blank(RESULT), blank(NET))
    step(board, new_game(board, 2, 1), KEEP_TICKETS + 1)
    play_out(board, new_game(board, 2, 1), uniform)
    planner_choice(board, state, QUICK)
    greedy_choice(board, state)
    choose_in_style(board, state, style_for(board, QUICK), new_workspace())
    resample(board, state, 0, ZERO, np.ones((MAX_SEATS, MAX_TICKETS), np.float32))
    row = np.zeros(observation_parts(load_board("london"), 2)[-1].stop, np.int16)
    encode(board, state, blank(NET), blank(SKETCH), row)
    scratch = blank(STATE), blank(RESULT), blank(NET)
    play_and_score(board, *scratch, 2, ZERO, ZERO, uniform, np.zeros(2, np.int16))


def compile_challenges() -> None:
    """Whole games as learners and their tests have them played."""
    board = tables_array(load_board("london"))
    games = np.zeros(1, BOT_GAME)
    games["players"] = 2
    deal_game(board, games, ZERO, ZERO)
    play_on(board, games)
    styles = np.zeros(2, STYLE)
    styles["numbers"] = numbers_for(board[0])
    challenge(board, games, styles, ZERO, np.zeros(1, CHALLENGE))


def main() -> None:
    warm_up()
    warm_up_series()
    warm_up_environments()
    compile_batches()
    compile_for_tests_of_parts()
    if "--rules" not in sys.argv[1:]:
        warm_up_whole_games()
        warm_up_review()
        compile_challenges()
        warm_up_learning(())


if __name__ == "__main__":
    main()
