"""What is told after each kind of action, in order."""

import pytest

from anden.game import Game, Payment
from anden.game.events import (
    CardDrawn,
    CardTaken,
    DeckReshuffled,
    Event,
    GameOver,
    LastRound,
    Passed,
    PlayBegan,
    RouteClaimed,
    RowSwept,
    StationBuilt,
    TicketsDrawn,
    TicketsKept,
)

from .support import BOARDS, new_table, played, seated


def test_the_deal_tells_each_choice_and_then_that_play_begins() -> None:
    game = Game("europe", 3, 2, first=1)
    for seat, number in ((2, 2), (0, 3), (1, 4)):
        kept = game.position.offer(seat)[:number]
        told = game.play(f"keep {', '.join(kept)}", seat)
        assert told[0] == TicketsKept(seat, number, kept, at_deal=True)
    assert told[1:] == (PlayBegan(1, (3, 4, 2)),)


def test_a_card_from_the_row_is_told_with_its_colour() -> None:
    assert seated(new_table("usa")).play("draw blue") == (CardTaken(0, "blue"),)


def test_a_blind_card_is_told_with_its_colour() -> None:
    game = seated(new_table("usa").set_deck(red=9))
    assert game.play("draw deck") == (CardDrawn(0, "red"),)
    assert game.play("draw deck") == (CardDrawn(0, "red"),)
    game = seated(new_table("usa").set_deck(wild=9))
    assert game.play("draw deck") == (CardDrawn(0, "wild"),)


def test_tickets_are_told_when_drawn_and_when_kept() -> None:
    table = new_table("usa").stack_tickets("boston-miami", "denver-el_paso", "calgary-phoenix")
    game = seated(table)
    offer = ("boston-miami", "denver-el_paso", "calgary-phoenix")
    assert game.play("draw tickets") == (TicketsDrawn(0, 3, offer),)
    kept = ("denver-el_paso",)
    assert game.play("keep denver-el_paso") == (TicketsKept(0, 1, kept, at_deal=False),)


def test_fewer_tickets_than_usual_are_told_as_they_are() -> None:
    game = seated(new_table("usa").stack_tickets("boston-miami"))
    assert game.play("draw tickets") == (TicketsDrawn(0, 1, ("boston-miami",)),)


def test_a_route_is_told_with_its_payment_and_points() -> None:
    game = seated(new_table("usa").give(0, white=4, wild=2))
    paid = Payment("white", 4, 2)
    told = game.play("claim calgary-winnipeg with 4 white 2 wild")
    assert told == (RouteClaimed(0, "calgary-winnipeg", paid, 15),)


def test_a_station_is_told_with_its_payment() -> None:
    game = seated(new_table("europe").give(0, red=2))
    told = game.play("station roma with 1 red")
    assert told == (StationBuilt(0, "roma", Payment("red", 1, 0)),)


def test_a_swept_row_is_told_as_it_lay() -> None:
    table = new_table("usa").stack_row("wild", "wild", "red", "blue", "green")
    table.set_deck(wild=1, red=12).set_discards()
    table.state["luck"] = 0
    events: tuple[Event, ...] = ()
    for draws in range(100):
        table.state["deck_draws"] = draws
        game = seated(table)
        events = game.play("draw green")
        if len(events) > 1:
            break
    assert events == (CardTaken(0, "green"), RowSwept(1, ("wild", "wild", "red", "blue", "wild")))
    assert game.position.row == ("red",) * 5


def test_a_deck_that_runs_out_is_told_to_be_reshuffled() -> None:
    game = seated(new_table("usa").set_deck(red=1).set_discards(blue=5))
    assert game.play("draw deck") == (CardDrawn(0, "red"), DeckReshuffled())
    assert game.position.deck_size == 5


def test_a_pass_is_told_and_enough_of_them_end_the_game() -> None:
    table = new_table("usa").set_deck().stack_tickets()
    for seat in range(2):
        table.state["pieces"][seat] = 3
        table.state["available"][seat] = 0
    game = seated(table)
    assert game.play("pass") == (Passed(0),)
    assert game.play("pass") == (Passed(1), GameOver())


def test_the_last_round_is_told_once_and_the_end_after_a_turn_each() -> None:
    table = new_table("london", players=3).give(0, wild=1).give(1, wild=1)
    table.state["pieces"][0] = 3
    table.state["pieces"][1] = 2
    game = seated(table)
    told = game.play("claim trafalgar_square-big_ben with 1 wild")
    assert told[-1] == LastRound(0)
    assert isinstance(told[0], RouteClaimed)
    told = game.play("claim big_ben-waterloo with 1 wild")
    assert [type(event) for event in told] == [RouteClaimed]
    for _ in range(3):
        assert GameOver() not in game.play("draw deck")
    assert (game.to_act, game.position.last_turns) == (0, 1)
    told = game.play("draw deck")
    assert [type(event) for event in told] == [CardDrawn, GameOver]
    assert [type(event) for event in game.events].count(LastRound) == 1


@pytest.mark.parametrize("name", BOARDS)
def test_a_whole_game_tells_its_milestones_once(name: str) -> None:
    kinds = [type(event) for event in played(name, 2, 11).events]
    assert [kinds.count(kind) for kind in (PlayBegan, LastRound, GameOver)] == [1, 1, 1]
    assert kinds[:3] == [TicketsKept, TicketsKept, PlayBegan]
    assert kinds[-1] is GameOver


@pytest.mark.parametrize("name", BOARDS)
def test_points_told_add_up_to_the_score(name: str) -> None:
    game = played(name, 3, 12)
    for seat in range(3):
        gained = [e.points for e in game.events if isinstance(e, RouteClaimed) and e.seat == seat]
        assert sum(gained) == game.position.score(seat)
