"""Compiles the rules before they are needed, saying so: `python -m anden.kernel.warm_up`."""

import sys
from contextlib import suppress
from typing import TextIO

import numpy as np

from .actions import pay_action
from .jit import CACHE, IS_INTERPRETED
from .layout import BOARD, NET, NO_SEAT, RESULT, STATE
from .legal import is_legal, legal_mask, legal_words, payments, route_payments, station_price
from .observe import conceal
from .playout import play_randomly, simulate
from .refusals import payment_refusal, refusal
from .scoring import compare_seats, final_scores
from .setup import new_state
from .step import step, take_seat

MESSAGE = "Andén: compiling the rules, once for this version; this takes about half a minute..."


def is_warm() -> bool:
    """Whether the rules need no compiling on this machine."""
    return IS_INTERPRETED or (CACHE is not None and (CACHE / "warm").exists())


def warm_up(out: TextIO = sys.stderr, message: str = MESSAGE) -> None:
    """Compiles every entry point of the kernel, with a line of progress if that takes time."""
    if is_warm():
        return
    print(message, file=out, flush=True)
    _call_everything()
    if CACHE is not None:
        with suppress(OSError):
            (CACHE / "warm").touch()


def _call_everything() -> None:
    """One small call each, on a board without cities where only a pass is possible."""
    board = np.zeros(1, BOARD)[0]
    states, results, nets = np.zeros(1, STATE), np.zeros(1, RESULT), np.zeros(1, NET)
    state, result, net = states[0], results[0], nets[0]
    zero = np.uint64(0)
    board["deal_keeps"][0] = 1 << 16
    new_state(board, state, 2, zero, zero, NO_SEAT)
    take_seat(state, 0)
    legal_words(board, state)
    legal_mask(board, state, np.zeros(1, np.bool_))
    is_legal(board, state, 0)
    route_payments(board, state, 0, 0)
    payments(state, 0, 0, 1, 0)
    station_price(board, state, 0)
    pay_action(0, 0)
    refusal(board, state, 0)
    payment_refusal(state, 64, 0, 1, 0)
    step(board, state, 16)
    conceal(state.copy(), 0)
    play_randomly(board, state)
    final_scores(board, state, result, net)
    compare_seats(board, state, result, 0, 1)
    totals, steps = np.zeros((1, 2), np.int16), np.zeros(1, np.int32)
    uniform = np.zeros(0, np.uint16)
    simulate(board, states, results, nets, 2, zero, zero, 0, uniform, totals, steps)


if __name__ == "__main__":
    warm_up()
