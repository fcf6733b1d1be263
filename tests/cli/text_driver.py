"""People for the text game: some type what a list says, some play whole games by typing."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from anden.bots import ask, make_bot
from anden.cli.text.autosave import Autosave
from anden.cli.text.seats import make_seats
from anden.cli.text.session import Session
from anden.cli.text.terminal import Terminal
from anden.cli.text.text_game import TextGame
from anden.cli.text.words import shown_word, spellings
from anden.game import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    Game,
    KeepTickets,
    Pass,
    PayTunnel,
    Withdraw,
)

CTRL_C = "\x03"


class Screen:
    """All that was shown."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


def type_lines(screen: Screen, lines: Iterable[str]) -> Callable[[str], str]:
    """Types the lines, then closes the input."""
    remaining = iter(lines)

    def read(prompt: str) -> str:
        screen.write(prompt)
        line = next(remaining, None)
        if line is None:
            raise EOFError
        if line == CTRL_C:
            raise KeyboardInterrupt
        screen.write(f"{line}\n")
        return line

    return read


def set_table(
    screen: Screen,
    read: Callable[[str], str],
    folder: Path,
    board: str = "london",
    *,
    players: int = 2,
    humans: int = 1,
    language: str = "en",
    seed: int = 1,
    bot: str = "random",
    game: Game | None = None,
) -> TextGame:
    game = game or Game(board, players, seed)
    names = ["Ana", "Luis", "Eva", "Igor", "Uma"][: game.players]
    seats = make_seats(game.players, humans, [bot] * game.players, names, language)
    autosave = Autosave(folder / "data" / "autosave.anden")
    return TextGame(game, seats, Terminal(read, screen.write), language, autosave)


def play_lines(folder: Path, lines: Iterable[str], **options: Any) -> tuple[TextGame, Screen]:
    """A session in which these lines are typed."""
    screen = Screen()
    table = set_table(screen, type_lines(screen, lines), folder, **options)
    Session(table).run()
    return table, screen


class Typist:
    """Plays for every person at the table, only by typing; `watch` sees each prompt first."""

    def __init__(self, screen: Screen, bot: str = "greedy") -> None:
        self.screen = screen
        self.table: TextGame | None = None
        self.typed: list[str] = []
        self.watch: Callable[[str], None] = lambda prompt: None
        self._bot = bot

    def read(self, prompt: str) -> str:
        self.watch(prompt)
        line = self._answer(prompt)
        self.typed.append(line)
        self.screen.write(f"{prompt}{line}\n")
        return line

    def _answer(self, prompt: str) -> str:
        assert self.table is not None
        texts = [self.table.speech.text(f"text.prompt_{name}") for name in _PROMPTS]
        if prompt.strip() not in texts:
            return ""  # Enter
        bot = make_bot(self._bot, len(self.table.game.moves))
        return typed(self.table, ask(bot, self.table.view))


_PROMPTS = ("turn", "keep", "second_card", "tunnel")


def typed(table: TextGame, action: Action) -> str:
    """An action as a player of the table's language would type it."""
    speech, language = table.speech, table.speech.language

    def word(command: str) -> str:
        return shown_word(command, language)

    def price(action: ClaimRoute | BuildStation) -> str:
        return f"{spellings('word.with', language)[0]} {speech.payment(action.payment)}"

    match action:
        case DrawCard(colour):
            return f"{word('draw')} {speech.kind(colour)}"
        case DrawBlind():
            return f"{word('draw')} {spellings('word.deck', language)[0]}"
        case DrawTickets():
            return f"{word('draw')} {spellings('word.tickets', language)[0]}"
        case KeepTickets(tickets):
            offer = table.view.offer(table.seat)
            return f"{word('keep')} {' '.join(str(offer.index(t) + 1) for t in tickets)}"
        case ClaimRoute(route):
            return f"{word('claim')} {speech.route(route)} {price(action)}"
        case BuildStation(city):
            return f"{word('station')} {speech.city(city)} {price(action)}"
        case PayTunnel(payment):
            return f"{word('pay')} {speech.payment(payment)}"
        case Withdraw():
            return word("withdraw")
        case Pass():
            return word("pass")


def play_whole_game(folder: Path, **options: Any) -> tuple[TextGame, Typist]:
    screen = Screen()
    typist = Typist(screen)
    typist.table = set_table(screen, typist.read, folder, **options)
    Session(typist.table).run()
    return typist.table, typist
