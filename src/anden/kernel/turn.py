"""How a turn ends and the next begins."""

from anden.machine.jit import inline

from .layout import LAST_ROUND_PIECES, MAX_IDLE_TURNS, NO_ROUTE, OVER, TURN, State


@inline
def end_turn(state: State) -> None:
    """The turn passes on after an action that changed something."""
    state["passes"] = 0
    state["idle_turns"] = 0
    _next_turn(state)


@inline
def end_idle_turn(state: State, is_pass: bool) -> None:
    """The turn passes on after a pass or an abandoned tunnel; enough of them end the game: C23."""
    passes = int(state["passes"]) + 1 if is_pass else 0
    idle_turns = int(state["idle_turns"]) + 1
    state["passes"] = passes
    state["idle_turns"] = idle_turns
    _next_turn(state)
    if passes >= int(state["players"]) or idle_turns >= MAX_IDLE_TURNS:
        state["phase"] = OVER


@inline
def _next_turn(state: State) -> None:
    seat = int(state["seat"])
    players = int(state["players"])
    last_turns = int(state["last_turns"])
    state["turn"] = int(state["turn"]) + 1
    state["route"] = NO_ROUTE
    state["city"] = -1
    state["phase"] = TURN
    state["seat"] = seat + 1 if seat + 1 < players else 0
    if last_turns > 0:
        state["last_turns"] = last_turns - 1
        if last_turns == 1:
            state["phase"] = OVER
    elif int(state["pieces"][seat]) <= LAST_ROUND_PIECES:  # C24
        state["last_turns"] = players
