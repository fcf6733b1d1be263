"""Observations tell a seat what it may know, where the documentation says."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anden.boards import builtin_boards, load_board
from anden.core.sets import members
from anden.envs import Batch, observation_parts, observation_size
from anden.envs.base import IdGame
from anden.envs.bounds import observation_high, return_bounds
from anden.envs.describe import observation_section
from anden.envs.spaces import Part
from anden.kernel.actions import DRAW_TICKETS, KEEP_TICKETS
from anden.kernel.encode import OBSERVATION_VERSION, encode
from anden.kernel.layout import KEEP, SETUP
from tests.envs.games import BOARDS, play_through

DOCUMENT = Path(__file__).parents[2] / "docs" / "observation.md"


def part(game: IdGame, seat: int, name: str) -> list[int]:
    parts = {part.name: part for part in observation_parts(game.board, game.players)}
    return [int(n) for n in game.observe(seat)[parts[name].start : parts[name].stop]]


def ones(indexes: Any, size: int) -> list[int]:
    members = set(indexes)
    return [int(index in members) for index in range(size)]


def test_tables_of_the_document_are_those_of_the_code() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert f"Observation version {OBSERVATION_VERSION}:" in text
    sections = re.split(r"(?=^## \w+, 2 players$)", text, flags=re.MULTILINE)[1:]
    expected = [observation_section(load_board(board), 2) for board in builtin_boards()]
    assert sorted(section.strip() for section in sections) == sorted(
        section.strip() for section in expected
    )


def test_describe_prints_the_table_of_any_board_and_number_of_players(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from anden.envs.describe import main

    main(["europe", "3"])
    assert "| seat 2 stations |" in capsys.readouterr().out


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_parts_follow_each_other_without_a_gap(board: str, players: int) -> None:
    parts = observation_parts(load_board(board), players)
    ends = [0, *(part.stop for part in parts)]
    assert [part.start for part in parts] == ends[:-1]
    assert isinstance(parts[0], Part)
    assert ends[-1] == observation_size(load_board(board), players)


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_encoding_the_state_gives_what_the_view_gives(board: str, players: int) -> None:
    for game in play_through(board, players, 3):
        row = np.zeros(game.observation_size, np.int16)
        length = encode(game.tables, game.state, game._nets[0], game._sketches[0], row)
        assert length == game.observation_size
        assert (row == game.observe(game.seat)).all()


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_observation_tells_the_position(board: str, players: int) -> None:
    for number, game in enumerate(play_through(board, players, 4)):
        if number % 7:
            continue
        record = game.state
        for seat in range(players):
            assert part(game, seat, "hand") == record["hand"][seat].tolist()
            tickets = members(record["tickets"][seat])
            assert part(game, seat, "tickets") == ones(tickets, len(game.board.tickets))
            offer = [int(ticket) for ticket in record["offer"][seat] if ticket >= 0]
            assert part(game, seat, "offer") == ones(offer, len(game.board.tickets))
            for place in range(players):
                other = (seat + place) % players
                view = game.view(None)
                routes = ones(view.route_ids(other), len(game.board.routes))
                assert part(game, seat, f"seat {place} routes") == routes
                told = part(game, seat, f"seat {place}")
                assert told[:2] == [view.score(other), view.pieces(other)]
                assert told[3:5] == [view.hand_size(other), view.ticket_count(other)]


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_observations_stay_within_their_bounds(board: str, players: int) -> None:
    high = observation_high(load_board(board), players)
    for game in play_through(board, players, 5):
        row = game.observe(game.seat)
        assert (row >= 0).all()
        assert (row <= high).all()


def shuffle_what_is_hidden(game: IdGame, seat: int, luck: np.random.Generator) -> None:
    """Other hands, tickets and offers, both decks, the seed: anything as long as counts stay."""
    record = game.state
    record["seed"] = luck.integers(1 << 62, size=2)
    record["luck"] = luck.integers(1 << 62, size=3)
    record["deck"] = luck.permutation(record["deck"])
    record["ticket_pool"] = luck.integers(1 << 62)
    for other in range(game.players):
        if other != seat:
            record["hand"][other] = luck.permutation(record["hand"][other])
            record["tickets"][other] = luck.integers(1 << 62)
            size = int(record["offer_size"][other])
            record["offer"][other][:size] = luck.permutation(len(game.board.tickets))[:size]
    others = (record["returned_by"] >= 0) & (record["returned_by"] != seat)
    record["returned"][others] = luck.permutation(record["returned"][others])


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_hidden_cards_of_others_change_no_observation(board: str, players: int) -> None:
    luck = np.random.default_rng(6)
    for number, game in enumerate(play_through(board, players, 6)):
        for seat in range(players) if number % 5 == 0 or game.is_over else ():
            other = game.copy()
            shuffle_what_is_hidden(other, seat, luck)
            assert (other.observe(seat) == game.observe(seat)).all()
            assert (other.mask(seat) == game.mask(seat)).all()


def test_choices_of_dealt_tickets_show_only_when_all_have_chosen() -> None:
    game = IdGame("europe", 3, "margin")
    game.deal(1)
    before = game.observe(2)
    game.play(KEEP_TICKETS + 0b1111)
    game.play(KEEP_TICKETS + 0b0011)
    assert (game.observe(2) == before).all()


def test_own_tickets_under_the_deck_show_wherever_they_lie() -> None:
    game = IdGame("usa", 2, "margin")
    game.deal(1)
    luck = np.random.default_rng(1)
    while not game.is_over:
        mask = game.mask(game.seat)
        options = np.flatnonzero(mask)
        if int(game.state["phase"]) in (SETUP, KEEP):
            game.play(options[0])  # keeps as few as it can
        else:
            game.play(DRAW_TICKETS if mask[DRAW_TICKETS] else luck.choice(options))
        for seat in range(2):
            own = game.state["returned"][game.state["returned_by"] == seat]
            assert part(game, seat, "returned") == ones(own.tolist(), len(game.board.tickets))


@pytest.mark.parametrize("reward", ["margin", "win", "points"])
def test_returns_stay_within_their_bounds(reward: str) -> None:
    lowest, highest = return_bounds(load_board("london"), reward)
    returns = np.zeros(3)
    for game in play_through("london", 3, 7, reward):
        returns += game.rewards
    assert (returns >= lowest).all()
    assert (returns <= highest).all()
    if reward == "points":
        assert returns.tolist() == list(game.totals)


def test_importing_the_environments_needs_neither_gymnasium_nor_pettingzoo() -> None:
    code = (
        "import sys; import anden.envs; "
        "sys.exit('gymnasium' in sys.modules or 'pettingzoo' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize(("board", "players"), BOARDS)
def test_without_the_glance_a_row_is_the_position_alone(board: str, players: int) -> None:
    plain = IdGame(board, players, "margin", glance=False)
    whole = IdGame(board, players, "margin")
    size = observation_size(load_board(board), players, glance=False)
    assert plain.observation_size == size < whole.observation_size
    luck = np.random.default_rng(3)
    for game in (plain, whole):
        game.deal(5)
    for _ in range(80):
        if whole.is_over:
            break
        action = luck.choice(np.flatnonzero(whole.mask(whole.seat)))
        for seat in range(players):
            assert (plain.observe(seat) == whole.observe(seat)[:size]).all()
        plain.play(action)
        whole.play(action)
    batch = Batch(board, players, 3, glance=False)
    assert batch.buffers.observations.shape[1] == size
