"""Why actions are refused: every payment there is, and the first and last id of every kind."""

import pytest

from anden.kernel import refusals
from anden.kernel.actions import CLAIM, KEEP_TICKETS, MAX_ACTIONS, PAY, PAY_WILDS, STATION
from anden.kernel.layout import GRAY, MAX_COLOURS, MAX_OFFER, WILD
from anden.kernel.refusals import (
    BAD_MIX,
    CITY_TAKEN,
    KEEP_FIRST,
    LEGAL,
    NO_STATION_LEFT,
    NO_STATIONS,
    NO_SUCH_ACTION,
    NOT_OFFERED,
    NOTHING_OFFERED,
    NOTHING_TO_PAY,
    ROUTE_TAKEN,
    TOO_FEW_CARDS,
    TOO_FEW_KEPT,
    TOO_FEW_OF_COLOUR,
    TOO_FEW_SYMBOLS,
    TOO_FEW_WILDS,
    WRONG_COLOUR,
)
from tests.support import Table, rule

REASONS = (
    *("LEGAL", "GAME_OVER", "NO_SUCH_ACTION", "KEEP_FIRST", "DRAW_FIRST", "PAY_FIRST"),
    *("TUNNEL_FIRST", "NOTHING_OFFERED", "NOTHING_TO_PAY", "NO_TUNNEL", "CAN_ACT", "NO_CARDS"),
    *("NOT_IN_ROW", "NO_SECOND_WILD", "NO_TICKETS", "NOT_OFFERED", "TOO_FEW_KEPT"),
    *("ROUTE_TAKEN", "OWN_TWIN", "TWIN_CLOSED", "TOO_FEW_PIECES", "TOO_FEW_CARDS"),
    *("TOO_FEW_SYMBOLS", "NO_STATIONS", "NO_STATION_LEFT", "CITY_TAKEN", "WRONG_COLOUR"),
    *("TOO_FEW_OF_COLOUR", "TOO_FEW_WILDS", "BAD_MIX"),
)


def test_every_reason_has_a_code_of_its_own() -> None:
    codes = [value for name, value in vars(refusals).items() if name in REASONS]
    assert sorted(codes) == list(range(len(REASONS)))


def why_not_pay(table: Table, colour: int, price: int, symbols: int) -> dict[int, int]:
    """What is wrong with each payment, worked out from the hand."""
    hand = [int(number) for number in table.state["hand"][table.seat]]
    reasons = {PAY_WILDS: LEGAL if hand[WILD] >= price else TOO_FEW_WILDS}
    for paid in range(MAX_COLOURS):
        for wilds in range(8):
            checks = {
                WRONG_COLOUR: colour not in (GRAY, paid),
                BAD_MIX: wilds >= price,
                TOO_FEW_SYMBOLS: wilds < symbols,
                TOO_FEW_WILDS: hand[WILD] < wilds,
                TOO_FEW_OF_COLOUR: hand[paid] < price - wilds,
            }
            wrong = [reason for reason, is_so in checks.items() if is_so]
            reasons[PAY + 8 * paid + wilds] = wrong[0] if wrong else LEGAL
    return reasons


def refused(table: Table, actions: dict[int, int]) -> dict[int, int]:
    return {action: table.why_not_id(action) for action in actions}


HANDS = [
    {"red": 4, "wild": 4},
    {"red": 2, "blue": 3, "green": 1, "wild": 2},
    {"yellow": 6, "red": 3, "wild": 1},
    {"red": 8, "black": 8, "wild": 8},
]
each_hand = pytest.mark.parametrize("hand", HANDS)


@rule("C16", "E6")
@each_hand
@pytest.mark.parametrize(
    "route", ["denver-salt_lake_city:red", "el_paso-phoenix", "dallas-houston:gray.1"]
)
def test_every_payment_for_a_route_has_its_reason(route: str, hand: dict[str, int]) -> None:
    table = Table("usa").keep_all().give(0, **hand)
    told = table.board.routes[table.board.find_route(route)]
    table.play(f"claim {route}")
    expected = why_not_pay(table, told.colour, told.length, 0)
    assert refused(table, expected) == expected


@rule("E6")
@pytest.mark.parametrize("hand", [{"red": 4, "wild": 2}, {"blue": 5, "red": 1, "wild": 6}])
def test_every_payment_for_a_ferry_has_its_reason(hand: dict[str, int]) -> None:
    table = Table("europe").keep_all().give(0, **hand)
    route = table.board.routes[table.board.find_route("palermo-smyrna")]
    assert route.wilds == 2
    table.play("claim palermo-smyrna")
    expected = why_not_pay(table, GRAY, 6, 2)
    assert refused(table, expected) == expected


@rule("E11")
@each_hand
@pytest.mark.parametrize("built", [(), ("paris",), ("paris", "wien")])
def test_every_payment_for_a_station_has_its_reason(
    hand: dict[str, int], built: tuple[str, ...]
) -> None:
    table = Table("europe").keep_all().builds(0, *built).give(0, **hand).play("station roma")
    expected = why_not_pay(table, GRAY, len(built) + 1, 0)
    assert refused(table, expected) == expected


@rule("E7", "E8")
@pytest.mark.parametrize("payment", ["2 red", "1 red 1 wild", "2 wild"])
def test_every_payment_of_a_surcharge_has_its_reason(payment: str) -> None:
    table = Table("europe").keep_all().set_deck(wild=3).set_discards().give(0, red=4, wild=4)
    table.play("claim barcelona-pamplona", f"pay {payment}")
    red = table.board.colour_index("red")
    expected = why_not_pay(table, WILD if payment == "2 wild" else red, 3, 0)
    assert refused(table, expected) == expected


@rule("C16")
def test_as_many_wilds_as_the_price_leave_no_room_for_the_colour() -> None:
    table = Table("usa").keep_all().give(0, red=3, wild=4).play("claim denver-salt_lake_city:red")
    red = PAY + 8 * table.board.colour_index("red")
    assert [table.why_not_id(red + wilds) for wilds in (2, 3, 4)] == [LEGAL, BAD_MIX, BAD_MIX]
    assert table.why_not_id(PAY_WILDS) == LEGAL


@pytest.mark.parametrize("board", ["usa", "europe", "london"])
def test_ids_at_the_ends_of_every_kind_are_told_apart(board: str) -> None:
    table = Table(board).keep_all().give(0)
    routes, cities = len(table.board.routes), len(table.board.cities)
    no_city = NO_SUCH_ACTION if table.board.stations else NO_STATIONS
    expected = {
        -1: NO_SUCH_ACTION,
        PAY_WILDS: NOTHING_TO_PAY,
        PAY_WILDS + 1: NO_SUCH_ACTION,
        KEEP_TICKETS - 1: NO_SUCH_ACTION,
        KEEP_TICKETS: NOTHING_OFFERED,
        KEEP_TICKETS + (1 << MAX_OFFER) - 1: NOTHING_OFFERED,
        KEEP_TICKETS + (1 << MAX_OFFER): NO_SUCH_ACTION,
        PAY - 1: NO_SUCH_ACTION,
        PAY: NOTHING_TO_PAY,
        CLAIM - 1: NOTHING_TO_PAY,
        CLAIM: TOO_FEW_CARDS,
        CLAIM + routes - 1: TOO_FEW_CARDS,
        CLAIM + routes: NO_SUCH_ACTION,
        STATION - 1: NO_SUCH_ACTION,
        STATION: TOO_FEW_CARDS if table.board.stations else NO_STATIONS,
        STATION + cities - 1: TOO_FEW_CARDS if table.board.stations else NO_STATIONS,
        STATION + cities: no_city,
        MAX_ACTIONS - 1: no_city,
        MAX_ACTIONS: NO_SUCH_ACTION,
    }
    assert refused(table, expected) == expected


@rule("C3", "C21")
def test_choices_beyond_the_offer_are_told_from_those_too_small() -> None:
    table = Table("usa")  # three tickets, of which two are to be kept
    expected = {
        KEEP_TICKETS: TOO_FEW_KEPT,
        KEEP_TICKETS + 0b100: TOO_FEW_KEPT,
        KEEP_TICKETS + 0b101: LEGAL,
        KEEP_TICKETS + 0b111: LEGAL,
        KEEP_TICKETS + 0b1000: NOT_OFFERED,
        KEEP_TICKETS + 0b1011: NOT_OFFERED,
        KEEP_TICKETS + 0b11111: NOT_OFFERED,
        KEEP_TICKETS + 0b100000: KEEP_FIRST,
        CLAIM: KEEP_FIRST,
    }
    assert refused(table, expected) == expected


@rule("C17", "E11")
@pytest.mark.parametrize("owner", range(5))
def test_routes_and_stations_of_every_seat_are_taken(owner: int) -> None:
    table = Table("europe", players=5).keep_all().give(0, wild=8)
    table.owns(owner, "brest-paris").builds(owner, "roma")
    assert table.why_not("claim brest-paris") == ROUTE_TAKEN
    assert table.why_not("station roma") == CITY_TAKEN
    assert table.can("station paris")


@rule("E11")
def test_a_fourth_station_is_refused_for_the_station_not_for_the_cards() -> None:
    table = Table("europe").keep_all().give(0, wild=8).builds(0, "roma", "essen", "wien")
    assert table.why_not("station paris") == NO_STATION_LEFT
    table.give(1).take_seat(1)
    assert table.why_not("station paris") == TOO_FEW_CARDS


@rule("C17")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_last_pieces_are_just_enough_for_a_route_of_their_number(seat: int) -> None:
    table = Table("usa", players=3, first=seat).keep_all().give(seat, wild=8)
    table.state["pieces"][seat] = 4
    assert table.can("claim denver-omaha")
    assert not table.can("claim atlanta-miami")
