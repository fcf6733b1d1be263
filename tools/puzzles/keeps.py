"""`keep`: which of the tickets drawn bring the most, with the pieces that are left."""

from itertools import chain, combinations

from anden.game import Game, KeepTickets

from .draft import Draft, choices_of, is_unique
from .games import again, to_act
from .ways import Ways

MOST_OPEN = 6  # tickets on offer and held, not joined yet
GAP = 2.0  # points by which the best choice is better
FEWEST_PIECES = 6
KEPT = "keep "


def find_keep(game: Game) -> Draft | None:
    """What to keep if the seat to act drew tickets now."""
    seat = to_act(game)
    before = game.view(seat)
    if before.station_cities(seat) or before.pieces(seat) < FEWEST_PIECES or before.last_turns:
        return None
    if "draw tickets" not in map(str, game.legal_actions()):
        return None
    drawn = again(game)
    drawn.play("draw tickets")
    view = drawn.view(seat)
    offer, held = view.offer(seat), view.tickets(seat)
    if len(offer) < 2 or len(offer) + len(held) > MOST_OPEN:
        return None
    worth = _Worth(Ways(view, seat), view.pieces(seat))
    if worth.is_possible(held + offer):
        return None  # all of them, of course
    values: dict[str, float] = {}
    for action in drawn.legal_actions():
        assert isinstance(action, KeepTickets)
        values[str(action)] = worth.of(held + action.tickets)
    choices = choices_of(values)
    best = min(choices, key=lambda choice: choice.loss)
    kept = best.answer.removeprefix(KEPT).split(", ")
    if not is_unique(choices, GAP) or len(kept) == len(offer):
        return None
    made = worth.made(held + tuple(kept))
    forest = Ways(view, seat).forest(made)
    facts = {
        "left": view.pieces(seat),
        "pieces": forest.cost if forest else 0,
        "made": list(made),
        "lost": [ticket for ticket in (*held, *kept) if ticket not in made],
    }
    return Draft("keep", drawn, choices=choices, facts=facts)


class _Worth:
    """Points of tickets, the best of them joined as far as the pieces go."""

    def __init__(self, ways: Ways, pieces: int) -> None:
        self._ways, self._pieces = ways, pieces
        self._costs: dict[frozenset[str], int | None] = {}

    def of(self, tickets: tuple[str, ...]) -> float:
        return max(self._points(tickets, made) for made in self._possible(tickets))

    def made(self, tickets: tuple[str, ...]) -> tuple[str, ...]:
        """Those that are joined at the best."""
        return max(self._possible(tickets), key=lambda made: self._points(tickets, made))

    def _possible(self, tickets: tuple[str, ...]) -> list[tuple[str, ...]]:
        sizes = range(len(tickets) + 1)
        sets = chain.from_iterable(combinations(tickets, size) for size in sizes)
        return [made for made in sets if self.is_possible(made)]

    def is_possible(self, made: tuple[str, ...]) -> bool:
        key = frozenset(made)
        if key not in self._costs:
            parts = [frozenset(made) - {ticket} for ticket in made]
            if any(part in self._costs and self._costs[part] is None for part in parts):
                self._costs[key] = None  # a part of it takes too many already
            else:
                forest = self._ways.forest(made) if made else None
                cost = forest.cost if forest else (None if made else 0)
                self._costs[key] = None if cost is None or cost > self._pieces else cost
        return self._costs[key] is not None

    def _points(self, tickets: tuple[str, ...], made: tuple[str, ...]) -> int:
        board = self._ways.view.board
        points = {t: board.tickets[board.find_ticket(t)].points for t in tickets}
        return sum(points[t] if t in made else -points[t] for t in tickets)
