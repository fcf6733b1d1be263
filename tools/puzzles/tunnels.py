"""`tunnel` and `odds`: how likely a tunnel is to succeed, over all that can be revealed.

Each of the 165 triples of kinds is laid under the kernel's hands as the whole deck; what it makes
of it counts by how likely the triple is among the cards that the seat has not seen.
"""

from collections.abc import Iterator
from math import comb

import numpy as np

from anden.core import GameCore
from anden.game import ClaimRoute, Game
from anden.kernel.actions import PAY, PAY_WILDS
from anden.kernel.layout import NUM_KINDS, TUNNEL, TUNNEL_REVEAL
from anden.kernel.unseen import unseen_cards

from .draft import Draft, choices_of, is_unique
from .games import to_act

GAP = 5.0  # percent by which the best payment is likelier
FEWEST_CARDS = 12  # in the deck, so that nothing is shuffled in between
ANSWERS, STEP = 5, 12  # of `odds`, and how many percent lie between two


def find_tunnel(game: Game) -> Draft | None:
    """Which cards to lay for a tunnel that could be paid in several ways."""
    for route, claims in _tunnels(game).items():
        if len(claims) < 2:
            continue
        chances = {str(claim): 100 * chance(game, claim) for claim in claims}
        choices = choices_of(chances)
        if is_unique(choices, GAP):
            return Draft("tunnel", game, choices=choices, facts={"route": route})
    return None


def find_odds(game: Game) -> Draft | None:
    """How likely a tunnel is that can't be taken for granted."""
    for route, claims in _tunnels(game).items():
        claim = min(claims, key=lambda each: each.payment.wilds)
        exact = 100 * chance(game, claim)
        if not 15 < exact < 90:
            continue
        right = round(exact)
        fitting = [place for place in range(ANSWERS) if _fits(right, place)]
        if not fitting:
            continue
        lower = fitting[game.seed % len(fitting)]
        answers = [right + STEP * (place - lower) for place in range(ANSWERS)]
        values = {f"{answer}": -float(abs(answer - right)) for answer in answers}
        facts = {"route": route, "payment": str(claim.payment), "exact": round(exact, 2)}
        return Draft("odds", game, choices=choices_of(values), facts=facts)
    return None


def _fits(right: int, lower: int) -> bool:
    """Whether so many wrong answers find room below the right one, and the others above."""
    return right - STEP * lower > 0 and right + STEP * (ANSWERS - 1 - lower) < 100


def chance(game: Game, claim: ClaimRoute) -> float:
    """That the seat to act completes a tunnel if it lays these cards."""
    return sum(weight for weight, core in outcomes(game, claim) if _succeeds(game, core))


def outcomes(game: Game, claim: ClaimRoute) -> Iterator[tuple[float, GameCore]]:
    """The game after the cards are revealed, for each triple, with how likely that is."""
    seat = to_act(game)
    view = game.view(seat)
    unseen = [int(unseen_cards(view.tables, view.state, seat, k)) for k in range(NUM_KINDS)]
    ids = view.ids_of(claim)
    core = GameCore(game.board, game.players)
    for counts, weight in triples(unseen):
        core.states[0] = game.position.state
        core.states["deck"][0] = counts
        core.states["deck_size"][0] = TUNNEL_REVEAL
        for action in ids:
            if not core.step(action):
                raise AssertionError(f"{claim} is not legal")
        yield weight, core


def triples(unseen: list[int]) -> Iterator[tuple[list[int], float]]:
    """Every way in which three unseen cards can fall, with how likely it is."""
    total = comb(sum(unseen), TUNNEL_REVEAL)
    for a in range(NUM_KINDS):
        for b in range(a, NUM_KINDS):
            for c in range(b, NUM_KINDS):
                counts = [0] * NUM_KINDS
                for kind in (a, b, c):
                    counts[kind] += 1
                ways = int(np.prod([comb(n, k) for n, k in zip(unseen, counts, strict=True)]))
                if ways:
                    yield counts, ways / total


def _succeeds(game: Game, core: GameCore) -> bool:
    if core.phase != TUNNEL:
        return True  # nothing is charged, and the route is built
    return any(action >= PAY or action == PAY_WILDS for action in core.legal_ids())


def _tunnels(game: Game) -> dict[str, list[ClaimRoute]]:
    """Payments by tunnel that the seat to act can claim."""
    if game.position.deck_size < FEWEST_CARDS:
        return {}
    found: dict[str, list[ClaimRoute]] = {}
    for action in game.legal_actions():
        if isinstance(action, ClaimRoute) and _is_tunnel(game, action.route):
            found.setdefault(action.route, []).append(action)
    return found


def _is_tunnel(game: Game, name: str) -> bool:
    return game.board.routes[game.board.find_route(name)].is_tunnel
