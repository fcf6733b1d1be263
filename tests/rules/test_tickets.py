"""Tickets during the game: C21, C22, U2, E2, E3, L2."""

import random
from itertools import pairwise

import pytest

from anden.kernel.layout import KEEP, NO_SEAT, OVER
from anden.kernel.refusals import KEEP_FIRST, NO_TICKETS, NOT_OFFERED, TOO_FEW_KEPT
from tests.support import Table, rule, small_board

FOUR = ("denver-el_paso", "houston-kansas_city", "atlanta-new_york", "duluth-houston")


@rule("C21")
@pytest.mark.parametrize(
    ("board", "drawn"),
    [
        pytest.param("usa", 3, marks=rule("U2")),
        pytest.param("europe", 3, marks=rule("E3")),
        pytest.param("london", 2, marks=rule("L2")),
    ],
)
def test_so_many_tickets_are_drawn_and_any_of_them_kept_but_none(board: str, drawn: int) -> None:
    table = Table(board).keep_all()
    before = table.tickets(0)
    table.play("draw tickets")
    offer = table.offered(0)
    assert len(set(offer)) == drawn
    assert len(table.options_to("keep")) == len(table.options()) == 2**drawn - 1
    assert table.why_not("keep ") == TOO_FEW_KEPT
    assert table.why_not("draw deck") == KEEP_FIRST
    table.play(f"keep {offer[0]}")
    assert table.tickets(0) == before | {offer[0]}
    assert table.state["ticket_count"][0] == len(before) + 1
    assert table.returned() == offer[1:]
    assert table.seat == 1


@rule("C21")
def test_tickets_come_from_the_top_and_go_under_the_deck_in_order() -> None:
    table = Table("usa").keep_all().stack_tickets(*FOUR)
    table.play("draw tickets")
    assert table.offered(0) == list(FOUR[:3])
    table.play(f"keep {FOUR[1]}")
    assert table.returned() == [FOUR[3], FOUR[0], FOUR[2]]
    table.play("draw tickets")
    assert table.offered(1) == [FOUR[3], FOUR[0], FOUR[2]]


@rule("C21")
def test_returned_tickets_come_back_only_after_all_others() -> None:
    table = Table("usa").keep_all()
    unseen = {table.board.ticket_name(ticket.index) for ticket in table.board.tickets}
    unseen -= table.tickets(0) | table.tickets(1)
    under: list[str] = []
    for left in range(24, 0, -1):
        assert len(unseen) + len(under) == left
        table.play("draw tickets")
        offer = table.offered(table.seat)
        assert len(offer) == min(3, left)
        fresh = min(len(unseen), len(offer))
        assert set(offer[:fresh]) <= unseen
        unseen -= set(offer[:fresh])
        assert offer[fresh:] == under[: len(offer) - fresh]
        under = under[len(offer) - fresh :] + offer[1:]
        table.play(f"keep {offer[0]}")
    assert not table.can("draw tickets")
    assert table.state["ticket_count"].sum() == 30


@rule("C21", "E3")
def test_the_order_under_the_deck_holds_however_many_are_returned() -> None:
    """Two go under the deck in every turn: more in a game than there is room for at once."""
    table = Table("europe").keep_all()
    under: list[tuple[str, int]] = []
    fresh = int(table.state["pool_size"])
    put_under = 0
    while table.can("draw tickets"):
        seat = table.seat
        offer = table.play("draw tickets").offered(seat)
        from_under = len(offer) - min(fresh, len(offer))
        assert offer[len(offer) - from_under :] == [name for name, _ in under[:from_under]]
        fresh -= len(offer) - from_under
        under = under[from_under:] + [(name, seat) for name in offer[1:]]
        put_under += len(offer) - 1
        table.play(f"keep {offer[0]}")
        assert table.returned() == [name for name, _ in under]
        assert table.returners() == [seat for _, seat in under]
    assert put_under > len(table.state["returned"])
    assert (table.state["returned_by"] == NO_SEAT).all()


def five_ticket_table() -> Table:
    """Five tickets in every offer, at the deal and later."""
    cities = "abcdefg"
    routes = ", ".join(f"{a}-{b} 1 red" for a, b in pairwise(cities))
    pairs = [f"{a}-{b}" for a in cities for b in cities if a < b]
    deal = {"regular": 5, "long": 0, "keep": 3, "dropped": "under_deck"}
    tickets = ", ".join(f"{pair} {points + 1}" for points, pair in enumerate(pairs))
    draw = {"count": 5, "keep": 1}
    return Table(small_board(routes, tickets, ticket_deal=deal, ticket_draw=draw))


@rule("C3", "C21")
def test_all_of_an_offer_of_five_may_be_kept() -> None:
    table = five_ticket_table()
    assert len(table.options_to("keep")) == 10 + 5 + 1
    dealt = [set(table.offered(seat)) for seat in range(2)]
    table.keep_all()
    assert [table.tickets(seat) for seat in range(2)] == dealt
    offer = table.play("draw tickets").offered(0)
    assert len(offer) == 5
    assert len(table.options_to("keep")) == 2**5 - 1
    table.play("keep all")
    assert table.tickets(0) == dealt[0] | set(offer)
    assert table.returned() == []
    assert table.seat == 1


@rule("C21")
def test_with_two_tickets_left_both_are_offered() -> None:
    table = Table("usa").keep_all().stack_tickets(*FOUR[:2]).play("draw tickets")
    assert table.options_to("keep") == {FOUR[0], FOUR[1], f"{FOUR[0]}, {FOUR[1]}"}
    assert table.why_not("keep ") == TOO_FEW_KEPT


@rule("C21")
@pytest.mark.parametrize(
    ("board", "ticket"),
    [("usa", FOUR[0]), ("europe", "paris-wien"), ("london", "british_museum-waterloo")],
)
def test_the_only_ticket_left_must_be_kept(board: str, ticket: str) -> None:
    table = Table(board).keep_all().stack_tickets(ticket).play("draw tickets")
    assert table.options() == {f"keep {ticket}"}
    table.play("keep all")
    assert ticket in table.tickets(0)
    assert table.why_not("draw tickets") == NO_TICKETS


@rule("C21")
def test_tickets_not_on_offer_cannot_be_kept() -> None:
    table = Table("usa").keep_all().stack_tickets(*FOUR[:2]).play("draw tickets")
    wider = table.copy().offer(0, *FOUR[:3])
    action = wider.action(f"keep {FOUR[2]}")
    assert table.why_not_id(action) == NOT_OFFERED


@rule("C21", "C22")
@pytest.mark.parametrize("board", ["usa", "europe", "london"])
def test_kept_tickets_stay_whatever_is_played(board: str) -> None:
    table = Table(board, players=3).keep_all()
    held = [table.tickets(seat) for seat in range(3)]
    for _ in table.play_at_random(random.Random(3), 120):
        for seat in range(3):
            assert held[seat] <= table.tickets(seat)
            held[seat] = table.tickets(seat)


@rule("C22")
def test_any_number_of_tickets_may_be_held() -> None:
    table = Table("usa").keep_all()
    while table.can("draw tickets"):
        table.play("draw tickets", "keep all")
    assert len(table.tickets(0)) + len(table.tickets(1)) == 30


@rule("C22")
def test_tickets_and_what_they_complete_are_secret_until_the_end() -> None:
    done = Table("usa").keep_all().owns(0, "denver-santa_fe", "el_paso-santa_fe")
    done.holds(0, "denver-el_paso")
    other = Table("usa").keep_all().owns(0, "denver-santa_fe", "el_paso-santa_fe")
    other.holds(0, "boston-miami")
    for table in (done, other):
        table.state["pool_size"] = 20  # what is left in the ticket deck would tell as well
    assert done.view(1) == other.view(1)
    assert done.view(NO_SEAT) == other.view(NO_SEAT)
    assert done.view(0) != other.view(0)
    for table in (done, other):
        table.state["phase"] = OVER
    assert done.view(1) != other.view(1)
    assert done.score(0).completed == {"denver-el_paso"}
    assert other.score(0).completed == set()


@rule("C22")
def test_tickets_looked_at_and_returned_are_secret_too() -> None:
    views = []
    for top in (FOUR, (FOUR[1], FOUR[0], *FOUR[2:])):
        table = Table("usa").keep_all().stack_tickets(*top).play("draw tickets")
        assert table.phase == KEEP
        looking = table.view(1)
        table.play(f"keep {FOUR[2]}")
        views.append((looking, table.view(1)))
    assert views[0] == views[1]


@rule("E2")
def test_each_player_is_dealt_one_long_ticket_and_three_regular() -> None:
    for seed in range(5):
        table = Table("europe", players=5, seed=seed)
        for seat in range(5):
            offer = [table.board.find_ticket(name) for name in table.offered(seat)]
            is_long = [table.board.tickets[ticket].is_long for ticket in offer]
            assert sorted(is_long) == [False, False, False, True]
    tickets = table.board.tickets
    assert sum(ticket.is_long for ticket in tickets) == 6
    assert sum(not ticket.is_long for ticket in tickets) == 40


@rule("E2")
def test_the_long_ticket_may_be_dropped() -> None:
    table = Table("europe")
    offer = table.offered(0)
    regular = [t for t in offer if not table.board.tickets[table.board.find_ticket(t)].is_long]
    table.play(f"keep {', '.join(regular[:2])}")
    assert table.tickets(0) == set(regular[:2])


@rule("E2")
def test_tickets_dropped_at_the_deal_and_undealt_long_ones_leave_the_game() -> None:
    table = Table("europe", players=2)
    offers = [table.offered(seat) for seat in range(2)]
    for offer in offers:
        table.play(f"keep {offer[0]}, {offer[1]}")
    assert table.returned() == []
    gone = {ticket for offer in offers for ticket in offer[2:]}
    seen = []
    while table.can("draw tickets"):
        table.play("draw tickets")
        seen += table.offered(table.seat)
        table.play("keep all")
    assert len(seen) == len(set(seen)) == 40 - 6
    assert not set(seen) & gone
    assert not any(table.board.tickets[table.board.find_ticket(t)].is_long for t in seen)


@rule("E2")
def test_dropped_tickets_leave_unseen() -> None:
    table = Table("europe", players=2)
    offer = table.offered(0)
    other = table.copy()
    table.play(f"keep {offer[0]}, {offer[1]}", "keep all")
    other.play(f"keep {offer[0]}, {offer[2]}", "keep all")
    assert table.view(1) == other.view(1)
    assert table.view(NO_SEAT) == other.view(NO_SEAT)


@rule("E3")
def test_drawn_tickets_are_regular_and_refused_ones_go_under_the_deck() -> None:
    table = Table("europe").keep_all()
    for _ in range(30):  # long enough for refused ones to come back
        table.play("draw tickets")
        offer = table.offered(table.seat)
        assert not any(table.board.tickets[table.board.find_ticket(t)].is_long for t in offer)
        table.play(f"keep {offer[0]}")
        assert table.returned()[-2:] == offer[1:]
