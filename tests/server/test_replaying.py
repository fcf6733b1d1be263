"""Stored rows played again: one that was altered is found by everybody who plays them."""

from dataclasses import replace

import pytest

from anden.boards import load_board
from anden.game import Game, GameError
from anden.server.replaying import begin_game, replay_game, replay_rows
from anden.server.storage import ActionRow, Lobby
from tests.server.test_storage import some_lobby


@pytest.fixture(scope="module")
def lobby() -> Lobby:
    lobby = some_lobby()
    row = replace(lobby.row, status="playing", board_sha256=load_board(lobby.row.board).sha256)
    return replace(lobby, row=row)


@pytest.fixture(scope="module")
def rows(lobby: Lobby) -> list[ActionRow]:
    """The first moves of a game, in which cards are drawn."""
    game = begin_game(lobby)
    rows: list[ActionRow] = []
    for _ in range(6):
        seat, before = game.to_act, game.digest[:6]
        assert seat is not None
        action = str(game.legal_actions()[0])
        game.play(action, seat)
        rows.append(ActionRow(len(rows) + 1, seat, action, before, None, 0.0))
    return rows


def test_rows_are_played_in_their_order(lobby: Lobby, rows: list[ActionRow]) -> None:
    game = replay_game(lobby, rows)
    assert [(move.seat, move.action) for move in game.moves] == [
        (row.seat, row.action) for row in rows
    ]


def test_the_rest_can_be_played_by_somebody_else(lobby: Lobby, rows: list[ActionRow]) -> None:
    game, played = replay_game(lobby, rows[:4]), []

    def play(row: ActionRow) -> None:
        played.append(row.number)
        game.play(row.action, row.seat)

    replay_rows(game, rows[4:], play)
    assert played == [5, 6]
    assert game.digest == replay_game(lobby, rows).digest


def test_an_altered_row_is_found_though_its_action_is_legal(
    lobby: Lobby, rows: list[ActionRow]
) -> None:
    game = replay_game(lobby, rows[:3])
    other = next(str(each) for each in game.legal_actions() if str(each) != rows[3].action)
    altered = [*rows[:3], replace(rows[3], action=other), *rows[4:]]
    with pytest.raises(GameError, match="action 5 does not fit"):
        replay_game(lobby, altered)


def test_a_row_that_is_missing_or_comes_twice_is_found(lobby: Lobby, rows: list[ActionRow]) -> None:
    with pytest.raises(GameError, match="action 3 does not fit"):
        replay_game(lobby, [rows[0], *rows[2:]])
    with pytest.raises(GameError, match="action 2 does not fit"):
        replay_game(lobby, [*rows[:2], rows[1]])


def test_nothing_is_played_after_the_row_that_is_wrong(lobby: Lobby, rows: list[ActionRow]) -> None:
    game: Game = begin_game(lobby)
    with pytest.raises(GameError):
        replay_rows(game, [rows[0], rows[2]])
    assert game.num_moves == 1
