"""A view as JSON: field by field what the position says, and nothing that its seat may not know."""

import json
from random import Random
from typing import Any

import pytest

from anden.game import Game, View
from anden.game.events import TicketsKept
from anden.game.view_json import board_on_wire, event_as_dict, event_from_dict, view_as_dict
from anden.kernel.layout import NO_TICKET

from .support import MATCHES, choose, new_table, played, seated, walk


def public_seat(game: Game, seat: int) -> dict[str, Any]:
    position = game.position
    return {
        "score": position.score(seat),
        "pieces": position.pieces(seat),
        "hand_size": position.hand_size(seat),
        "known": position.known(seat),
        "routes": list(position.routes(seat)),
        "stations_left": position.stations_left(seat),
        "station_cities": list(position.station_cities(seat)),
        "has_chosen": position.has_chosen(seat),
        "ticket_count": position.ticket_count(seat),
        "tickets": list(position.tickets(seat)) if game.is_over else None,
    }


def own_names(view: View, seat: int) -> dict[str, Any]:
    told: dict[str, Any] = view_as_dict(view)["own"]
    return told | {key: [entry["ticket"] for entry in told[key]] for key in ("tickets", "offer")}


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_seats_are_told_as_the_position_has_them(name: str, players: int) -> None:
    luck = Random(players)
    for game in walk(Game(name, players, 40 + players), luck):
        if game.phase == "setup" or game.is_over or luck.random() < 0.1:
            expected = [public_seat(game, seat) for seat in range(players)]
            for viewer in (None, *range(players)):
                assert view_as_dict(game.view(viewer))["seats"] == expected


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_tickets_of_all_seats_are_null_until_the_game_is_over(name: str, players: int) -> None:
    for moves, is_told in ((0, False), (players, False), (60, False), (1_000_000, True)):
        game = played(name, players, 5, moves)
        assert game.is_over == is_told
        for viewer in (None, *range(players)):
            told = [seat["tickets"] for seat in view_as_dict(game.view(viewer))["seats"]]
            kept = [list(game.position.tickets(seat)) for seat in range(players)]
            assert told == (kept if is_told else [None] * players)


def test_own_things_are_told_to_their_seat_alone() -> None:
    game = played("usa", 2, 8, 40)
    assert view_as_dict(game.view(None))["own"] is None
    for seat in range(2):
        view, record = game.view(seat), game.position.state
        own = own_names(view, seat)
        assert own["hand"] == game.position.hand(seat)
        assert own["tickets"] == list(game.position.tickets(seat))
        mine = [
            game.board.ticket_name(int(ticket))
            for ticket, by in zip(record["returned"], record["returned_by"], strict=True)
            if ticket != NO_TICKET and by == seat
        ]
        assert own["returned"] == mine
        assert own["open_routes"] == [
            game.board.route_name(route.index)
            for route in game.board.routes
            if game.position.is_open(route.index, seat)
        ]


def test_an_offer_is_told_with_what_must_be_kept_of_it() -> None:
    table = new_table("usa").stack_tickets("boston-miami", "denver-el_paso").play("draw tickets")
    own = own_names(seated(table).view(0), 0)
    assert (own["offer"], own["must_keep"]) == (["boston-miami", "denver-el_paso"], 1)


def test_a_tunnel_is_told_while_it_is_dug_and_null_before() -> None:
    table = new_table("europe").give(0, red=4).set_deck(red=3)
    assert view_as_dict(seated(table).view(1))["tunnel"] is None
    table.play("claim barcelona-pamplona", "pay 2 red")
    told = view_as_dict(seated(table).view(1))["tunnel"]
    assert told is not None
    assert told["surcharge"] == 3
    assert told["revealed"] == ["red"] * 3


@pytest.mark.parametrize("name", ["usa", "europe", "london"])
def test_a_board_on_the_wire_names_routes_and_tickets_in_their_order(name: str) -> None:
    board = Game(name, 2, 1).board
    told = board_on_wire(board)
    assert [board.find_route(route) for route in told["route_names"]] == list(
        range(len(board.routes))
    )
    assert [board.find_ticket(ticket) for ticket in told["ticket_names"]] == list(
        range(len(board.tickets))
    )


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_views_are_plain_json_and_say_what_the_view_says(name: str, players: int) -> None:
    luck = Random(players)
    for game in walk(Game(name, players, 70 + players), luck):
        if luck.random() < 0.95 and not game.is_over:
            continue
        for seat in (None, *range(players)):
            view = game.view(seat)
            plain = view_as_dict(view)
            assert json.loads(json.dumps(plain)) == plain
            assert (plain["phase"], plain["to_act"]) == (view.phase, view.to_act)
            assert plain["row"] == list(view.row)
            assert plain["discards"] == game.position.discards
            assert sum(plain["discards"].values()) == int(game.position.state["discards"].sum())
            assert [entry["routes"] for entry in plain["seats"]] == [
                list(view.routes(other)) for other in range(players)
            ]
            if seat is None:
                assert plain["own"] is None
            else:
                assert plain["own"]["hand"] == view.hand(seat)
                assert [t["ticket"] for t in plain["own"]["tickets"]] == list(view.tickets(seat))
                assert [t["ticket"] for t in plain["own"]["offer"]] == list(view.offer(seat))


def test_tickets_of_others_are_told_when_the_game_is_over_and_not_before() -> None:
    game = played("london", 3, 2)
    assert all(entry["tickets"] for entry in view_as_dict(game.view(0))["seats"])
    game = played("london", 3, 2, 30)
    assert not any(entry["tickets"] for entry in view_as_dict(game.view(0))["seats"])


def test_a_tunnel_is_reported() -> None:
    game, luck = Game("europe", 2, 3), Random(3)
    while game.phase != "tunnel":
        game.play(choose(luck, game.legal_actions()))
    told = view_as_dict(game.view(0))["tunnel"]
    tunnel = game.position.tunnel
    assert tunnel is not None
    assert (told["route"], told["surcharge"]) == (tunnel.route, tunnel.surcharge)
    assert told["laid"]["cards"] + told["laid"]["wilds"] == tunnel.laid.total
    assert told["revealed"] == list(tunnel.revealed)


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_events_come_back_as_they_were(name: str, players: int) -> None:
    game = played(name, players, 9)
    for seat in (None, 0):
        for event in game.events_for(seat):
            plain = event_as_dict(event)
            assert json.loads(json.dumps(plain)) == plain
            assert event_from_dict(plain) == event


def test_events_are_called_by_their_names() -> None:
    plain = event_as_dict(TicketsKept(1, None, None, at_deal=True))
    assert plain == {
        "event": "tickets_kept",
        "seat": 1,
        "count": None,
        "tickets": None,
        "at_deal": True,
    }
