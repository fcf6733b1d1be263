"""What goes to a seat does not depend on what the seat may not know. Compared byte by byte."""

import json
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from anden.boards import builtin_boards
from anden.bots import make_bot
from anden.bots.asking import ask
from anden.bots.contract.positions import game_at
from anden.bots.contract.redeal import redeal
from anden.game import BuildStation, ClaimRoute, Game, Payment
from anden.server.audience import Audience
from anden.server.bots import wait_seconds
from anden.server.errors import RefusedError
from anden.server.options import reason_as_dict, reasons_as_dict, why_not_now
from anden.server.state_text import state_text
from anden.server.table import Table
from anden.server.table.playing import check_action

GAMES = 3  # of each board
EVERY = 8  # decisions
RANDOM_MOVES = 40  # at the start of a game; then it is played to win, and ends


def table_of(game: Game, seqs: list[int]) -> Table:
    """As much of a table as messages are made from."""
    lobby = SimpleNamespace(row=SimpleNamespace(status="playing"), holders=())
    table = SimpleNamespace(
        id="g",
        game=game,
        event_seqs=seqs,
        seq=len(seqs),
        is_playing=True,
        lobby=lobby,
        status="playing",
        clock=None,
        undoable=lambda seat: None,
    )
    table.audience = Audience(cast(Table, table))
    return cast(Table, table)


def positions(board: str) -> Iterator[tuple[Game, Game, int | None]]:
    """A game, one that differs only in what the seat can't see, and the seat."""
    for seed in range(GAMES):
        luck = Random(seed)
        game = Game(board, 2 + seed % 3, seed=seed)
        players = [make_bot("random", 1), make_bot("greedy", 2)]
        while game.to_act is not None:
            if luck.randrange(EVERY) == 0:
                for seat in range(game.players):
                    state = redeal(game.board, game.position.state, seat, luck)
                    other = game_at(game.board, game.players, seed, state)
                    other._events = list(game._events)
                    yield game, other, seat
            bot = players[len(game.moves) > RANDOM_MOVES]
            game.play(ask(bot, game.view(game.to_act)))


def wire(message: Any) -> str:
    return json.dumps(message, ensure_ascii=False, sort_keys=False)


@pytest.mark.compiled_only
@pytest.mark.parametrize("board", builtin_boards())
def test_state_message_is_the_same_whatever_is_hidden(board: str) -> None:
    differing = 0
    for game, other, seat in positions(board):
        hands = (g.position.state["hand"].tobytes() for g in (game, other))
        differing += len(set(hands)) == 2
        seqs = list(range(len(game.events)))
        since = max(0, len(seqs) - 20)
        for viewer in (seat, None):
            told = [state_text(table_of(each, seqs), viewer, since) for each in (game, other)]
            assert told[0] == told[1]
    assert differing > 30


@pytest.mark.compiled_only
@pytest.mark.parametrize("board", builtin_boards())
def test_reasons_and_refusals_are_the_same_whatever_is_hidden(board: str) -> None:
    luck = Random(board)
    for game, other, seat in positions(board):
        assert seat is not None
        told = [reasons_as_dict(g.view(seat), "en") for g in (game, other)]
        assert wire(told[0]) == wire(told[1])
        for action in some_actions(game, luck):
            reasons = [why_not_now(g.view(seat), action) for g in (game, other)]
            assert wire(reason_as_dict(reasons[0], "en")) == wire(reason_as_dict(reasons[1], "en"))
            assert refusal(game, seat, str(action)) == refusal(other, seat, str(action))


def some_actions(game: Game, luck: Random) -> list[Any]:
    board = game.board
    colours = [colour.id for colour in board.cards.colours]
    actions: list[Any] = [
        ClaimRoute(board.route_name(route.index), Payment(luck.choice(colours), route.length, 0))
        for route in luck.sample(board.routes, 6)
    ]
    actions.append(BuildStation(luck.choice(board.cities).id, Payment(None, 0, 1)))
    return [*actions, *luck.sample(game.legal_actions(), 1)]


def refusal(game: Game, seat: int, action: str) -> tuple[str, str] | None:
    """What the table answers to an action of this seat."""
    table = SimpleNamespace(game=game, seq=0, is_playing=True)
    try:
        check_action(cast(Table, table), seat, action, 0)
    except RefusedError as error:
        return error.code, error.text("en")
    return None


def test_no_state_tells_seed_deck_or_hash_of_the_state() -> None:
    game = Game("europe", 3, seed=0x1234_5678_9ABC_DEF0_0FED_CBA9_8765_4321)
    for seat in (None, 0, 1, 2):
        told = state_text(table_of(game, []), seat, 0)
        assert f"{game.seed:032x}" not in told
        assert game.digest[:6] not in told
        for other in range(3):
            for ticket in game.position.offer(other):
                assert (ticket in told) == (seat == other)


@pytest.mark.parametrize("pace", [0.5, 1.5, 3.0])
def test_bot_moves_on_the_beat_however_long_it_thought(pace: float) -> None:
    for thought in (0.0, 0.01, 0.3 * pace, 0.99 * pace):
        assert thought + wait_seconds(pace, thought) == pytest.approx(pace)
    assert 1.2 * pace + wait_seconds(pace, 1.2 * pace) == pytest.approx(2 * pace)
    assert wait_seconds(0.0, 1.0) == 0.0
