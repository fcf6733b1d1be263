"""Who may act, what a game can be made of, and the deal, where all choose at once."""

from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anden.boards import BoardError, load_board
from anden.game import Game, GameError, KeepTickets, WrongSeatError
from tests.support import rule

from .support import BOARDS, MATCHES, played


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_does_not_exist_is_refused_everywhere(seat: int) -> None:
    game = Game("usa", 2, 1)
    for call in (
        lambda: game.view(seat),
        lambda: game.legal_actions(seat),
        lambda: game.why_not("pass", seat),
        lambda: game.play("pass", seat),
        lambda: game.events_for(seat),
    ):
        with pytest.raises(WrongSeatError, match=f"no seat {seat}; seats are 0 to 1"):
            call()


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_only_the_seat_to_act_may_play(name: str, players: int) -> None:
    game = played(name, players, 3, players + 4)
    digest = game.digest
    for seat in range(players):
        if seat == game.to_act:
            assert game.legal_actions(seat) == game.legal_actions()
            continue
        assert game.legal_actions(seat) == []
        with pytest.raises(WrongSeatError, match=f"seat {seat} is not to act now"):
            game.play("draw deck", seat)
        with pytest.raises(WrongSeatError, match=f"seat {game.to_act} is"):
            game.why_not("draw deck", seat)
    assert game.digest == digest


def test_after_the_end_any_seat_is_told_that_the_game_is_over() -> None:
    game = played("london", 3, 1)
    assert game.to_act is None
    for seat in (None, 0, 1, 2):
        reason = game.why_not("draw deck", seat)
        assert reason is not None
        assert reason.name == "game_over"
        assert game.legal_actions(seat) == []


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_tickets_may_be_chosen_in_any_order(name: str, players: int) -> None:
    digests = set()
    told = set()
    for order in list(permutations(range(players)))[:24]:
        game = Game(name, players, 4)
        for seat in order:
            action = game.legal_actions(seat)[-1 - seat % 2]
            assert game.why_not(action, seat) is None
            game.play(action, seat)
        assert game.phase == "turn"
        digests.add(game.digest)
        told.add(game.events[-1])
    assert len(digests) == len(told) == 1


def test_who_has_chosen_tickets_may_not_choose_again() -> None:
    game = Game("europe", 3, 4)
    action = game.legal_actions(2)[0]
    game.play(action, 2)
    assert game.legal_actions(2) == []
    with pytest.raises(
        WrongSeatError, match="seat 2 has chosen its tickets; seats 0 and 1 have yet"
    ):
        game.play(action, 2)
    assert game.to_act == 0


def test_who_chooses_last_at_the_deal_is_told_alone() -> None:
    game = Game("usa", 2, 4)
    game.play(game.legal_actions(1)[0], 1)
    with pytest.raises(WrongSeatError, match="seat 1 has chosen its tickets; seat 0 has yet to"):
        game.play("draw deck", 1)


@rule("C3")
def test_after_the_choice_nothing_is_on_offer() -> None:
    game = Game("usa", 3, 5)
    assert len(game.view(1).offer(1)) == 3
    game.play(game.legal_actions(1)[0], 1)
    assert game.view(1).offer(1) == game.position.offer(1) == ()
    assert game.view(1).must_keep(1) == 0
    assert len(game.view(0).offer(0)) == 3


@pytest.mark.parametrize("number", [2.5, "2", None, [2]])
def test_players_seeds_and_seats_are_whole_numbers(number: Any) -> None:
    with pytest.raises(GameError, match="the number of players must be a whole number, not"):
        Game("usa", number, 1)
    with pytest.raises(GameError, match="must be a whole number"):
        Game("usa", 2, 1.5 if number is None else number)  # type: ignore[arg-type]
    game = Game("usa", 2, 1)
    if number is not None:
        for ask in (game.view, game.legal_actions, lambda seat: game.play("pass", seat)):
            with pytest.raises(GameError, match="a seat must be a whole number"):
                ask(number)


def test_numbers_of_any_integer_type_will_do() -> None:
    assert Game("usa", np.int8(3), np.uint64(9)).digest == Game("usa", 3, 9).digest


def test_what_was_judged_is_played_once_and_judged_again_after_a_move() -> None:
    game = Game("london", 2, 1)
    first, second = (game.judge(game.legal_actions(seat)[0], seat) for seat in (0, 1))
    game.play(first, 0)
    game.play(second, 1)  # the other's choice made no difference, which has to be seen again
    assert game.phase == "turn"
    with pytest.raises(WrongSeatError):
        game.play(second, 1 if game.to_act == 0 else 0)


def test_nobody_chooses_from_the_offer_of_another() -> None:
    game = Game("europe", 2, 4)
    reason = game.why_not(KeepTickets(game.position.offer(0)), seat=1)
    assert reason is not None
    assert reason.name == "not_offered"
    assert reason.rule == "C3"


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_for_its_numbers_of_players(name: str) -> None:
    players = load_board(name).players
    for number in (-1, 0, 1, players.max + 1, 1000):
        expected = f"{name} is for {players.min} to {players.max} players, not {number}"
        with pytest.raises(GameError, match=expected):
            Game(name, number)


@pytest.mark.parametrize("seed", [-1, 2**128])
def test_a_seed_has_128_bits(seed: int) -> None:
    with pytest.raises(GameError, match=r"the seed must be a number from 0 to 2\*\*128 - 1"):
        Game("usa", 2, seed)


def test_all_128_bits_of_a_seed_count() -> None:
    seeds = (0, 1, 2**63, 2**64, 2**127, 2**128 - 1)
    assert len({Game("usa", 2, seed).digest for seed in seeds}) == len(seeds)


def test_without_a_seed_every_game_is_another() -> None:
    assert Game("usa").seed != Game("usa").seed


@pytest.mark.parametrize("first", [-1, 2, 5])
def test_the_first_seat_must_be_one_of_the_game(first: int) -> None:
    with pytest.raises(GameError, match=f"the first seat must be 0 to 1, not {first}"):
        Game("usa", 2, first=first)


def test_the_first_seat_can_be_named_or_drawn() -> None:
    for first in range(3):
        game = Game("london", 3, 1, first=first)
        for seat in range(3):
            game.play(game.legal_actions(seat)[0], seat)
        assert game.to_act == first
    drawn = {int(Game("london", 3, seed).position.state["first"]) for seed in range(30)}
    assert drawn == {0, 1, 2}


@pytest.mark.parametrize("name", ["", "mars", "/nowhere/board.json", "a\0b"])
def test_an_unknown_board_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(BoardError, match="usa, europe, london"):
        Game(name)


def test_a_board_may_be_given_as_name_object_or_path(tmp_path: Path) -> None:
    board = load_board("london")
    file = tmp_path / "mine.json"
    file.write_text(board.source, "utf-8")
    assert {Game(given, 2, 1).digest for given in ("london", board, file, str(file))} == {
        Game("london", 2, 1).digest
    }


@pytest.mark.parametrize("board", [5, None, b"usa", ["usa"]])
def test_a_board_is_a_board_a_name_or_a_file(board: Any) -> None:
    with pytest.raises(GameError, match="the board must be a Board, a name or a file, not"):
        Game(board)
    assert Game(load_board("london")).board == Game("london").board


@rule("C3")
def test_at_the_deal_all_may_choose_and_later_the_seat_to_act_alone() -> None:
    game = Game("usa", 3, 5)
    assert [game.may_choose(seat) for seat in range(3)] == [True, True, True]
    game.play(game.legal_actions(1)[0], 1)
    assert [game.can_act(seat) for seat in range(3)] == [True, False, True]
    for seat in (2, 0):
        game.play(game.legal_actions(seat)[0], seat)
    assert not any(game.may_choose(seat) for seat in range(3))
    assert [seat for seat in range(3) if game.can_act(seat)] == [game.to_act]


def test_nobody_can_act_when_the_game_is_over() -> None:
    game = played("london", 2, 3)
    assert game.is_over
    assert not any(game.can_act(seat) for seat in range(2))
