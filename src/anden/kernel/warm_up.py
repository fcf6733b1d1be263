"""Compiles the rules before they are needed, saying so: `python -m anden.kernel.warm_up`."""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import numpy as np

from .actions import KEEP_TICKETS, PAY, pay_action
from .jit import CACHE, IS_INTERPRETED
from .layout import BOARD, NET, NO_SEAT, RESULT, STATE
from .legal import is_legal, legal_mask, legal_words, payments, route_payments, station_price
from .observe import conceal
from .playout import play_randomly, simulate
from .refusals import payment_refusal, refusal
from .scoring import compare_seats, final_scores
from .setup import new_state
from .step import step, take_seat

MESSAGE = "Andén: compiling the rules, once for this version; this takes about a minute..."


def warm_up(out: TextIO = sys.stderr, message: str = MESSAGE) -> None:
    """Compiles every entry point of the kernel, with a line of progress if that takes time."""
    compile_once([RULES], out, message)


@dataclass(frozen=True)
class Stage:
    """Calls to make once, remembered by a mark in the cache folder."""

    calls: Callable[[], list[Callable[[], object]]]
    cache: Path | None
    mark: str = "warm"

    @property
    def is_done(self) -> bool:
        return IS_INTERPRETED or (self.cache is not None and (self.cache / self.mark).exists())


def compile_once(stages: Sequence[Stage], out: TextIO, message: str) -> None:
    """Makes the calls of the stages that are not done yet."""
    pending = [stage for stage in stages if not stage.is_done]
    if not pending:
        return
    is_terminal = out.isatty()
    print(message, end="" if is_terminal else "\n", file=out, flush=True)
    calls = [stage.calls() for stage in pending]
    total, done = sum(map(len, calls)), 0
    for stage, its_calls in zip(pending, calls, strict=True):
        for call in its_calls:
            call()
            done += 1
            if is_terminal:
                print(f"\r{message} {done}/{total}", end="", file=out, flush=True)
        if stage.cache is not None:
            with suppress(OSError):
                (stage.cache / stage.mark).touch()
    if is_terminal:
        print(file=out, flush=True)


def _entry_points() -> list[Callable[[], object]]:
    """One small call each, on a board without cities where only a pass is possible."""
    board = np.zeros(1, BOARD)[0]
    states, results, nets = np.zeros(1, STATE), np.zeros(1, RESULT), np.zeros(1, NET)
    state, result, net = states[0], results[0], nets[0]
    zero, uniform = np.uint64(0), np.zeros(0, np.uint16)
    totals, steps = np.zeros((1, 2), np.int16), np.zeros(1, np.int32)
    board["deal_keeps"][0] = 1 << KEEP_TICKETS
    return [
        lambda: new_state(board, state, 2, zero, zero, NO_SEAT),
        lambda: take_seat(state, 0),
        lambda: legal_words(board, state),
        lambda: legal_mask(board, state, np.zeros(1, np.bool_)),
        lambda: is_legal(board, state, 0),
        lambda: route_payments(board, state, 0, 0),
        lambda: payments(state, 0, 0, 1, 0),
        lambda: station_price(board, state, 0),
        lambda: pay_action(0, 0),
        lambda: refusal(board, state, 0),
        lambda: payment_refusal(state, PAY, 0, 1, 0),
        lambda: step(board, state, KEEP_TICKETS),
        lambda: conceal(state.copy(), 0),
        lambda: play_randomly(board, state),
        lambda: final_scores(board, state, result, net),
        lambda: compare_seats(board, state, result, 0, 1),
        lambda: simulate(board, states, results, nets, 2, zero, zero, 0, uniform, totals, steps),
    ]


RULES = Stage(_entry_points, CACHE)

if __name__ == "__main__":
    warm_up()
