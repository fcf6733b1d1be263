"""Setting up: C1 to C4, and what each board lays out."""

from collections import Counter
from itertools import permutations

import pytest

from anden.kernel.layout import NO_SEAT, SETUP, TURN, WILD
from anden.kernel.refusals import KEEP_FIRST, TOO_FEW_KEPT
from tests.support import Table, few_colours, rule, small_board

USA_COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
LONDON_COLOURS = ("blue", "green", "black", "pink", "yellow", "orange")


def all_cards(table: Table) -> Counter[str]:
    lying = Counter(kind for kind in table.row if kind)
    return sum(table.hand, table.deck + table.discards + lying)


@rule("C1")
@pytest.mark.parametrize(
    ("board", "players", "pieces", "stations", "hand"),
    [
        pytest.param("usa", (2, 3, 4, 5), 45, 0, 4, marks=rule("U1")),
        pytest.param("europe", (2, 3, 4, 5), 45, 3, 4, marks=rule("E1")),
        pytest.param("london", (2, 3, 4), 17, 0, 2, marks=rule("L1")),
    ],
)
def test_every_player_starts_with_pieces_a_hand_and_no_points(
    board: str, players: tuple[int, ...], pieces: int, stations: int, hand: int
) -> None:
    table = Table(board)
    assert (table.board.players.min, table.board.players.max) == (players[0], players[-1])
    for number in players:
        table = Table(board, players=number)
        for seat in range(number):
            assert table.pieces(seat) == pieces
            assert table.state["stations_left"][seat] == stations
            assert table.hand[seat].total() == hand
            assert table.points(seat) == 0
            assert table.routes(seat) == []


@pytest.mark.parametrize(
    ("board", "colours", "each", "wilds", "total"),
    [
        pytest.param("usa", USA_COLOURS, 12, 14, 110, marks=rule("U1")),
        pytest.param("europe", USA_COLOURS, 12, 14, 110, marks=rule("E1")),
        pytest.param("london", LONDON_COLOURS, 6, 8, 44, marks=rule("L1")),
    ],
)
def test_the_cards_of_the_board_are_all_there(
    board: str, colours: tuple[str, ...], each: int, wilds: int, total: int
) -> None:
    for seed in range(5):
        cards = all_cards(Table(board, seed=seed))
        assert cards == Counter(dict.fromkeys(colours, each) | {"wild": wilds})
        assert cards.total() == total


@rule("U1", "E1")
@pytest.mark.parametrize("board", ["usa", "europe"])
def test_trains_come_in_five_colours(board: str) -> None:
    colours = {colour.id for colour in Table(board).board.pieces.colours}
    assert colours == {"blue", "red", "green", "yellow", "black"}


@rule("C2")
@pytest.mark.parametrize(("board", "hands"), [("usa", 8), ("europe", 8), ("london", 4)])
def test_the_row_is_five_cards_from_the_deck(board: str, hands: int) -> None:
    for seed in range(10):
        table = Table(board, seed=seed)
        assert None not in table.row
        away = hands + 5 + table.discards.total()
        assert table.deck.total() == table.board.cards.total - away
        assert table.discards.total() == 5 * table.state["sweeps"]


@rule("C9")
def test_the_first_row_is_swept_as_often_as_needed() -> None:
    board = small_board("a-b 1 red, b-c 1 red", "a-b 1, a-c 2", cards=few_colours(red=20, wild=20))
    sweeps = []
    for seed in range(20):
        table = Table(board, seed=seed)
        assert table.row.count("wild") < 3
        sweeps.append(int(table.state["sweeps"]))
        if sweeps[-1]:
            assert list(table.state["swept"]).count(WILD) >= 3
    assert 0 in sweeps
    assert max(sweeps) > 1


@rule("C10")
def test_the_first_row_stays_when_the_cards_allow_no_better() -> None:
    board = small_board("a-b 1 red, b-c 1 red", "a-b 1, a-c 2", cards=few_colours(red=2, wild=20))
    for seed in range(10):
        table = Table(board, seed=seed)
        assert table.row.count("wild") >= 3
        assert table.state["sweeps"] == 0


@rule("C3")
def test_nobody_takes_a_turn_before_everybody_has_chosen() -> None:
    table = Table("usa", players=3)
    for _ in range(3):
        assert table.phase == SETUP
        assert all(option.startswith("keep ") for option in table.options())
        for action in ("draw deck", "draw tickets", "claim denver-omaha"):
            assert table.why_not(action) == KEEP_FIRST
        table.play("keep all")
    assert table.phase == TURN
    assert table.can("draw deck")


@rule("C3")
@pytest.mark.parametrize(
    ("board", "dealt", "fewest"),
    [
        pytest.param("usa", 3, 2, marks=rule("U2")),
        pytest.param("europe", 4, 2, marks=rule("E2")),
        pytest.param("london", 2, 1, marks=rule("L2")),
    ],
)
def test_any_dealt_tickets_may_be_kept_if_not_too_few(board: str, dealt: int, fewest: int) -> None:
    table = Table(board)
    offer = table.offered(0)
    assert len(offer) == len(table.offered(1)) == dealt
    kept = {frozenset(choice.split(", ")) for choice in table.options_to("keep")}
    assert all(len(choice) >= fewest for choice in kept)
    subsets = sum(bits.bit_count() >= fewest for bits in range(1 << dealt))
    assert len(kept) == subsets
    assert table.why_not(f"keep {', '.join(offer[: fewest - 1])}") == TOO_FEW_KEPT


@rule("C3")
def test_the_order_of_choosing_makes_no_difference() -> None:
    def chosen_in(order: tuple[int, ...]) -> bytes:
        table = Table("usa", players=3, first=1)
        for seat in order:
            offer = table.take_seat(seat).offered(seat)
            table.play(f"keep {offer[0]}, {offer[1 + seat % 2]}")
        return bytes(table.state.tobytes())

    assert len({chosen_in(order) for order in permutations(range(3))}) == 1


@rule("C3", "C22")
@pytest.mark.parametrize("board", ["usa", "europe", "london"])
def test_what_others_chose_shows_only_when_all_have(board: str) -> None:
    table = Table(board, players=3)
    views = set()
    for choice in table.options_to("keep"):
        after = table.copy().play(f"keep {choice}")
        views.add((after.view(1), after.view(2), after.view(NO_SEAT)))
        assert list(after.state["ticket_count"][:3]) == [0, 0, 0]
        after.play("keep all", "keep all")
        assert after.state["ticket_count"][0] == choice.count(",") + 1
    assert len(views) == 1


@rule("C3")
def test_players_see_only_their_own_dealt_tickets() -> None:
    table = Table("europe", players=2)
    other = table.copy()
    other.offer(0, *reversed(table.offered(0)))
    other.state["ticket_pool"] = table.state["ticket_pool"]
    assert table.view(1) == other.view(1)
    assert table.view(0) != other.view(0)


@rule("C4")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_host_names_the_first_player_and_play_goes_clockwise(players: int) -> None:
    for first in range(players):
        table = Table("usa", players=players, first=first).keep_all()
        for turn in range(2 * players):
            assert table.seat == (first + turn) % players
            table.play("draw deck", "draw deck")


@rule("C4")
def test_the_host_s_choice_changes_nothing_else() -> None:
    states = [Table("london", players=4, first=first).state for first in range(4)]
    for state in states:
        state["first"] = 0
    assert len({state.tobytes() for state in states}) == 1


@rule("C4")
@pytest.mark.parametrize("players", [2, 5])
def test_anybody_can_be_drawn_to_go_first(players: int) -> None:
    firsts = Counter(
        int(Table("usa", players=players, seed=seed, first=NO_SEAT).state["first"])
        for seed in range(60)
    )
    assert set(firsts) == set(range(players))
    assert min(firsts.values()) >= 3


@rule("U2", "L2")
@pytest.mark.parametrize("board", ["usa", "london"])
def test_tickets_dropped_at_the_deal_go_under_the_deck(board: str) -> None:
    table = Table(board, players=2, first=1)
    offers = [table.offered(seat) for seat in range(2)]
    left = int(table.state["pool_size"])
    for offer in offers:
        table.play(f"keep {', '.join(offer[1:])}")
    assert table.returned() == [offers[0][0], offers[1][0]]
    assert table.state["pool_size"] == left == len(table.board.tickets) - 2 * len(offers[0])
    assert [table.tickets(seat) for seat in range(2)] == [set(offer[1:]) for offer in offers]


@rule("U2", "E2", "L2")
@pytest.mark.parametrize(("board", "tickets"), [("usa", 30), ("europe", 46), ("london", 20)])
def test_the_board_has_so_many_tickets_and_deals_each_once(board: str, tickets: int) -> None:
    table = Table(board, players=Table(board).board.players.max)
    assert len(table.board.tickets) == tickets
    dealt = [ticket for seat in range(table.players) for ticket in table.offered(seat)]
    assert len(dealt) == len(set(dealt))
