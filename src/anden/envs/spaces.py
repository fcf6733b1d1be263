"""Sizes and meaning of actions and observations for a board and a number of players."""

from dataclasses import dataclass

from anden.boards import Board
from anden.kernel.actions import CLAIM, STATION
from anden.kernel.encode import NUM_PHASES, SEAT_FACTS, TABLE_FACTS, TUNNEL_FACTS
from anden.kernel.glance import LEFT_FACTS
from anden.kernel.layout import NUM_KINDS


@dataclass(frozen=True)
class Part:
    """Some neighbouring numbers of an observation."""

    name: str
    start: int
    size: int
    meaning: str

    @property
    def stop(self) -> int:
        """The index after its last number."""
        return self.start + self.size


def num_actions(board: Board) -> int:
    """Action ids of the board are 0 to this, less one."""
    if board.stations:
        return STATION + len(board.cities)
    return CLAIM + len(board.routes)


def observation_parts(board: Board, players: int, *, glance: bool = True) -> list[Part]:
    """The observation index by index. Seat 0 is the one to act, the others follow clockwise.

    Without the glance it is the position alone: what can be seen, and nothing worked out of it.
    """
    parts: list[Part] = []

    def add(name: str, size: int, meaning: str) -> None:
        parts.append(Part(name, parts[-1].stop if parts else 0, size, meaning))

    routes, cities, tickets = len(board.routes), len(board.cities), len(board.tickets)
    add("phase", NUM_PHASES, "what is to be decided, one-hot")
    add("hand", NUM_KINDS, "own cards by kind; the wild is kind 8")
    add("discards", NUM_KINDS, "discarded cards by kind")
    add("row", NUM_KINDS, "face-up cards by kind")
    add("table", TABLE_FACTS, "cards in the deck, tickets left, last turns, passes in a row")
    for seat in range(players):
        facts = "route points, pieces, stations left, cards, tickets, tickets on offer"
        add(f"seat {seat}", SEAT_FACTS, facts)
        add(f"seat {seat} known", NUM_KINDS, "cards everybody knows the seat holds, by kind")
        add(f"seat {seat} routes", routes, "1 for each route the seat owns")
        if board.stations:
            add(f"seat {seat} stations", cities, "1 for each city with a station of the seat")
    add("available", routes, "1 for each route that can still be claimed, cards apart")
    add("tickets", tickets, "1 for each own ticket")
    add("offer", tickets, "1 for each ticket to choose from")
    add("returned", tickets, "1 for each ticket the seat itself put under the deck")
    add("route", routes, "the route being paid for, one-hot")
    if board.stations:
        add("city", cities, "the city where a station is being paid for, one-hot")
    if any(route.is_tunnel for route in board.routes):
        add("laid colour", NUM_KINDS, "kind laid for a tunnel, one-hot; wild: wilds only")
        add("laid", TUNNEL_FACTS, "cards of the colour laid, wilds laid, surcharge")
        add("revealed", NUM_KINDS, "cards the last tunnel revealed, by kind")
    if not glance:
        return parts
    add("needs", tickets, "pieces each own ticket still takes; one more than all: out of reach")
    add("complete", tickets, "1 for each own ticket that is complete")
    add("planned", tickets, "1 for each own ticket that is complete or in the plan")
    add("offer needs", tickets, "pieces each ticket to choose from takes")
    add("extra", tickets, "pieces each ticket that is not one's own takes beyond the plan")
    add("lacking", routes, "cards lacking for each route that can still be claimed")
    add("claimable", routes, "1 for each route that the hand can pay for")
    add("ways", routes, "own tickets with a cheapest way over each route")
    add("offer ways", routes, "tickets to choose from with a cheapest way over each route")
    add("closeness", routes, "8 on a cheapest way for an own ticket, 1 less per piece of detour")
    add("plan", routes, "1 for each route of the plan: a cheap net for own tickets")
    if board.longest_path:
        add("longest", players, "spaces in the longest path so far, by seat")
    add("left", LEFT_FACTS, "the fewest pieces of any seat, pieces the plan takes")
    add("unseen", NUM_KINDS, "cards by kind that the seat can't place")
    return parts


def observation_size(board: Board, players: int, *, glance: bool = True) -> int:
    """How many numbers an observation has."""
    return observation_parts(board, players, glance=glance)[-1].stop
