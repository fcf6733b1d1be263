"""Whole games between compiled bots: with a row written for every decision, or as a challenge."""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.kernel.actions import NUM_WORDS
from anden.kernel.bits import count
from anden.kernel.encode import encode
from anden.kernel.ids import ActionId, Seat
from anden.kernel.layout import (
    MAX_SEATS,
    NET,
    NO_SEAT,
    OVER,
    RESULT,
    SKETCH,
    STATE,
    Net,
    Records,
    Sketch,
    State,
    Tables,
)
from anden.kernel.legal import legal_words
from anden.kernel.scoring import final_scores
from anden.kernel.setup import new_state
from anden.kernel.step import step
from anden.machine.jit import inline, jit
from anden.strategy.choosing import choose_in_style
from anden.strategy.margin import margin_of
from anden.strategy.style import STYLE
from anden.strategy.workspace import WORKSPACE

FULL = -1  # in place of a number of decisions: the rows do not suffice
NO_ROWS = -1  # in place of a row to begin at: none are written
FIRST_RANK = 1

BotGame: TypeAlias = Any  # a BOT_GAME record

# A game of compiled bots. The caller fills in how many play, and how.
BOT_GAME = np.dtype(
    [
        ("styles", STYLE, (MAX_SEATS,)),
        ("workspaces", WORKSPACE, (MAX_SEATS,)),
        ("state", STATE),
        ("result", RESULT),
        ("net", NET),
        ("sketch", SKETCH),
        ("players", "i4"),
    ],
    align=True,
)

# How a challenger did in a deal: means over the seats it played from.
CHALLENGE = np.dtype(
    [
        ("margin", "f4"),  # over the best other
        ("wins", "f4"),  # its share of them
        ("score", "f4"),
        ("others_score", "f4"),
        ("kept", "f4"),  # tickets
        ("completed", "f4"),  # of those
    ],
    align=True,
)


class RowArrays(NamedTuple):
    """What is written of decisions: one element each."""

    seats: NDArray[np.int8]
    actions: NDArray[np.int16]
    legal: NDArray[np.uint64]  # the kernel's words
    observations: NDArray[np.int16]


@inline
def _write_row(
    tables: Tables,
    state: State,
    net: Net,
    sketch: Sketch,
    action: ActionId,
    at: int,
    rows: RowArrays,
) -> None:
    """What the seat to act knows, may do and does, before it is done."""
    words = legal_words(tables, state)
    for word in range(NUM_WORDS):
        rows.legal[at, word] = words[word]
    encode(tables, state, net, sketch, rows.observations[at])
    rows.seats[at] = state["seat"]
    rows.actions[at] = action


@jit
def note(
    tables: Records,
    states: Records,
    nets: Records,
    sketches: Records,
    action: ActionId,
    at: int,
    rows: RowArrays,
) -> None:
    """Writes a row for a decision of any bot; `nets` and `sketches` are scratch."""
    _write_row(tables[0], states[0], nets[0], sketches[0], action, at, rows)


@inline
def _deal(tables: Tables, game: BotGame, seed0: np.uint64, seed1: np.uint64) -> None:
    """A new game, in which nobody has a plan."""
    new_state(tables, game["state"], int(game["players"]), seed0, seed1, NO_SEAT)
    for seat in range(MAX_SEATS):
        game["workspaces"][seat]["has_plan"] = 0


@inline
def _choose(tables: Tables, game: BotGame) -> ActionId:
    state = game["state"]
    seat = int(state["seat"])
    return choose_in_style(tables, state, game["styles"][seat], game["workspaces"][seat])


@jit
def deal_game(tables: Records, games: Records, seed0: np.uint64, seed1: np.uint64) -> None:
    _deal(tables[0], games[0], seed0, seed1)


@jit
def play_on(tables: Records, games: Records) -> int:
    """Plays a dealt game to its end; how many decisions that took."""
    game = games[0]
    steps = 0
    while int(game["state"]["phase"]) != OVER:
        step(tables[0], game["state"], _choose(tables[0], game))
        steps += 1
    return steps


@jit
def play_game(
    tables: Records, games: Records, seed0: np.uint64, seed1: np.uint64, rows: RowArrays, at: int
) -> int:
    """Deals, plays and scores a game, its rows from `at` on; how many decisions, or FULL."""
    game = games[0]
    state = game["state"]
    _deal(tables[0], game, seed0, seed1)
    steps = 0
    while int(state["phase"]) != OVER:
        action = _choose(tables[0], game)
        if at != NO_ROWS:
            if at + steps >= len(rows.seats):
                return FULL
            scratch = game["net"], game["sketch"]
            _write_row(tables[0], state, *scratch, action, at + steps, rows)
        step(tables[0], state, action)
        steps += 1
    final_scores(tables[0], state, game["result"], game["net"])
    return steps


@jit
def challenge(
    tables: Records, games: Records, styles: Records, seed: np.uint64, deals: Records
) -> None:
    """A challenger against equal others, from every seat of every deal: fills `deals`.

    `styles` has two elements: the challenger's and the others'.
    """
    game = games[0]
    players = int(game["players"])
    for number in range(len(deals)):
        _clear_challenge(deals[number])
        for place in range(players):
            for seat in range(players):
                game["styles"][seat] = styles[0 if seat == place else 1]
            _deal(tables[0], game, seed, np.uint64(number))
            play_on(tables, games)
            final_scores(tables[0], game["state"], game["result"], game["net"])
            _add_challenge(game, place, deals[number])


@inline
def _clear_challenge(deal: Any) -> None:
    deal["margin"] = 0.0
    deal["wins"] = 0.0
    deal["score"] = 0.0
    deal["others_score"] = 0.0
    deal["kept"] = 0.0
    deal["completed"] = 0.0


@inline
def _add_challenge(game: BotGame, place: Seat, deal: Any) -> None:
    """Adds the share of one game, in which the challenger had the seat `place`."""
    result = game["result"]
    players = int(game["players"])
    winners = 0
    others = 0
    for seat in range(players):
        winners += int(int(result["rank"][seat]) == FIRST_RANK)
        if seat != place:
            others += int(result["total"][seat])
    total = int(result["total"][place])
    deal["margin"] += margin_of(result, players, place) / players
    deal["score"] += total / players
    deal["others_score"] += others / (players * (players - 1))
    if int(result["rank"][place]) == FIRST_RANK:
        deal["wins"] += 1.0 / (players * winners)
    deal["kept"] += count(game["state"]["tickets"][place]) / players
    deal["completed"] += count(result["completed"][place]) / players
