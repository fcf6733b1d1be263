"""`last`: the very last turn of a game; every action is worth an exact number of points."""

from itertools import combinations

from anden.core import GameCore
from anden.core.sets import members
from anden.game import Action, BuildStation, ClaimRoute, DrawTickets, Game
from anden.kernel.bits import bit
from anden.kernel.ids import Seat
from anden.kernel.layout import TUNNEL, State
from anden.puzzles import Choice
from anden.strategy.unseen import unseen_tickets

from .draft import Draft, choices_of, is_unique
from .games import to_act
from .tunnels import outcomes

GAP = 1.0  # points by which the best is better
MOST = 7  # answers to choose from
STATIONS = 2  # of these
CLAIM, STATION = "claim ", "station "
CARDS = "draw deck"  # stands for all draws of cards, which bring nothing any more


def find_last(game: Game) -> Draft | None:
    """What brings the most points, where it is not the route of most points."""
    if game.position.last_turns != 1:
        return None
    if game.position.station_cities(to_act(game)) and _draws(game):
        return None  # the tickets would depend on each other
    values = last_values(game)
    choices = choices_of(values)
    if len(choices) < 3 or not is_unique(choices, GAP):
        return None
    best = min(choices, key=lambda choice: choice.loss)
    now = _total(game.position.state, game)
    if _is_plain(game, best, values, now):
        return None
    ranked = sorted(choices, key=lambda choice: choice.loss)
    stations = [choice for choice in ranked if choice.answer.startswith(STATION)]
    offered = [choice for choice in ranked if choice not in stations[STATIONS:]][:MOST]
    ordered = tuple(sorted(offered, key=lambda choice: choice.answer))
    return Draft("last", game, choices=ordered, facts={"now": now})


def _is_plain(game: Game, best: Choice, values: dict[str, float], now: float) -> bool:
    """Whether it is just the longest route there is, or the only thing that brings anything."""
    if not any(_points(game, answer) for answer in values):
        return True
    dearest = max(values, key=lambda answer: _points(game, answer))
    return best.answer == dearest and best.value == now + _points(game, dearest)


def last_values(game: Game) -> dict[str, float]:
    """What the seat to act has in the end, on average, after each thing it could do."""
    values: dict[str, float] = {}
    for action in game.legal_actions():
        name, value = _name(action), _value(game, action)
        values[name] = max(value, values.get(name, value))
    return {name: value for name, value in values.items() if not _is_twin(game, name, values)}


def _is_twin(game: Game, name: str, values: dict[str, float]) -> bool:
    """Whether the other lane of a double route stands for both."""
    if not name.startswith(CLAIM):
        return False
    route = game.board.routes[game.board.find_route(name.removeprefix(CLAIM))]
    if route.twin is None or route.twin > route.index:
        return False
    return f"{CLAIM}{game.board.route_name(route.twin)}" in values


def _name(action: Action) -> str:
    """How the payment goes does not matter in the end, nor which cards are drawn."""
    match action:
        case ClaimRoute(route):
            return f"{CLAIM}{route}"
        case BuildStation(city):
            return f"{STATION}{city}"
        case DrawTickets():
            return str(action)
        case _:
            return CARDS


def _value(game: Game, action: Action) -> float:
    match action:
        case ClaimRoute(route) if game.board.routes[game.board.find_route(route)].is_tunnel:
            return sum(weight * _after_dig(game, core) for weight, core in outcomes(game, action))
        case ClaimRoute() | BuildStation():
            core = _core(game)
            for step in game.position.ids_of(action):
                core.step(step)
            return _scored(core, to_act(game))
        case DrawTickets():
            return _after_tickets(game)
        case _:
            return _total(game.position.state, game)


def _after_dig(game: Game, core: GameCore) -> float:
    """The better of paying what is charged and of giving up."""
    seat = to_act(game)
    if core.phase != TUNNEL:
        return _scored(core, seat)
    best = None
    for action in core.legal_ids():
        settled = core.copy()
        settled.step(action)
        value = _scored(settled, seat)
        best = value if best is None else max(best, value)
    assert best is not None
    return best


def _after_tickets(game: Game) -> float:
    """On average over what may be drawn: the best of each offer is kept."""
    gains = list(_gains(game).values())
    number = int(game.position.tables["draw_tickets"])
    offers = list(combinations(gains, number))
    kept = sum(max(sum(gain for gain in offer if gain > 0), max(offer)) for offer in offers)
    return _total(game.position.state, game) + kept / len(offers)


def _gains(game: Game) -> dict[int, float]:
    """What each ticket that the seat has not seen would bring it now."""
    seat, view = to_act(game), game.view(to_act(game))
    unseen = unseen_tickets(view.state, seat, view.tables["regular_tickets"])
    gains = {}
    for ticket in members(unseen):
        state = game.position.state.copy()
        state["tickets"][seat] |= bit(ticket)
        gains[ticket] = _total(state, game) - _total(game.position.state, game)
    return gains


def _draws(game: Game) -> bool:
    return any(isinstance(action, DrawTickets) for action in game.legal_actions())


def _points(game: Game, answer: str) -> int:
    if not answer.startswith(CLAIM):
        return 0
    route = game.board.routes[game.board.find_route(answer.removeprefix(CLAIM))]
    return game.board.points_by_length[route.length]


def _core(game: Game) -> GameCore:
    core = GameCore(game.board, game.players)
    core.states[0] = game.position.state
    return core


def _scored(core: GameCore, seat: Seat) -> float:
    return float(core.score()["total"][seat])


def _total(state: State, game: Game) -> float:
    core = GameCore(game.board, game.players)
    core.states[0] = state
    return _scored(core, to_act(game))
