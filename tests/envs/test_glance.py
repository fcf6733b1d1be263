"""What an observation works out is what a slow and simple search finds."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from anden.boards import load_board
from anden.core.sets import members
from anden.envs import observation_parts
from anden.envs.base import IdGame
from anden.kernel.actions import CLAIM
from anden.kernel.glance import CLOSENESS
from anden.kernel.hidden import encode_hidden, hidden_size
from anden.kernel.layout import GRAY, SKETCH, TURN, WILD
from tests.envs.games import BOARDS, play_through

FAR = 10**6


@cache
def parts_of(board: str, players: int) -> dict[str, Any]:
    return {part.name: part for part in observation_parts(load_board(board), players)}


def told(game: IdGame, seat: int) -> dict[str, list[int]]:
    row = game.observe(seat).tolist()
    parts = parts_of(game.board.id, game.players)
    return {name: row[part.start : part.stop] for name, part in parts.items()}


class Map:
    """The board for one seat: a price for each route, and ways that are relaxed over and over."""

    def __init__(self, game: IdGame, seat: int, free: set[int]) -> None:
        self.tables, record = game.tables, game.state
        self.cities = len(game.board.cities)
        self.most = int(record["pieces"][seat])  # ways that take more do not count
        available = routes_in(record["available"][seat])
        self.prices = {route: int(self.tables["route_length"][route]) for route in available}
        self.prices |= dict.fromkeys(free, 0)
        self.distances = cache(self._distances)

    def ends(self, route: int) -> tuple[int, int]:
        return int(self.tables["route_a"][route]), int(self.tables["route_b"][route])

    def _distances(self, start: int) -> list[int]:
        found = [0 if city == start else FAR for city in range(self.cities)]
        is_settled = False
        while not is_settled:
            is_settled = True
            for route, price in self.prices.items():
                for here, there in (self.ends(route), self.ends(route)[::-1]):
                    if found[here] + price < found[there]:
                        found[there] = found[here] + price
                        is_settled = False
        return [far if far <= self.most else FAR for far in found]

    def ticket(self, ticket: int) -> tuple[int, int]:
        return int(self.tables["ticket_a"][ticket]), int(self.tables["ticket_b"][ticket])

    def needs(self, ticket: int) -> int:
        a, b = self.ticket(ticket)
        return self.distances(a)[b]

    def detour(self, ticket: int, route: int) -> int:
        """Pieces more than a cheapest way for the ticket takes, over this route."""
        a, b = self.ticket(ticket)
        from_a, from_b = self.distances(a), self.distances(b)
        u, v = self.ends(route)
        over = min(from_a[u] + from_b[v], from_a[v] + from_b[u]) + self.prices[route]
        return over - from_a[b]


def routes_in(words: Any) -> list[int]:
    return [64 * word + place for word in range(2) for place in members(words[word])]


def moments(board: str, players: int, seed: int, every: int) -> list[tuple[IdGame, int]]:
    """Some positions of a random game, each with a seat that looks at it."""
    games = [game.copy() for game in play_through(board, players, seed)]
    return [(game, number % players) for number, game in enumerate(games) if number % every == 3]


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_tickets_take_as_many_pieces_as_a_simple_search_finds(board: str, players: int) -> None:
    for game, seat in moments(board, players, 11, 23):
        record, seen = game.state, told(game, seat)
        world = Map(game, seat, set(routes_in(record["owned"][seat])))
        own, pieces = set(members(record["tickets"][seat])), int(record["pieces"][seat])
        offer = {int(ticket) for ticket in record["offer"][seat] if ticket >= 0}
        for ticket in range(len(game.board.tickets)):
            needs = world.needs(ticket)
            shown = needs if needs <= pieces else game.board.pieces.count + 1
            assert seen["needs"][ticket] == (shown if ticket in own else 0)
            assert seen["offer needs"][ticket] == (shown if ticket in offer else 0)
            assert seen["complete"][ticket] == int(ticket in own and needs == 0)


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_critics_are_told_of_rivals_what_rivals_see_themselves(board: str, players: int) -> None:
    num_tickets = len(load_board(board).tickets)
    row = np.full(hidden_size(num_tickets, players), 77, np.int16)
    for game, _ in moments(board, players, 12, 41):
        record = game.state
        assert encode_hidden(game.tables, record, np.zeros(1, SKETCH)[0], row) == len(row)
        wanted = record["deck"].tolist()
        for place in range(1, players):
            seat = (game.seat + place) % players
            seen = told(game, seat)
            wanted += record["hand"][seat].tolist()
            wanted += seen["tickets"] + seen["needs"] + seen["complete"]
        assert row.tolist() == wanted


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_routes_on_cheapest_ways_are_counted_and_detours_measured(board: str, players: int) -> None:
    for game, seat in moments(board, players, 12, 61):
        record, seen = game.state, told(game, seat)
        world = Map(game, seat, set(routes_in(record["owned"][seat])))
        pieces = int(record["pieces"][seat])
        offer = [int(ticket) for ticket in record["offer"][seat] if ticket >= 0]
        own = [t for t in members(record["tickets"][seat]) if 0 < world.needs(t) <= pieces]
        offer = [ticket for ticket in offer if 0 < world.needs(ticket) <= pieces]
        for route in routes_in(record["available"][seat]):
            detours = [world.detour(ticket, route) for ticket in own]
            others = [world.detour(ticket, route) for ticket in offer]
            assert seen["ways"][route] == detours.count(0)
            assert seen["offer ways"][route] == others.count(0)
            assert seen["closeness"][route] == max(0, CLOSENESS - min(detours, default=FAR))


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_plan_is_a_net_for_the_tickets_it_says(board: str, players: int) -> None:
    for game, seat in moments(board, players, 13, 37):
        record, seen = game.state, told(game, seat)
        plan = {route for route, is_in in enumerate(seen["plan"]) if is_in}
        assert plan <= set(routes_in(record["available"][seat]))
        pieces = sum(int(game.tables["route_length"][route]) for route in plan)
        assert seen["left"][1] == pieces <= int(record["pieces"][seat])
        own = set(routes_in(record["owned"][seat]))
        before, after = Map(game, seat, own), Map(game, seat, own | plan)
        tickets = list(members(record["tickets"][seat]))
        for ticket in tickets:
            assert seen["planned"][ticket] == int(after.needs(ticket) == 0)
        reachable = [t for t in tickets if before.needs(t) <= int(record["pieces"][seat])]
        assert not reachable or seen["planned"][min(reachable, key=before.needs)]
        left = int(record["pieces"][seat]) - pieces
        for ticket in range(len(game.board.tickets)):
            extra = min(after.needs(ticket), FAR)
            shown = extra if extra <= left else game.board.pieces.count + 1
            assert seen["extra"][ticket] == (0 if ticket in tickets else shown)


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_cards_lacking_are_those_that_make_a_route_claimable(board: str, players: int) -> None:
    for game, _ in moments(board, players, 14, 5):
        seat, record = game.seat, game.state
        if int(record["phase"]) != TURN:
            continue
        seen, mask = told(game, seat), game.mask(seat)
        routes = len(game.board.routes)
        assert seen["claimable"] == mask[CLAIM : CLAIM + routes].astype(int).tolist()
        for route in routes_in(record["available"][seat]):
            lacking = seen["lacking"][route]
            assert (lacking == 0) == can_pay(game, route, 0)
            assert lacking == 0 or can_pay(game, route, lacking)
            assert lacking == 0 or not can_pay(game, route, lacking - 1)


def can_pay(game: IdGame, route: int, more: int) -> bool:
    """Whether the hand pays for the route with so many more cards, all of what helps most."""
    hand, tables = game.state["hand"][game.seat].astype(int), game.tables
    length, symbols = int(tables["route_length"][route]), int(tables["route_symbols"][route])
    colour = int(tables["route_colour"][route])
    colours = range(len(game.board.cards.colours)) if colour == GRAY else [colour]
    wilds = hand[WILD] + more  # a wild helps wherever a card does
    return bool(wilds >= symbols and max(hand[c] for c in colours) + wilds >= length)


def test_longest_paths_and_pieces_are_told_by_seat() -> None:
    *_, last = play_through("usa", 3, 15)
    result = last.results[0]
    for seat in range(3):
        seen = told(last, seat)
        assert seen["longest"] == [int(result["longest"][(seat + k) % 3]) for k in range(3)]
        assert seen["left"][0] == min(int(p) for p in last.state["pieces"][:3])


@pytest.mark.parametrize("shortest", range(3))
def test_the_fewest_pieces_are_those_of_any_seat(shortest: int) -> None:
    game = next(play_through("usa", 3, 15))
    game.state["pieces"][:3] = 20
    game.state["pieces"][shortest] = 7
    assert [told(game, seat)["left"][0] for seat in range(3)] == [7, 7, 7]


def test_unseen_cards_are_all_that_lie_neither_open_nor_in_a_known_hand() -> None:
    for game, seat in moments("usa", 2, 16, 9):
        seen = told(game, seat)
        for kind, unseen in enumerate(seen["unseen"]):
            placed = seen["hand"][kind] + seen["discards"][kind] + seen["row"][kind]
            placed += seen["seat 1 known"][kind]
            assert unseen == int(game.tables["card_counts"][kind]) - placed
