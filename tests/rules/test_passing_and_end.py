"""How the game ends: passing and idle turns (C23), the last round (C24)."""

import pytest

from anden.kernel.layout import MAX_IDLE_TURNS, TURN
from anden.kernel.refusals import CAN_ACT, GAME_OVER
from tests.support import Table, rule


def stuck_table(board: str = "usa", players: int = 3) -> Table:
    """Nobody has a card, and none is left to draw; the ticket deck is empty."""
    table = Table(board, players=players).keep_all().set_deck().set_discards().stack_tickets()
    for seat in range(players):
        table.give(seat)
    return table


@rule("C23", "C5")
@pytest.mark.parametrize("board", ["usa", "europe", "london"])
def test_a_player_passes_only_with_no_legal_action(board: str) -> None:
    table = stuck_table(board)
    assert table.options() == {"pass"}
    for change in ("deck", "ticket", "card"):
        other = table.copy()
        if change == "deck":
            other.set_deck(blue=1)
        elif change == "ticket":
            other.stack_tickets(other.board.ticket_name(0))
        else:
            other.give(0, wild=1)
        assert "pass" not in other.options()
        assert other.why_not("pass") == CAN_ACT


@rule("C23", "E11")
def test_a_station_within_reach_forbids_passing() -> None:
    table = stuck_table("europe").give(0, green=1)  # no green route of one space
    assert table.options_to("claim") == set()
    assert len(table.options_to("station")) == 47
    assert not table.can("pass")
    table.state["stations_left"][0] = 0
    assert table.options() == {"pass"}


@rule("C23")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_game_ends_when_all_pass_in_turn(players: int) -> None:
    table = stuck_table(players=players)
    for _ in range(players):
        assert not table.is_over
        table.play("pass")
    assert table.is_over
    assert table.options() == set()
    assert table.why_not("pass") == GAME_OVER
    assert sorted(table.ranks())[0] == 1  # and it is scored


@rule("C23")
def test_an_action_between_passes_starts_the_count_again() -> None:
    table = stuck_table(players=3).give(2, red=1)
    table.play("pass", "pass", "claim dallas-houston:gray.1", "pay 1 red")
    # The red card is the deck now, so seat 0 draws it and seats 1, 2 and 0 pass.
    table.play("draw deck", "pass", "pass")
    assert not table.is_over
    table.give(0)
    table.play("pass")
    assert table.is_over


def tunnel_table() -> Table:
    """Two players who can dig the same tunnel for ever: the deck is three red cards."""
    table = Table("europe").keep_all().set_deck(red=3).set_discards()
    return table.give(0, red=4).give(1, red=4)


def abandon(table: Table) -> None:
    table.play("claim barcelona-pamplona", "pay 2 red", "withdraw")


@rule("C23", "E9")
def test_a_hundred_abandoned_tunnels_in_a_row_end_the_game() -> None:
    table = tunnel_table()
    assert MAX_IDLE_TURNS == 100
    for _ in range(99):
        abandon(table)
    assert table.phase == TURN
    abandon(table)
    assert table.is_over


@rule("C23", "E9")
def test_an_abandoned_tunnel_between_passes_starts_their_count_again() -> None:
    table = stuck_table("europe", players=2).play("pass")
    table.give(1, red=2).set_deck(red=3)
    abandon(table)
    assert table.state["passes"] == 0
    table.give(1).set_deck().stack_row()
    table.play("pass")
    assert not table.is_over
    table.play("pass")
    assert table.is_over


@rule("C23")
def test_a_real_action_starts_the_hundred_turns_again() -> None:
    table = tunnel_table()
    for _ in range(99):
        abandon(table)
    table.play("draw tickets", "keep all")
    for _ in range(2):
        abandon(table)
    assert table.phase == TURN
    assert table.state["idle_turns"] == 2


def last_round_table(players: int, first: int = 0) -> Table:
    table = Table("usa", players=players, first=first).keep_all().set_deck(blue=12)
    for seat in range(players):
        table.give(seat, wild=4)
    return table


def claim(table: Table, route: str, cards: int) -> None:
    table.play(f"claim {route}", f"pay {cards} wild")


@rule("C24")
@pytest.mark.parametrize(("pieces", "ends"), [(4, False), (3, True), (2, True), (1, True)])
def test_two_pieces_or_fewer_after_a_turn_begin_the_last_round(pieces: int, ends: bool) -> None:
    table = last_round_table(2)
    table.state["pieces"][0] = pieces
    claim(table, "atlanta-nashville", 1)
    assert table.pieces(0) == pieces - 1
    assert table.state["last_turns"] == (2 if ends else 0)


@rule("C24")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everyone_has_exactly_one_more_turn_the_trigger_last(players: int) -> None:
    for trigger in range(players):
        table = last_round_table(players)
        for _ in range(trigger):
            table.play("draw tickets", "keep all")
        table.state["pieces"][trigger] = 3
        claim(table, "atlanta-nashville", 1)
        seats = []
        while not table.is_over:
            seats.append(table.seat)
            table.play("draw deck", "draw deck")
        assert seats == [(trigger + 1 + turn) % players for turn in range(players)]
        assert table.options() == set()


@rule("C24")
def test_a_second_player_reaching_two_does_not_prolong_the_game() -> None:
    table = last_round_table(3)
    table.state["pieces"][0] = 3
    table.state["pieces"][1] = 3
    claim(table, "atlanta-nashville", 1)
    claim(table, "dallas-houston:gray.1", 1)
    table.play("draw deck", "draw deck")
    assert not table.is_over
    claim(table, "kansas_city-omaha:gray.1", 1)  # the trigger's own last turn
    assert table.pieces(0) == 1
    assert table.is_over


@rule("C24", "C23")
def test_a_pass_counts_as_a_last_turn() -> None:
    table = stuck_table(players=3)
    table.state["pieces"][0] = 3
    table.give(0, red=1).stack_row()
    table.play("claim dallas-houston:gray.1", "pay 1 red", "pass", "pass")
    assert not table.is_over
    table.play("pass")
    assert table.is_over


@rule("C24")
def test_tickets_drawn_on_the_last_turn_are_still_chosen() -> None:
    table = last_round_table(2)
    table.state["pieces"][0] = 3
    claim(table, "atlanta-nashville", 1)
    table.play("draw deck", "draw deck", "draw tickets")
    assert not table.is_over
    table.play("keep all")
    assert table.is_over
