"""What can be typed, how it may be spelt, and what is answered when it makes no sense."""

from pathlib import Path

import pytest

from anden.cli.text.words import (
    COMMANDS,
    Command,
    MisreadError,
    parse_command,
    shown_word,
    spellings,
)
from anden.game import Game
from anden.locales import LANGUAGES
from tests.cli.test_text_describe import give, started
from tests.cli.text_driver import play_lines

GARBAGE = [
    "",
    "   ",
    "x" * 100_000,
    "a-" * 400,
    "claim " + "a b " * 100,
    "\x00\x01\x1b[2J\x07",
    "\udcff\udc80",
    "🚂🚃🚃",
    "claim 🚂-🚃 with 🃏",
    "draw",
    "draw {name}",
    "keep 1 2 3 4 5",
    "keep 99999999999999999999",
    "1 2 3",
    "claim",
    "claim waterloo-waterloo",
    "claim waterloo-big ben with",
    "claim waterloo-big ben with 0 blue",
    "claim waterloo-big ben with 1000 blue",
    "claim waterloo-big ben with 1 blue 1 green",
    "claim waterloo-big ben:purple",
    "station",
    "station waterloo",
    "pay",
    "pay 1",
    "pay 7",
    "withdraw",
    "pass",
    "why",
    "why why",
    "why pay 3",
    "why keep",
    "routes %s",
    "routes nowhere",
    "lang",
    "lang klingon",
    "help nothing",
    "٣",
    "-",
    "?x",
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_garbage_changes_nothing_and_is_answered(tmp_path: Path, language: str) -> None:
    start, _ = play_lines(tmp_path, ["1"], language=language, seed=4)
    table, screen = play_lines(tmp_path, ["1", *GARBAGE], language=language, seed=4)
    assert table.game.digest == start.game.digest
    assert "\x1b" not in screen.text.replace("\x1b[2J\x07\n", "")


def test_garbage_in_every_phase_changes_nothing(tmp_path: Path) -> None:
    for before in ([], ["1"], ["1", "draw deck"], ["1", "draw tickets"]):
        start, _ = play_lines(tmp_path, before, seed=4)
        garbage = [line for line in GARBAGE if not line.startswith(("1", "keep", "draw"))]
        table, _ = play_lines(tmp_path, [*before, *garbage], seed=4)
        assert table.game.digest == start.game.digest


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_means_two_commands(language: str) -> None:
    words = [word for name in COMMANDS for word in spellings(f"command.{name}", language)]
    assert len(words) == len(set(words))
    for name in COMMANDS:
        for word in spellings(f"command.{name}", language):
            assert parse_command(f"{word} Paris", language) == Command(name, "Paris")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_understood_in_both_languages(language: str) -> None:
    for other in LANGUAGES:
        for name in COMMANDS:
            assert parse_command(shown_word(name, other), language).name == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_form_of_two_letters(language: str) -> None:
    for name in COMMANDS:
        assert any(len(word) <= 2 for word in spellings(f"command.{name}", language)) or (
            parse_command(shown_word(name, language)[:2], language).name == name
        )


@pytest.mark.parametrize(
    ("line", "language", "command"),
    [
        ("CLAIM Paris-Dieppe", "en", Command("claim", "Paris-Dieppe")),
        ("stati Paris", "en", Command("station", "Paris")),
        ("¿Por qué no puedo cubrir París-Dieppe", "es", Command("why", "cubrir París-Dieppe")),
        ("porque robar billetes", "es", Command("why", "robar billetes")),
        ("puedo cubrir", "es", Command("claimable", "")),
        ("me quedo 1 2", "es", Command("keep", "1 2")),
        ("estacion Roma", "es", Command("station", "Roma")),
        ("? draw", "en", Command("help", "draw")),
    ],
)
def test_command_is_read(line: str, language: str, command: Command) -> None:
    assert parse_command(line, language) == command


def test_mistyped_command_gets_a_suggestion() -> None:
    with pytest.raises(MisreadError) as caught:
        parse_command("tikets", "en")
    assert caught.value.params["command"] == "tickets"


def test_short_form_of_several_commands_names_them() -> None:
    with pytest.raises(MisreadError) as caught:
        parse_command("pa", "en")
    assert caught.value.params["options"] == ["pay", "pass"]


@pytest.mark.parametrize(
    ("language", "line", "answer"),
    [
        ("en", "tikets", "I don't know the command tikets. Did you mean tickets?"),
        ("es", "biletes", "No conozco el comando biletes. ¿Querías decir billetes?"),
        ("en", "blue", "Did you mean: draw blue?"),
        ("es", "azul", "¿Querías decir: robar azul?"),
        ("en", "routes watreloo", "Did you mean Waterloo?"),
        ("en", "claim watrloo-big ben", "no city called watrloo on this board. Did you mean Water"),
        ("es", "cubrir watrloo", "¿Querías decir Waterloo?"),
        ("en", "Watrloo", "Did you mean: routes Waterloo?"),
        ("en", "waterloo", "Did you mean: routes waterloo?"),
        ("en", "waterloo-big ben", "Did you mean: claim waterloo-big ben?"),
        ("en", "d", "Draw what?"),
        ("en", "c", "c can mean claim, claimable or cities."),
        ("en", "undo", "Moves can't be taken back in the terminal."),
        ("es", "deshacer", "no se pueden deshacer las jugadas"),
        ("en", "wxyz", "I don't know the command wxyz. Type help for the list."),
        (
            "en",
            "rule C7",
            "C7: A bus card from the row. A bus card taken from the row is your whole draw.",
        ),
        ("es", "regla c7", "C7: "),
        ("en", "rule district", "L5: "),
        ("en", "rule E4", "E4: "),
        ("en", "rule", "C7: A bus card from the row."),
        ("es", "regla xyz", "Ninguna regla de este tablero"),
        ("en", "map", "1 Ana, 2 Luis."),
        ("en", "claim waterloo-hyde park", "No route joins Hyde Park and Waterloo."),
        ("es", "cubrir waterloo", "He entendido Waterloo, pero no la otra ciudad."),
        ("es", "robar rojo", "Aquí ninguna carta se llama rojo."),
        ("en", "pass", "Not possible: you can still do something, so you can't pass. Rule C5."),
        ("en", "why station waterloo", "Not possible: this board has no stations. Rule E4."),
        ("es", "por qué pagar", "No es posible: no hay nada que pagar"),
        ("es", "por qué robar mazo", "Puedes hacerlo ahora."),
        ("es", "por qué quedarme 1", "No es posible: no hay billetes entre los que elegir"),
        ("en", "claim trafalgar square-big ben with 2 green", "it costs 1 card, not 2"),
        ("en", "claim covent garden-piccadilly (green) with 1 pink", "it takes green cards"),
        ("en", "claim trafalgar square-big ben with", "Name the cards as well"),
        ("en", "why tower of london to elephant & castle", "Not possible: you need "),
    ],
)
def test_answer_helps(tmp_path: Path, language: str, line: str, answer: str) -> None:
    start, _ = play_lines(tmp_path, ["1"], language=language, seed=3)
    table, screen = play_lines(tmp_path, ["1", line], language=language, seed=3)
    assert answer in screen.text
    assert table.game.digest == start.game.digest


@pytest.mark.parametrize("language", LANGUAGES)
def test_looking_changes_nothing(tmp_path: Path, language: str) -> None:
    looks = ["help", "turn", "row", "hand", "tickets", "claimable", "routes", "routes waterloo"]
    looks += ["routes waterloo-big ben", "cities", "players", "score", "table", "log"]
    for before in ([], ["1"], ["1", "draw deck"], ["1", "draw tickets"]):
        start, _ = play_lines(tmp_path, before, language=language)
        table, screen = play_lines(tmp_path, [*before, *looks], language=language)
        assert table.game.digest == start.game.digest
        assert "{" not in screen.text


def test_language_can_be_switched_and_is_kept(tmp_path: Path) -> None:
    table, screen = play_lines(tmp_path, ["1", "lang es", "mano", "salir", ""])
    assert "Ahora hablo español." in screen.text
    assert "Tu mano" in screen.text
    assert table.game.notes["lang"] == "es"


def test_english_notation_is_understood_in_spanish(tmp_path: Path) -> None:
    game = Game("london", 2, 1)
    offer = game.position.offer(0)
    table, _ = play_lines(tmp_path, [f"keep {offer[0]}", "draw deck"], language="es")
    assert [move.action for move in table.game.moves if move.seat == 0][:2] == [
        f"keep {offer[0]}",
        "draw deck",
    ]


@pytest.mark.parametrize(
    ("language", "word"), [("en", "all"), ("en", "both"), ("es", "todos"), ("es", "todo")]
)
def test_all_tickets_are_kept_with_the_word_that_the_prompt_names(
    tmp_path: Path, language: str, word: str
) -> None:
    table, _ = play_lines(tmp_path, [word], language=language)
    assert len(table.game.position.tickets(0)) == 2


def test_wilds_are_not_spent_unasked(tmp_path: Path) -> None:
    def claim(*lines: str) -> tuple[bool, str]:
        game = started("london")
        give(game, 0, wild=3)
        table, screen = play_lines(tmp_path, lines, game=game)
        return bool(table.game.position.route_ids(0)), screen.text

    is_claimed, text = claim("claim big ben-waterloo", "")
    assert not is_claimed
    assert "With which cards?\n1. 1 bus card\n" in text
    assert claim("claim big ben-waterloo", "1")[0]
    is_claimed, text = claim("claim big ben-waterloo with 1 bus")
    assert is_claimed
    assert "With which cards?" not in text
