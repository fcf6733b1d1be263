"""What a seat is offered all at once is what the rules allow one by one."""

from collections import defaultdict
from random import Random
from typing import Any

import pytest

from anden.core.compiled.outlook import look_ahead
from anden.game import BuildStation, ClaimRoute, Game, KeepTickets, PayTunnel, Position
from anden.game import outlook as outlook_module
from anden.game.outlook import Outlook
from anden.game.progress import own_progress, ticket_progress
from anden.kernel import layout

from .support import MATCHES, walk

EVERY = 9  # moves


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_it_holds_the_legal_actions(name: str, players: int) -> None:
    for number, game in enumerate(walk(Game(name, players, seed=4), Random(4))):
        if game.is_over or number % EVERY:
            continue
        for seat in range(players):
            view = game.view(seat)
            outlook = Outlook(view, seat)
            assert outlook.is_now == (view.to_act == seat)
            legal = _legal(view if outlook.is_now else _on_turn(view, seat))
            assert outlook.routes() == legal["routes"]
            assert list(outlook.simple()) == legal["simple"]
            assert list(outlook.surcharges()) == legal["pay"]
            assert set(outlook.station_cities()) == set(legal["stations"])
            for payments in legal["stations"].values():
                assert outlook.station_payments() == payments


def _legal(position: Position) -> dict[str, Any]:
    found: dict[str, Any] = {
        "routes": defaultdict(tuple),
        "stations": defaultdict(tuple),
        "simple": [],
        "pay": [],
    }
    for action in Position.legal_actions(position):
        match action:
            case ClaimRoute(route, payment):
                found["routes"][route] += (str(payment),)
            case BuildStation(city, payment):
                found["stations"][city] += (str(payment),)
            case PayTunnel(payment):
                found["pay"].append(str(payment))
            case KeepTickets():
                pass
            case _:
                found["simple"].append(str(action))
    return found


def _on_turn(view: Position, seat: int) -> Position:
    state = view.state.copy()
    state["phase"], state["seat"] = layout.TURN, seat
    return Position(view.board, state)


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_almost_is_what_one_more_card_would_open(name: str, players: int) -> None:
    for number, game in enumerate(walk(Game(name, players, seed=5), Random(5))):
        if game.is_over or game.phase != "turn" or number % (3 * EVERY):
            continue
        seat = game.to_act
        assert seat is not None
        view = game.view(seat)
        now = set(_legal(view)["routes"])
        opened: dict[str, list[str]] = defaultdict(list)
        for kind, kind_name in view.kinds:
            state = view.state.copy()
            state["hand"][seat, kind] += 1
            for route in _legal(Position(view.board, state))["routes"]:
                if route not in now:
                    opened[route].append(kind_name)
        assert Outlook(view, seat).almost() == opened


def test_progress_of_all_tickets_is_that_of_each() -> None:
    for number, game in enumerate(walk(Game("europe", 3, seed=6), Random(6))):
        if number % EVERY:
            continue
        for seat in range(3):
            view = game.view(seat)
            tickets, offer = own_progress(view, seat)
            assert tickets == [ticket_progress(view, seat, each) for each in view.tickets(seat)]
            assert offer == [ticket_progress(view, seat, each) for each in view.offer(seat)]


def test_it_is_the_same_where_only_its_parts_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine that is still compiling: what is ready is used by what is not."""
    game = Game("usa", 2, seed=4)
    game.play(game.legal_actions()[0])
    game.play(game.legal_actions()[0])
    seat = game.to_act
    assert seat is not None
    whole = Outlook(game.view(seat), seat)
    monkeypatch.setattr(outlook_module, "look_ahead", getattr(look_ahead, "py_func", look_ahead))
    parts = Outlook(game.view(seat), seat)
    assert (parts.routes(), parts.almost()) == (whole.routes(), whole.almost())
