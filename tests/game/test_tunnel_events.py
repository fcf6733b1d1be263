"""What is told of a tunnel: dug, paid for, or given up."""

from anden.game import Game, Payment, Tunnel
from anden.game.events import RouteClaimed, TunnelAbandoned, TunnelDug

from .support import new_table, seated

RED = "erzurum-sochi"  # 3 spaces


def digging(hand: dict[str, int], deck: dict[str, int]) -> Game:
    """Seat 0 holds these cards; the deck is those."""
    return seated(new_table("europe").give(0, **hand).set_deck(**deck))


def test_a_tunnel_without_surcharge_is_dug_and_claimed_at_once() -> None:
    game = digging({"red": 3}, {"blue": 9})
    laid = Payment("red", 3, 0)
    told = game.play(f"claim {RED} with 3 red")
    assert told == (
        TunnelDug(0, RED, laid, ("blue", "blue", "blue"), 0),
        RouteClaimed(0, RED, laid, 4),
    )
    assert game.to_act == 1


def test_a_surcharge_waits_for_a_decision() -> None:
    game = digging({"red": 5, "wild": 2}, {"red": 9})
    laid = Payment("red", 3, 0)
    told = game.play(f"claim {RED} with 3 red")
    assert told == (TunnelDug(0, RED, laid, ("red", "red", "red"), 3),)
    assert (game.to_act, game.phase) == (0, "tunnel")
    assert game.position.tunnel == Tunnel(RED, laid, ("red", "red", "red"), 3)
    assert [str(action) for action in game.legal_actions()] == [
        "withdraw",
        "pay 2 red 1 wild",
        "pay 1 red 2 wild",
    ]


def test_a_paid_surcharge_is_told_together_with_the_laid_cards() -> None:
    game = digging({"red": 5, "wild": 2}, {"red": 9})
    game.play(f"claim {RED} with 3 red")
    told = game.play("pay 1 red 2 wild")
    assert told == (RouteClaimed(0, RED, Payment("red", 4, 2), 4),)
    assert game.position.tunnel is None
    assert game.position.hand(0) == {"red": 1}


def test_a_surcharge_in_wilds_on_a_coloured_tunnel_keeps_the_colour() -> None:
    game = digging({"red": 3, "wild": 3}, {"red": 9})
    game.play(f"claim {RED} with 3 red")
    assert game.play("pay 3 wild") == (RouteClaimed(0, RED, Payment("red", 3, 3), 4),)


def test_a_tunnel_of_wilds_is_surcharged_by_wilds_only() -> None:
    game = digging({"wild": 4}, {"red": 9})
    laid = Payment(None, 0, 3)
    told = game.play(f"claim {RED} with 3 wild")
    assert told[0] == TunnelDug(0, RED, laid, ("red", "red", "red"), 0)
    assert told[1] == RouteClaimed(0, RED, laid, 4)


def test_an_abandoned_tunnel_is_told_and_the_cards_come_back() -> None:
    game = digging({"red": 4}, {"red": 9})
    game.play(f"claim {RED} with 3 red")
    assert game.position.hand(0) == {"red": 1}
    assert game.play("withdraw") == (TunnelAbandoned(0, RED),)
    assert game.position.hand(0) == {"red": 4}
    assert game.position.routes(0) == ()
    assert game.to_act == 1


def test_fewer_cards_than_three_are_told_as_they_are() -> None:
    game = digging({"red": 4}, {"blue": 2})
    told = game.play(f"claim {RED} with 3 red")
    assert isinstance(told[0], TunnelDug)
    assert told[0].revealed == ("blue", "blue")


def test_everybody_sees_a_tunnel_being_dug() -> None:
    game = digging({"red": 4}, {"red": 9})
    game.play(f"claim {RED} with 3 red")
    for seat in (None, 0, 1):
        assert game.view(seat).tunnel == game.position.tunnel
        assert game.events_for(seat) == game.events
