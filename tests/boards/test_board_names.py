"""Names for cities, colours, routes and tickets, and the way back."""

import doctest
import pickle

import pytest

from anden.boards import WILD, Board, BoardNameError, builtin_boards, load_board, loader, names
from anden.boards.names import fold, in_language

BOARDS = [pytest.param(load_board(name), id=name) for name in builtin_boards()]


@pytest.mark.parametrize("board", BOARDS)
def test_every_route_name_round_trips(board: Board) -> None:
    names_of_routes = [board.route_name(route.index) for route in board.routes]
    assert len(set(names_of_routes)) == len(names_of_routes)
    assert [board.find_route(name) for name in names_of_routes] == list(range(len(board.routes)))


@pytest.mark.parametrize("board", BOARDS)
def test_every_ticket_name_round_trips(board: Board) -> None:
    for ticket in board.tickets:
        name = board.ticket_name(ticket.index)
        a, b = name.split("-")
        assert board.find_ticket(name) == ticket.index
        assert board.find_ticket(f"{b}-{a}") == ticket.index


@pytest.mark.parametrize("board", BOARDS)
def test_every_spelling_of_a_city_finds_it(board: Board) -> None:
    for index, city in enumerate(board.cities):
        for name in (city.id, *city.spellings):
            assert board.city_index(name) == index
            assert board.city_index(name.upper()) == index
            assert board.city_index(fold(name)) == index


@pytest.mark.parametrize("board", BOARDS)
def test_routes_are_found_by_spelt_out_cities_in_either_order(board: Board) -> None:
    for route in board.routes:
        lane = board.route_name(route.index).partition(":")[2]
        suffix = f":{lane}" if lane else ""
        for a in board.cities[route.a].spellings:
            for b in board.cities[route.b].spellings:
                assert board.find_route(f"{b} - {a}{suffix}") == route.index


@pytest.mark.parametrize("board", BOARDS)
def test_every_colour_is_found_in_both_languages(board: Board) -> None:
    for index, colour in enumerate(board.cards.colours):
        for name in (colour.id, *colour.names.values()):
            assert board.colour_index(name.title()) == index
    for name in ("wild", *board.cards.wild.names.values()):
        assert board.colour_index(name) == WILD


@pytest.mark.parametrize(
    ("board_name", "text", "route"),
    [
        ("usa", "Nueva York-MONTRÉAL", "montreal-new_york"),
        ("usa", "montreal-new_york:blue", "montreal-new_york"),
        ("usa", "new_york–boston:rojo", "boston-new_york:red"),
        ("usa", "raleigh-atlanta:gris.2", "atlanta-raleigh:gray.2"),
        ("usa", "boston-new_york:red.1", "boston-new_york:red"),
        ("europe", "Rostov-on-Don-Kharkiv", "kharkov-rostov"),
        ("london", "king's cross-REGENTS PARK", "regents_park-kings_cross"),
    ],
)
def test_route_names_are_read_leniently(board_name: str, text: str, route: str) -> None:
    board = load_board(board_name)
    assert board.route_name(board.find_route(text)) == route


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("denver-omahaa", "did you mean 'denver-omaha'"),
        ("denver-miami", "from 'denver' routes lead to"),
        ("denver-omaha:red", "fits no lane; write 'denver-omaha'"),
        ("denver-omaha:rad", "did you mean 'red'"),
        ("boston-new_york", "fits two lanes; write 'boston-new_york:red' or"),
        ("atlanta-raleigh:gray", "fits two lanes; write 'atlanta-raleigh:gray.1' or"),
        ("atlanta-raleigh:gray.3", "fits no lane"),
        ("denver", "no route is called 'denver'"),
        ("", "no route is called ''"),
        ("-" * 100_000, "too long"),
    ],
)
def test_a_wrong_route_name_says_what_to_write(text: str, reason: str) -> None:
    with pytest.raises(BoardNameError) as caught:
        load_board("usa").find_route(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("denver-el_pasoo", "did you mean 'denver-el_paso'"),
        ("denver-duluth", "no ticket asks to join 'denver' and 'duluth'"),
        ("x" * 100_000, "too long"),
    ],
)
def test_a_wrong_ticket_name_says_what_to_write(text: str, reason: str) -> None:
    with pytest.raises(BoardNameError) as caught:
        load_board("usa").find_ticket(text)
    assert reason in str(caught.value)


def test_a_wrong_city_name_tells_the_near_ones() -> None:
    with pytest.raises(BoardNameError, match="did you mean 'pittsburgh'"):
        load_board("usa").city_index("Pitsburg")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("denver-omaha:rad", "ningún color de este tablero se llama 'rad'; ¿querías decir 'red'?"),
        ("denver-omaha:blue", "'denver-omaha:blue' no es ninguna de las vías; escribe "),
        ("denver-kansas_city:black.3", "no es ninguna de las vías"),
        ("denver-boston", "ningún recorrido une 'boston' y 'denver'; desde 'boston' se va a "),
        ("nowhere", "ningún recorrido de este tablero se llama 'nowhere'"),
    ],
)
def test_a_wrong_name_is_told_in_spanish(text: str, told: str) -> None:
    board = load_board("usa")
    with pytest.raises(BoardNameError) as caught:
        board.find_route(text)
    assert told in caught.value.told("es")
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.told("es") == caught.value.told("es")


def test_gray_is_no_card() -> None:
    with pytest.raises(BoardNameError, match="no card is gray"):
        load_board("usa").colour_index("gray")


def test_a_name_missing_in_a_language_is_english() -> None:
    city = load_board("europe").cities[0]
    assert in_language(city.names, "es") == "Ámsterdam"
    assert in_language(city.names, "fi") == "Amsterdam"


def test_examples_in_docstrings() -> None:
    for module in (names, loader):
        outcome = doctest.testmod(module)
        assert outcome.attempted
        assert not outcome.failed
