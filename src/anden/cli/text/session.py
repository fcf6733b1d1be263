"""The flow of a game: bots move, people are asked, the device goes from hand to hand."""

import hashlib
from contextlib import suppress

from anden.bots import make_bot
from anden.bots.guard import Guard
from anden.kernel.ids import Seat

from .commands import announce, obey
from .files import offer_copy
from .results import results
from .terminal import InputClosedError, LeaveError
from .text_game import TextGame
from .words import shown_word

_PROMPTS = {
    "setup": "text.prompt_keep",
    "keep": "text.prompt_keep",
    "second_card": "text.prompt_second_card",
    "tunnel": "text.prompt_tunnel",
}


class Session:
    def __init__(self, table: TextGame) -> None:
        self.table = table
        self._at_screen: int | None = None  # the person who may read it
        self._bots: dict[int, Guard] = {}
        self._heard: dict[int, int] = {}  # events a bot was told of

    def run(self) -> None:
        """Plays until the game is over or the player leaves. Leaving never loses the game."""
        table = self.table
        try:
            table.keep()
            self._welcome()
            while not table.game.is_over:
                if table.seats[table.seat].is_bot:
                    self._move_bot()
                else:
                    self._human_turn()
            self._finish()
        except InputClosedError:
            self._say_goodbye()
        except (LeaveError, KeyboardInterrupt):
            self._leave()
        finally:
            for bot in self._bots.values():
                bot.close()

    def _welcome(self) -> None:
        table = self.table
        names = table.speech.all_of(seat.name for seat in table.seats)
        board = table.speech.board.names.get(table.speech.language, table.game.board.names["en"])
        table.say("text.welcome", board=board, names=names)
        table.say("text.welcome_help", help=shown_word("help", table.speech.language))

    def _move_bot(self) -> None:
        """A bot that fails loses the move to a plain one, and the table hears of it."""
        game, seat = self.table.game, self.table.seat
        bot = self._bots.get(seat) or self._seat_bot(seat)
        if bot.listens:
            bot.hear(game.events_for(seat, self._heard[seat]))
            self._heard[seat] = len(game.events)
        num_forfeits = len(bot.forfeits)
        game.play(bot.choose(game.view(seat)), seat)
        for forfeit in bot.forfeits[num_forfeits:]:
            name = self.table.seats[seat].name
            self.table.say("text.bot_failed", name=name, detail=forfeit.detail)

    def _seat_bot(self, seat: Seat) -> Guard:
        """The seat's bot. Its seed follows from the game's, which stays secret, so that a
        resumed game continues as it would have.
        """
        secret = hashlib.sha256(f"{self.table.game.seed}:{seat}".encode()).digest()
        name = self.table.seats[seat].bot
        assert name is not None
        bot = Guard(make_bot(name, int.from_bytes(secret[:8], "big")))
        self._bots[seat], self._heard[seat] = bot, 0
        return bot

    def _human_turn(self) -> None:
        """Asks until the seat has nothing more to decide."""
        table, game, seat = self.table, self.table.game, self.table.seat
        table.typed_ahead()  # by another person
        self._hand_over(seat)
        table.keep()
        table.terminal.say()
        table.tell_news(seat)
        is_setup = game.phase == "setup"
        announced = -1
        while game.to_act == seat and (game.phase == "setup") == is_setup:
            if announced != len(game.moves):
                announce(table)
                announced = len(game.moves)
            typed = table.typed_ahead()
            obey(table, typed or table.ask(_PROMPTS.get(game.phase, "text.prompt_turn")))
        table.end_turn(seat)

    def _hand_over(self, seat: Seat) -> None:
        """Hides the screen between two people; with one there is nothing to hide."""
        table = self.table
        if len(table.humans) == 1 or self._at_screen == seat:
            return
        if self._at_screen is not None:
            table.ask("text.hide_screen")
            table.terminal.clear()
        self._at_screen = None  # nobody, should the next one leave here
        table.ask("text.pass_device", name=table.seats[seat].name)
        table.terminal.clear()
        self._at_screen = seat

    def _finish(self) -> None:
        table, humans = self.table, self.table.humans
        you = humans[0] if len(humans) == 1 else None
        table.tell_news(you)
        table.keep()
        table.say_lines(results(table.speech, table.game.scores(), table.seats, you))
        table.terminal.say()
        with suppress(LeaveError):
            offer_copy(table, "text.save_record", table.autosave.text)
        table.say("text.goodbye")

    def _leave(self) -> None:
        """The player may name a file for the game; a second Ctrl-C leaves at once."""
        table = self.table
        if not table.autosave.text:
            return
        with suppress(LeaveError, KeyboardInterrupt):
            offer_copy(table, "text.save_before_leaving", table.autosave.text)
        self._say_goodbye()

    def _say_goodbye(self) -> None:
        table = self.table
        try:
            if table.autosave.error is None and table.autosave.path is not None:
                table.say("text.kept_in", path=table.autosave.path)
                table.terminal.say_command("anden", "play", "--text")
            elif table.file is None:
                table.say("text.not_kept", detail=table.autosave.error)
            table.say("text.goodbye")
        except InputClosedError:
            pass
