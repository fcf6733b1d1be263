"""Positions, actions, and what is said against them: order of play, drawing, tickets."""

from collections.abc import Callable
from dataclasses import dataclass

from anden.game import Game
from tests.support import Table

from .support import new_table, seated

RED_TUNNEL = "erzurum-sochi"  # 3 spaces


@dataclass(frozen=True)
class Case:
    name: str
    rule: str
    action: str
    text: str
    table: Callable[[], Table]

    def game(self) -> Game:
        return seated(self.table())

    def __str__(self) -> str:
        return f"{self.name}-{self.rule}"


def usa() -> Table:
    return new_table("usa")


def europe() -> Table:
    return new_table("europe")


def london() -> Table:
    return new_table("london")


def dug(**hand: int) -> Table:
    """Seat 0 has laid all it can for a red tunnel, and three wilds came up."""
    table = europe().give(0, **hand)
    table.set_deck(wild=9).play(f"claim {RED_TUNNEL}")
    return table.play("pay 3 red" if "red" in hand else "pay 3 wild")


def without_cards() -> Table:
    table = usa().set_deck()
    return table.deal_rest(seat=1)


def choosing() -> Table:
    return usa().stack_tickets("boston-miami", "denver-el_paso").play("draw tickets")


def over() -> Table:
    table = london()
    table.state["pieces"][0] = 2
    table.play("draw deck", "draw deck")
    return table.play(*["draw deck"] * 4)


TURN_CASES = [
    Case("game_over", "C24", "draw deck", "the game is over", over),
    Case("game_over", "C24", "keep brick_lane-globe_theatre", "the game is over", over),
    Case(
        "keep_first", "C3", "draw deck", "choose the tickets you keep first", lambda: Table("usa")
    ),
    Case(
        "keep_first",
        "C3",
        "station roma with 1 red",
        "choose the tickets you keep first",
        lambda: Table("europe"),
    ),
    Case("keep_first", "C21", "draw deck", "choose the tickets you keep first", choosing),
    Case(
        "draw_first",
        "C15",
        "claim denver-omaha with 4 wild",
        "draw your second card first",
        lambda: usa().give(0, wild=4).play("draw deck"),
    ),
    Case(
        "tunnel_first",
        "E7",
        "draw tickets",
        "pay for the tunnel or withdraw first",
        lambda: dug(red=5),
    ),
    Case(
        "nothing_offered",
        "C21",
        "keep boston-miami",
        "there are no tickets to choose from; draw tickets first",
        usa,
    ),
    Case(
        "nothing_to_pay",
        "E7",
        "pay 1 red",
        "there is nothing to pay; claim a route or build a station, and name the cards with it",
        europe,
    ),
    Case("no_tunnel", "E9", "withdraw", "there is no tunnel to withdraw from", europe),
    Case("can_act", "C5", "pass", "you can still do something, so you can't pass", usa),
    Case(
        "no_cards",
        "C13",
        "draw deck",
        "deck and discards are empty, so nobody can draw cards, not even from the row",
        without_cards,
    ),
    Case(
        "no_cards",
        "C13",
        "draw purple",
        "deck and discards are empty, so nobody can draw cards, not even from the row",
        without_cards,
    ),
    Case("not_in_row", "C6", "draw red", "there is no such card in the row", usa),
    Case(
        "no_second_wild",
        "C7",
        "draw wild",
        "a bus card from the row is a whole draw, so it can't be your second card",
        lambda: london().stack_row("wild", "blue", "blue", "green", "pink").play("draw deck"),
    ),
    Case(
        "no_tickets",
        "C21",
        "draw tickets",
        "no tickets are left to draw",
        lambda: usa().stack_tickets(),
    ),
    Case(
        "not_offered",
        "C21",
        "keep boston-miami, chicago-los_angeles",
        "you can only keep tickets that you were offered",
        choosing,
    ),
    Case(
        "not_offered",
        "C3",
        "keep boston-miami, chicago-los_angeles",
        "you can only keep tickets that you were offered",
        lambda: Table("usa").offer(0, "boston-miami", "denver-el_paso", "calgary-phoenix"),
    ),
    Case(
        "too_few_kept",
        "C3",
        "keep boston-miami",
        "keep at least 2 tickets",
        lambda: Table("usa").offer(0, "boston-miami", "denver-el_paso", "calgary-phoenix"),
    ),
]
