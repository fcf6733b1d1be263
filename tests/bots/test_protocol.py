"""What goes over the wire: all that a seat may know, and not a byte that depends on more."""

import json
from random import Random

import numpy as np
import pytest

from anden.bots.contract.redeal import redeal
from anden.bots.protocol import board_of, choose_line, hello_line, record_from_text
from anden.game import Game
from anden.kernel import STATE
from tests.game.support import MATCHES, played, walk


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_messages_do_not_depend_on_what_is_hidden(name: str, players: int) -> None:
    luck = Random(players)
    for game in walk(Game(name, players, 60 + players), luck):
        if game.is_over or luck.random() < (0.5 if game.phase == "tunnel" else 0.95):
            continue
        for seat in range(players):
            before = _message(game, seat), hello_line(game.view(seat), 1, 1.0)
            state = game.position.state.copy()
            other = redeal(game.board, state, seat, luck)
            assert other.tobytes() != state.tobytes()
            _put(game, other)
            assert (_message(game, seat), hello_line(game.view(seat), 1, 1.0)) == before
            _put(game, state)


def test_messages_of_the_deal_do_not_depend_on_what_is_hidden() -> None:
    game, luck = Game("europe", 3, 1), Random(1)
    before = _message(game, 0)
    game.play(game.legal_actions(1)[0], 1)
    _put(game, redeal(game.board, game.position.state.copy(), 0, luck))
    assert json.loads(_message(game, 0))["legal"] == json.loads(before)["legal"]
    assert json.loads(_message(game, 0))["view"]["own"] == json.loads(before)["view"]["own"]


def _message(game: Game, seat: int) -> bytes:
    view = game.view(seat)
    return choose_line(view, view.legal_actions(), game.events_for(seat), has_record=True)


def _put(game: Game, state: np.void) -> None:
    for field in STATE.names or ():
        game.position.state[field] = state[field]


def test_redealing_keeps_every_card_and_ticket() -> None:
    game, luck = played("europe", 4, 5, 150), Random(1)
    state = game.position.state
    other = redeal(game.board, state, 2, luck)
    assert (other["hand"].sum(axis=0) + other["deck"]).tolist() == (
        state["hand"].sum(axis=0) + state["deck"]
    ).tolist()
    assert other["hand"].sum(axis=1).tolist() == state["hand_size"].tolist()
    tickets = [int(other["ticket_pool"]), *map(int, other["tickets"])]
    assert sum(tickets) == int(state["ticket_pool"]) + sum(map(int, state["tickets"]))
    assert [t.bit_count() for t in tickets[1:]] == state["ticket_count"].tolist()


def test_a_host_gets_the_board_and_the_view_as_they_are() -> None:
    view = played("europe", 3, 4, 80).view(1)
    hello = json.loads(hello_line(view, 5, 0.5))
    assert board_of(hello) == view.board
    assert hello["route_names"][3] == view.board.route_name(3)
    assert hello["ticket_names"][3] == view.board.ticket_name(3)
    message = json.loads(choose_line(view, [], [], has_record=True))
    assert record_from_text(message["record"]).tobytes() == view.state.tobytes()
    assert "record" not in json.loads(choose_line(view, [], []))
