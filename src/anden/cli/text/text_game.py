"""One game being played: who sits where, what each has been told, and where it is kept."""

from collections.abc import Iterable, Sequence

from anden.game import Action, Game, View
from anden.game.explain import why_not
from anden.game.progress import ticket_progress
from anden.kernel.ids import Seat

from .autosave import Autosave
from .news import News
from .seats import Occupant, write_seats
from .speech import Speech
from .terminal import Terminal
from .words import MisreadError, has_word


class TextGame:
    def __init__(
        self,
        game: Game,
        seats: Sequence[Occupant],
        terminal: Terminal,
        language: str,
        autosave: Autosave,
    ) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.terminal = terminal
        self.speech = Speech(game.board, language)
        self.autosave = autosave
        self.file: str | None = None  # where the player last saved the game
        self._since = [_log_start(game, seat) for seat in range(game.players)]
        self._told = list(self._since)
        self._progress: list[dict[str, str]] = [{} for _ in seats]  # status by ticket, by seat
        self._has_complained = False
        self._typed = ""
        self._write_notes()

    # Who is here

    @property
    def seat(self) -> Seat:
        """The seat to act, which is the one that reads and types."""
        seat = self.game.to_act
        assert seat is not None
        return seat

    @property
    def name(self) -> str:
        return self.seats[self.seat].name

    @property
    def view(self) -> View:
        return self.game.view(self.seat)

    @property
    def humans(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if not seat.is_bot]

    # Speaking

    def say(self, key: str, **params: object) -> None:
        self.terminal.say(self.speech.text(key, **params))

    def say_lines(self, lines: Iterable[str]) -> None:
        """Shows them by the screenful; a command typed in between is kept for `typed_ahead`."""
        answer = self.terminal.say_pages(lines, self.speech.text("text.more"))
        self._typed = "" if has_word("command.quit", answer) else answer

    def typed_ahead(self) -> str:
        """The command typed while more was to be read, once."""
        typed, self._typed = self._typed, ""
        return typed

    def ask(self, key: str, **params: object) -> str:
        return self.terminal.ask(self.speech.text(key, **params) + " ")

    def say_misread(self, error: MisreadError) -> None:
        spoken = {
            key: self.speech.any_of(value) if isinstance(value, list) else value
            for key, value in error.params.items()
        }
        self.say(error.key, **spoken)

    def switch_language(self, language: str) -> None:
        self.speech.language = language
        self._write_notes()

    # The log

    def tell_news(self, seat: Seat | None) -> None:
        """Tells the seat what it has not heard; an onlooker, what no player has."""
        start = max(self._told) if seat is None else self._told[seat]
        self._tell(seat, start)
        if seat is not None:
            self._told[seat] = len(self.game.events)
            self._tell_tickets(seat)

    def _tell_tickets(self, seat: Seat) -> None:
        """Which of the seat's tickets have been done or cut off since it was last told."""
        view, before = self.game.view(seat), self._progress[seat]
        now = {t: ticket_progress(view, seat, t).status for t in view.tickets(seat)}
        for ticket, status in now.items():
            if status != before.get(ticket, status) and status != "open":
                self.say(f"text.news_{status}", ticket=self.speech.ticket(ticket))
        self._progress[seat] = now

    def tell_log(self) -> None:
        """Everything since the end of the seat's last turn, again."""
        start = self._since[self.seat]
        if start == len(self.game.events):
            self.say("text.log_empty")
        self._tell(self.seat, start)

    def end_turn(self, seat: Seat) -> None:
        self._since[seat] = len(self.game.events)

    def _tell(self, seat: Seat | None, start: int) -> None:
        news = News(self.speech, self.seats, seat)
        for event in self.game.events_for(seat, start):
            self.say_lines(news.tell(event))

    # Playing

    def attempt(self, action: Action) -> None:
        """Plays the action of the seat to act, or says why it can't be."""
        seat = self.seat
        if self.refuse(action):
            return
        self.game.play(action, seat)
        self.tell_news(seat)
        self.keep()

    def refuse(self, action: Action) -> bool:
        """Whether the rules forbid the action now; if so, the reason is said."""
        reason = why_not(self.view, action)
        if reason is None:
            return False
        text = reason.text(self.speech.language)
        self.say("text.not_possible", reason=text, rule=reason.rule)
        return True

    def keep(self) -> None:
        """Saves the game out of the player's sight; a disk that refuses is told once."""
        if not self.autosave.save(self.game) and not self._has_complained:
            self._has_complained = True
            self.say("text.autosave_failed", detail=self.autosave.error)

    def _write_notes(self) -> None:
        notes = {"seats": write_seats(self.seats), "lang": self.speech.language}
        self.game.notes.update(notes)


def _log_start(game: Game, seat: Seat) -> int:
    """Where the log since the seat's last turn begins, in a game that was resumed."""
    owners = [getattr(event, "seat", None) for event in game.events]
    end = len(owners)
    is_mid_turn = game.to_act == seat and game.phase not in ("setup", "turn")
    if is_mid_turn:
        while end and owners[end - 1] in (seat, None):
            end -= 1
    while end and owners[end - 1] != seat:
        end -= 1
    return end
