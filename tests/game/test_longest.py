"""The course of the longest path: a trail, and as long as the kernel says."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from anden.boards import Board, Route, builtin_boards, load_board
from anden.boards.tables import build_tables
from anden.bots import ask, make_bot
from anden.game import Game
from anden.game.longest import find_trail, longest_path_course
from anden.kernel.layout import NET
from anden.kernel.network import build_net, longest_path

NETS = 100  # of each board


def is_trail(routes: Sequence[Route]) -> bool:
    """Whether one can walk them in this order, each once."""
    if len({route.index for route in routes}) < len(routes):
        return False
    return any(_can_walk(routes, start) for start in (routes[0].a, routes[0].b))


def _can_walk(routes: Sequence[Route], city: int) -> bool:
    for route in routes:
        if city not in (route.a, route.b):
            return False
        city = route.a + route.b - city
    return True


def grown_net(
    board: Board, luck: Random, *, is_dense: bool, pieces: int | None = None
) -> list[Route]:
    """Connected routes for so many pieces, or all a player has; a dense net is of short ones."""
    pool = list(board.routes)
    luck.shuffle(pool)
    if is_dense:
        pool.sort(key=lambda route: route.length)
    net: list[Route] = []
    cities: set[int] = set()
    pieces = board.pieces.count if pieces is None else pieces
    for route in pool * 3:
        is_near = not cities or {route.a, route.b} & cities
        if route not in net and is_near and route.length <= pieces:
            net.append(route)
            cities |= {route.a, route.b}
            pieces -= route.length
    return net


def kernel_length(tables: Any, routes: Sequence[Route]) -> int:
    words = [np.uint64(0), np.uint64(0)]
    for route in routes:
        words[route.index // 64] |= np.uint64(1 << route.index % 64)
    net = np.zeros(1, NET)[0]
    build_net(tables, words[0], words[1], net)
    return int(longest_path(net))


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", builtin_boards())
def test_course_of_any_net_is_a_trail_of_the_kernels_length(name: str) -> None:
    board = load_board(name)
    tables = build_tables(board)
    for seed in range(NETS):
        net = grown_net(board, Random(seed), is_dense=seed % 2 == 0)
        length = kernel_length(tables, net)
        trail = find_trail(net, length)
        assert is_trail(trail)
        assert sum(route.length for route in trail) == length


@pytest.mark.parametrize("name", builtin_boards())
@pytest.mark.parametrize("pieces", [6, 12, 17])
def test_course_of_a_small_net_is_a_trail_of_the_kernels_length(name: str, pieces: int) -> None:
    board = load_board(name)
    tables = build_tables(board)
    for seed in range(20):
        net = grown_net(board, Random(seed), is_dense=seed % 2 == 0, pieces=pieces)
        length = kernel_length(tables, net)
        trail = find_trail(net, length)
        assert is_trail(trail)
        assert sum(route.length for route in trail) == length


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", builtin_boards())
def test_course_at_the_end_of_a_game_has_the_length_that_was_scored(name: str) -> None:
    for seed in range(4):
        game = Game(name, 2 + seed % 2, seed=seed)
        bots = [make_bot("greedy", seat) for seat in range(game.players)]
        while game.to_act is not None:
            game.play(ask(bots[game.to_act], game.view(game.to_act)))
        board = game.board
        for score in game.scores().seats:
            course = longest_path_course(game.position, score.seat, score.longest_path)
            routes = [board.routes[board.find_route(route)] for route in course]
            assert sum(route.length for route in routes) == score.longest_path
            assert not routes or is_trail(routes)


def test_seat_without_routes_has_no_course() -> None:
    assert longest_path_course(Game("usa", 2, seed=1).position, 0, 0) == ()


def test_the_longest_part_of_a_broken_net_is_found_wherever_its_routes_stand() -> None:
    board = load_board("usa")
    line = [board.routes[board.find_route(name)] for name in ("helena-seattle", "duluth-helena")]
    names = ("miami-new_orleans", "atlanta-miami", "charleston-miami")
    star = [board.routes[board.find_route(name)] for name in names]  # heavier, but only 11 long
    for net in (line + star, star + line, [star[0], *line, *star[1:]]):
        assert {route.index for route in find_trail(net, 12)} == {route.index for route in line}


def test_length_that_no_trail_has_is_not_found() -> None:
    board = load_board("usa")
    assert find_trail(board.routes[:3], 99) == []
