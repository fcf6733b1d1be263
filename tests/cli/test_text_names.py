"""Cities, routes, cards and payments as people type them; and the words that come back."""

import pytest

from anden.boards import load_board
from anden.cli.text.grammar import card_colour, plural
from anden.cli.text.naming import exact_payment, read_cards, read_city, read_kind, read_lanes
from anden.cli.text.speech import Speech
from anden.cli.text.words import MisreadError
from anden.game import Payment


def speech(board: str = "europe", language: str = "es") -> Speech:
    return Speech(load_board(board), language)


@pytest.mark.parametrize(
    ("text", "city"),
    [
        ("París", "paris"),
        ("paris", "paris"),
        ("Estambul", "constantinople"),
        ("Copenhagen", "kobenhavn"),
        ("copen", "kobenhavn"),
        ("MÚNICH", "munchen"),
        ("rostov on don", "rostov"),
    ],
)
def test_city_is_found(text: str, city: str) -> None:
    assert speech().board.cities[read_city(speech(), text)].id == city


def test_start_of_several_cities_names_them() -> None:
    with pytest.raises(MisreadError) as caught:
        read_city(speech(), "br")
    assert caught.value.params["options"] == ["Brest", "Bríndisi", "Bruselas"]


@pytest.mark.parametrize(
    ("text", "routes"),
    [
        ("Roma-Venecia", ["roma-venezia"]),
        ("venecia roma", ["roma-venezia"]),
        ("de Roma a Venecia", ["roma-venezia"]),
        ("Rome to Venice", ["roma-venezia"]),
        ("Roma – Venezia", ["roma-venezia"]),
        ("rom-vene", ["roma-venezia"]),
        ("París-Fráncfort", ["paris-frankfurt:white", "paris-frankfurt:orange"]),
        ("París-Fráncfort (naranja)", ["paris-frankfurt:orange"]),
        ("París-Fráncfort blanco", ["paris-frankfurt:white"]),
        ("frankfurt-paris:white", ["paris-frankfurt:white"]),
        ("Rostov-on-Don - Sochi", ["rostov-sochi"]),
        ("Rostov-on-Don-Sochi", ["rostov-sochi"]),
    ],
)
def test_route_is_found(text: str, routes: list[str]) -> None:
    board = load_board("europe")
    expected = sorted(board.find_route(route) for route in routes)
    assert sorted(read_lanes(speech(), text)) == expected


@pytest.mark.parametrize("board", ["usa", "europe", "london"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_route_can_be_typed_as_it_is_told(board: str, language: str) -> None:
    spoken = speech(board, language)
    for route in spoken.board.routes:
        assert route.index in read_lanes(spoken, spoken.route(route.index))
        assert read_lanes(spoken, spoken.board.route_name(route.index)) == [route.index]


@pytest.mark.parametrize(
    ("text", "payment"),
    [
        ("2 rojas y 1 locomotora", Payment("red", 2, 1)),
        ("2 red 1 wild", Payment("red", 2, 1)),
        ("1 comodín, 2 azules", Payment("blue", 2, 1)),
        ("3 locomotoras", Payment(None, 0, 3)),
        ("3 cartas de color rojo", Payment("red", 3, 0)),
        ("2 white cards and 2 locomotives", Payment("white", 2, 2)),
    ],
)
def test_payment_is_read(text: str, payment: Payment) -> None:
    assert exact_payment(read_cards(speech(), text)) == payment


def test_cards_without_a_number_leave_it_open() -> None:
    assert read_cards(speech(), "rojo") == {"red": None}
    assert read_cards(speech(), "rojas y locomotoras") == {"red": None, "wild": None}


@pytest.mark.parametrize("board", ["usa", "europe", "london"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_payment_can_be_typed_as_it_is_told(board: str, language: str) -> None:
    spoken = speech(board, language)
    for colour in spoken.board.cards.colours:
        for cards, wilds in [(1, 0), (2, 0), (1, 1), (2, 2)]:
            payment = Payment(colour.id, cards, wilds)
            assert exact_payment(read_cards(spoken, spoken.payment(payment))) == payment


@pytest.mark.parametrize("text", ["", "5", "turquesa", "2 rojas 2 azules", "2 2 rojas", "y"])
def test_cards_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(MisreadError):
        read_cards(speech(), text)


@pytest.mark.parametrize("word", ["rojo", "roja", "rojas", "ROJO", "red"])
def test_colour_is_read_in_every_form(word: str) -> None:
    assert read_kind(speech(), word) == "red"


def test_words_have_their_plural() -> None:
    assert [plural("es", w) for w in ("autobús", "vagón", "locomotora")] == [
        "autobuses",
        "vagones",
        "locomotoras",
    ]
    assert [card_colour("es", w, 2) for w in ("azul", "blanco", "violeta")] == [
        "azules",
        "blancas",
        "violetas",
    ]


def test_spanish_changes_y_before_an_i() -> None:
    assert speech().all_of(["Ana", "Irene"]) == "Ana e Irene"
    assert speech().all_of(["Irene", "Ana"]) == "Irene y Ana"
    assert speech().any_of(["rojo", "otro"]) == "rojo u otro"


def test_pieces_are_counted_in_both_languages() -> None:
    assert [speech().pieces(n) for n in (1, 2)] == ["1 vagón", "2 vagones"]
    assert [speech("london", "en").pieces(n) for n in (1, 2)] == ["1 bus", "2 buses"]
