"""What could have come of chance, all cards open, and how games go on from there."""

import numpy as np
from numpy.typing import NDArray

from anden.kernel.chance import GOLDEN, mix
from anden.kernel.ids import ActionId
from anden.kernel.layout import MAX_SEATS, NUM_KINDS, OVER, Records, State
from anden.kernel.scoring import final_scores
from anden.kernel.step import step
from anden.machine.jit import inline, jit
from anden.strategy.planner import plan_action

from .whole_games import FIRST_RANK, BotGame


@jit
def draw_kind(tables: Records, states: Records, action: ActionId, kind: int) -> None:
    """A card is drawn, and it is `kind` that comes off the deck.

    It must not sweep the row nor be the last of the deck, which has MOST_FORCED cards at most.
    The second of the two states is scratch.
    """
    state = states[0]
    deck = state["deck"]
    states[1] = state
    for other in range(NUM_KINDS):
        deck[other] = 0
    deck[kind] = int(state["deck_size"])
    step(tables[0], state, action)
    for other in range(NUM_KINDS):
        deck[other] = int(states[1]["deck"][other]) - int(other == kind)


@jit
def step_anew(tables: Records, states: Records, action: ActionId, luck: np.uint64) -> None:
    """An action is played, and what it takes of chance is drawn anew."""
    _renew(states[0], luck)
    step(tables[0], states[0], action)


@jit
def play_out(
    tables: Records,
    games: Records,
    states: Records,
    luck: np.uint64,
    shares: NDArray[np.float64],
) -> None:
    """Fills the shares of the win by state, time that it is played to its end, and seat.

    Every state has the same luck to come, another one each time.
    """
    game = games[0]
    for number in range(len(states)):
        for time in range(shares.shape[1]):
            game["state"] = states[number]
            _renew(game["state"], mix(luck + np.uint64(time + 1) * GOLDEN))
            _play_on(tables, game)
            _share_out(game, shares[number, time])


@inline
def _renew(state: State, luck: np.uint64) -> None:
    """Whatever is drawn from here on is other than it was."""
    for word in range(len(state["seed"])):
        luck = luck + GOLDEN
        state["seed"][word] = mix(luck)
    for stream in range(len(state["luck"])):
        luck = luck + GOLDEN
        state["luck"][stream] = mix(luck)


@inline
def _play_on(tables: Records, game: BotGame) -> None:
    """Planners, who have no plan yet, play the game to its end."""
    state = game["state"]
    for seat in range(MAX_SEATS):
        game["workspaces"][seat]["has_plan"] = 0
    while int(state["phase"]) != OVER:
        seat = int(state["seat"])
        style = game["styles"][seat]
        step(tables[0], state, plan_action(tables[0], state, style, game["workspaces"][seat]))
    final_scores(tables[0], state, game["result"], game["net"])


@inline
def _share_out(game: BotGame, shares: NDArray[np.float64]) -> None:
    """Those who are level share the win."""
    players = int(game["players"])
    winners = 0
    for seat in range(players):
        winners += int(int(game["result"]["rank"][seat]) == FIRST_RANK)
    for seat in range(players):
        is_first = int(game["result"]["rank"][seat]) == FIRST_RANK
        shares[seat] = 1.0 / winners if is_first else 0.0
