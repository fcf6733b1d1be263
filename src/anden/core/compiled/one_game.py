"""What is asked of one game. Every array of records has one element unless it says otherwise."""

import numpy as np
from numpy.typing import NDArray

from anden.kernel.batch import step_game
from anden.kernel.encode import encode
from anden.kernel.ids import ActionId, Seat
from anden.kernel.layout import Net, Records, Sketch, State, Tables
from anden.kernel.legal import Words, is_legal, legal_mask, legal_words, station_price
from anden.kernel.observe import conceal
from anden.kernel.refusals import payment_refusal, refusal
from anden.kernel.scoring import final_scores
from anden.kernel.setup import new_state
from anden.kernel.step import step
from anden.machine.jit import jit


@jit
def deal(
    tables: Records, states: Records, players: int, seed0: np.uint64, seed1: np.uint64, first: Seat
) -> None:
    new_state(tables[0], states[0], players, seed0, seed1, first)


@jit
def legal(tables: Records, states: Records) -> Words:
    """What the seat to act may do."""
    return legal_words(tables[0], states[0])


@jit
def fill_mask(tables: Records, states: Records, mask: NDArray[np.bool_]) -> None:
    """What the seat to act may do, as flags."""
    legal_mask(tables[0], states[0], mask)


@jit
def refuse(tables: Records, states: Records, action: ActionId) -> int:
    """The reason against an action of the seat to act; LEGAL if there is none."""
    return refusal(tables[0], states[0], action)


@jit
def refuse_payment(states: Records, action: ActionId, colour: int, price: int, symbols: int) -> int:
    """Why the seat to act can't pay the price so; LEGAL if it can."""
    return payment_refusal(states[0], action, colour, price, symbols)


@jit
def price_station(tables: Records, states: Records, seat: Seat) -> int:
    """Cards that the seat's next station costs."""
    return station_price(tables[0], states[0], seat)


@jit
def see(states: Records, views: Records, seat: Seat) -> None:
    """Fills the view of a seat."""
    views[0] = states[0]
    conceal(views[0], seat)


@jit
def look(tables: Records, states: Records, views: Records) -> Words:
    """Fills the view of the seat to act; what it may do."""
    see(states, views, int(states[0]["seat"]))
    return legal_words(tables[0], states[0])


@jit
def fill_observation(
    tables: Records,
    states: Records,
    views: Records,
    nets: Records,
    sketches: Records,
    seat: Seat,
    observation: NDArray[np.int16],
) -> None:
    """What the seat sees, made from its view; `views`, `nets` and `sketches` are scratch."""
    views[0] = states[0]
    _write_view(tables[0], views[0], nets[0], sketches[0], seat, observation)


@jit
def _write_view(
    tables: Tables,
    state: State,
    net: Net,
    sketch: Sketch,
    seat: Seat,
    observation: NDArray[np.int16],
) -> None:
    """Turns the state into the seat's view, and that into its observation."""
    conceal(state, seat)
    state["seat"] = seat  # observations are told from the seat to act on
    encode(tables, state, net, sketch, observation)


@jit
def try_step(tables: Records, states: Records, action: ActionId) -> bool:
    """Plays an action if it is legal; whether it was."""
    if not is_legal(tables[0], states[0], action):
        return False
    step(tables[0], states[0], action)
    return True


@jit
def try_step_for(
    tables: Records,
    states: Records,
    results: Records,
    nets: Records,
    action: ActionId,
    kind: int,
    rewards: NDArray[np.float32],
) -> bool:
    """As `try_step`, with the rewards of its kind for every seat."""
    if not is_legal(tables[0], states[0], action):
        return False
    step_game(tables[0], states[0], results[0], nets[0], action, kind, rewards)
    return True


@jit
def score(tables: Records, states: Records, results: Records, nets: Records) -> None:
    """Fills the result as if the game ended now; `nets` is scratch."""
    final_scores(tables[0], states[0], results[0], nets[0])


@jit
def see_ends(
    tables: Records,
    states: Records,
    nets: Records,
    sketches: Records,
    dones: NDArray[np.bool_],
    actions: NDArray[np.int32],
    seats: NDArray[np.int8],
    observations: NDArray[np.int16],
) -> None:
    """Plays the action of each game that it ends, and writes what the seat then sees.

    `states` has one element per game, and is overwritten; `nets` and `sketches` are scratch.
    """
    net, sketch = nets[0], sketches[0]
    for game in range(len(states)):
        if dones[game]:
            state = states[game]
            step(tables[0], state, int(actions[game]))
            _write_view(tables[0], state, net, sketch, int(seats[game]), observations[game])
