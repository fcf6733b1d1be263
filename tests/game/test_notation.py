"""Actions as text and back."""

from pathlib import Path
from random import Random
from typing import get_args

import pytest

from anden.boards import Board, load_board
from anden.game import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    Game,
    KeepTickets,
    NotationError,
    Pass,
    Payment,
    PayTunnel,
    Withdraw,
    action_name,
    parse_action,
)
from tests.support import small_board

from .support import BOARDS, MATCHES, walk


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_every_legal_action_reads_back(name: str, players: int) -> None:
    board = load_board(name)
    met: set[Action] = set()
    for game in walk(Game(name, players, players), Random(players)):
        met.update(game.legal_actions())
    assert {type(action) for action in met} >= {DrawCard, DrawBlind, KeepTickets, ClaimRoute}
    for action in met:
        assert parse_action(board, str(action)) == action
        assert action_name(action) == str(action)


@pytest.mark.parametrize("name", BOARDS)
def test_every_route_and_ticket_has_one_spelling(name: str) -> None:
    board = load_board(name)
    routes = [
        ClaimRoute(board.route_name(r.index), Payment(None, 0, r.length)) for r in board.routes
    ]
    tickets = [KeepTickets((board.ticket_name(ticket.index),)) for ticket in board.tickets]
    actions: list[Action] = [*routes, *tickets]
    texts = {str(action) for action in actions}
    assert len(texts) == len(actions)
    assert [parse_action(board, str(action)) for action in actions] == actions


def claim(route: str, colour: str | None, cards: int, wilds: int = 0) -> ClaimRoute:
    return ClaimRoute(route, Payment(colour, cards, wilds))


@pytest.mark.parametrize(
    ("board", "text", "action"),
    [
        ("usa", "draw blue", DrawCard("blue")),
        ("usa", "draw azul", DrawCard("blue")),
        ("usa", "  DRAW   Azul ", DrawCard("blue")),
        ("usa", "draw locomotive", DrawCard("wild")),
        ("usa", "draw locomotora", DrawCard("wild")),
        ("london", "draw autobús", DrawCard("wild")),
        ("london", "draw AUTOBUS", DrawCard("wild")),
        ("usa", "Draw Deck", DrawBlind()),
        ("usa", "draw TICKETS", DrawTickets()),
        ("usa", "Pass", Pass()),
        ("europe", "WITHDRAW ", Withdraw()),
        ("usa", "claim denver-omaha with 4 purple", claim("denver-omaha", "purple", 4)),
        ("usa", "claim Omaha-Denver with 4 violeta", claim("denver-omaha", "purple", 4)),
        ("usa", "CLAIM OMAHA–DENVER WITH 4 VIOLETA", claim("denver-omaha", "purple", 4)),
        ("usa", "claim Omaha - Denver  with  4 purple", claim("denver-omaha", "purple", 4)),
        (
            "usa",
            "claim Nueva York-Boston:rojo with 1 locomotora, 1 rojo",
            claim("boston-new_york:red", "red", 1, 1),
        ),
        ("usa", "claim denver-omaha with 0 red 4 wild", claim("denver-omaha", None, 0, 4)),
        ("usa", "claim denver-omaha with 1 wild + 3 red", claim("denver-omaha", "red", 3, 1)),
        (
            "europe",
            "claim zürich-MÜNCHEN with 2 amarillo",
            claim("munchen-zurich", "yellow", 2),
        ),
        (
            "europe",
            "station København with 1 red",
            BuildStation("kobenhavn", Payment("red", 1, 0)),
        ),
        ("europe", "station Roma with 1 wild", BuildStation("roma", Payment(None, 0, 1))),
        ("europe", "pay 2 ROJO", PayTunnel(Payment("red", 2, 0))),
        (
            "usa",
            "keep Miami-Boston , el_paso-denver",
            KeepTickets(("boston-miami", "denver-el_paso")),
        ),
        (
            "london",
            "keep st paul's-museo británico",
            KeepTickets(("british_museum-st_pauls",)),
        ),
    ],
)
def test_reading_is_lenient(board: str, text: str, action: Action) -> None:
    assert parse_action(load_board(board), text) == action


def test_a_game_plays_lenient_text_and_records_the_one_spelling() -> None:
    game = Game("usa", 2, 1)
    first, second, _ = game.position.offer(0)
    a, b = first.split("-")
    game.play(f"KEEP {b}-{a}, {second}")
    assert game.moves[0].action == f"keep {first}, {second}"


def test_the_longest_possible_action_is_not_too_long() -> None:
    cities = [f"{'c' * 38}{number:02}" for number in range(11)]
    routes = ", ".join(f"{cities[0]}-{city} 1 red" for city in cities[1:])
    tickets = ", ".join(f"{cities[0]}-{city} 2" for city in cities[1:])
    deal = {"regular": 5, "long": 0, "keep": 1, "dropped": "under_deck"}
    board = small_board(routes, tickets, ticket_deal=deal)
    game = Game(board, 2, 1)
    game.play(KeepTickets(game.position.offer(0)))
    assert len(game.position.tickets(0)) == 5


def documented_actions() -> list[str]:
    """The examples in the table of actions of docs/bots.md."""
    text = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    table = text.partition("### Actions\n")[2].partition("\n### ")[0]
    return [line.split("|")[3].strip(" `") for line in table.splitlines() if "| `" in line]


def test_the_documented_grammar_is_the_whole_one() -> None:
    boards = [load_board(name) for name in ("usa", "europe")]
    kinds = set()
    for text in documented_actions():
        read = [action for board in boards if (action := read_or_none(board, text)) is not None]
        assert read, text
        assert text in map(str, read)
        kinds.add(type(read[0]))
    assert kinds == set(get_args(Action))


def read_or_none(board: Board, text: str) -> Action | None:
    try:
        return parse_action(board, text)
    except NotationError:
        return None
