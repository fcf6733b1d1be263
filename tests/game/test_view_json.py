"""A view as JSON: field by field what the position says, and nothing that its seat may not know."""

from random import Random
from typing import Any

import pytest

from anden.game import Game, View
from anden.game.view_json import board_on_wire, view_as_dict
from anden.kernel.layout import NO_TICKET

from .support import MATCHES, new_table, played, seated, walk


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
