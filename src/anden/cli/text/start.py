"""The questions before a game; Enter takes the default of each."""

from collections.abc import Sequence
from dataclasses import dataclass

from anden.boards import Board, BoardError, builtin_boards, load_board
from anden.boards.names import fold, in_language
from anden.game import Record
from anden.locales import translate

from .seats import DEFAULT_BOT, Occupant, read_seats, tidy_name
from .terminal import Terminal, clean
from .words import has_word


@dataclass(frozen=True)
class Choices:
    board: Board
    players: int
    humans: int
    names: tuple[str, ...]


class Questions:
    def __init__(self, terminal: Terminal, language: str) -> None:
        self._terminal = terminal
        self._language = language

    def wants_to_resume(self, record: Record) -> bool:
        """Whether the unfinished game is to be resumed."""
        board = in_language(record.board.names, self._language)
        seats = read_seats(record.notes.get("seats", ""), record.players) or ()
        names = ", ".join(seat.name for seat in seats)
        self._say("text.found_unfinished", board=board, names=names, n=len(record.moves))
        return not has_word("word.no", self._ask("text.ask_resume"))

    def wants_bot(self, seat: Occupant) -> bool:
        """Whether a bot that a record names, which is code from outside, is to be started."""
        self._say("text.found_own_bot", name=seat.name, bot=clean(seat.bot or ""))
        return has_word("word.yes", self._ask("text.ask_own_bot", bot=DEFAULT_BOT))

    def choices(self) -> Choices:
        board = self._board()
        low, high = board.players.min, board.players.max
        players = self._number("text.ask_players", low, high, low)
        humans = self._number("text.ask_humans", 1, players, 1)
        names: list[str] = []
        for number in range(1, humans + 1):
            names.append(self._name(number, names))
        return Choices(board, players, humans, tuple(names))

    def _board(self) -> Board:
        boards = [load_board(name) for name in builtin_boards()]
        self._say("text.boards")
        for number, board in enumerate(boards, 1):
            name = in_language(board.names, self._language)
            low, high = board.players.min, board.players.max
            self._say("text.board_line", number=number, name=name, low=low, high=high)
        while True:
            answer = self._ask("text.ask_board")
            if not answer:
                return boards[0]
            if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(boards):
                return boards[int(answer) - 1]
            for board in boards:
                if fold(answer) in map(fold, (board.id, *board.names.values())):
                    return board
            try:
                return load_board(answer)
            except BoardError as error:
                self._say("text.board_unusable", detail=error.text(self._language))

    def _number(self, key: str, low: int, high: int, default: int) -> int:
        while low < high:
            answer = self._ask(key, low=low, high=high, default=default)
            if not answer:
                return default
            if answer.isascii() and answer.isdigit() and low <= int(answer) <= high:
                return int(answer)
            self._say("text.number_between", low=low, high=high)
        return low

    def _name(self, number: int, taken: Sequence[str]) -> str:
        default = translate(self._language, "text.player_name", number=number)
        while True:
            name = tidy_name(self._ask("text.ask_name", number=number, default=default)) or default
            if name not in taken:
                return name
            self._say("text.name_taken", name=name)

    def _say(self, key: str, **params: object) -> None:
        self._terminal.say(translate(self._language, key, **params))

    def _ask(self, key: str, **params: object) -> str:
        return self._terminal.ask(translate(self._language, key, **params) + " ")
