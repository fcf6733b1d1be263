"""Several people at one device: nobody sees another's cards or tickets."""

from pathlib import Path

import pytest

from anden.cli.text import describe
from anden.cli.text.session import Session
from anden.cli.text.terminal import Terminal
from tests.cli.text_driver import Screen, Typist, play_lines, set_table


class Watcher:
    """Looks at the screen at every prompt as the person in front of it would."""

    def __init__(self, folder: Path, board: str, language: str, players: int) -> None:
        self.screen = Screen()
        self.typist = Typist(self.screen)
        self.table = set_table(
            self.screen,
            self.typist.read,
            folder,
            board,
            players=players,
            humans=2,
            language=language,
            bot="greedy",
        )
        self.typist.table = self.table
        self.typist.watch = self.look
        self.handovers = 0
        speech = self.table.speech
        self._pass_device = speech.text("text.pass_device", name="@").partition("@")[0]
        self._hide_screen = speech.text("text.hide_screen")
        self._your_hand = speech.text("text.hand", n=2, cards="").partition(",")[0]

    def look(self, prompt: str) -> None:
        if self.table.game.is_over:
            return
        seen = self.screen.text.rpartition("\n" * 50)[2]  # since the screen was cleared
        if prompt.startswith(self._pass_device):
            self.handovers += 1
            assert not seen.strip() or self.handovers == 1, "something stays in sight"
        elif not prompt.startswith(self._hide_screen):
            self._check_secrets(seen)

    def _check_secrets(self, seen: str) -> None:
        game, speech, seat = self.table.game, self.table.speech, self.table.seat
        routes = {speech.route(route.index) for route in game.board.routes}
        own = {*game.position.tickets(seat), *game.position.offer(seat)}
        for other in range(game.players):
            theirs = {*game.position.tickets(other), *game.position.offer(other)} - own
            for ticket in map(speech.ticket, theirs if other != seat else ()):
                assert ticket not in seen or ticket in routes
            name = self.table.seats[other].name
            for kind in (*(colour.id for colour in game.board.cards.colours), "wild"):
                card = speech.a_card(kind)
                assert speech.person("event.card_drawn", False, name=name, card=card) not in seen
        hands = [line for line in seen.splitlines() if line.startswith(self._your_hand)]
        if game.phase == "turn":
            assert hands[-1:] == [describe.hand(speech, game.view(seat))] or not hands
        assert len(hands) <= 1


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("board", "language", "players"), [("london", "es", 2), ("europe", "en", 3), ("usa", "es", 4)]
)
def test_nobody_sees_the_secrets_of_another(
    tmp_path: Path, board: str, language: str, players: int
) -> None:
    watcher = Watcher(tmp_path, board, language, players)
    Session(watcher.table).run()
    assert watcher.table.game.is_over
    assert watcher.handovers > 10


def test_hand_of_the_last_player_is_gone_when_input_ends_at_the_hand_over(tmp_path: Path) -> None:
    _, screen = play_lines(tmp_path, ["", "1", ""], humans=2, language="en")
    after = screen.text.rpartition("\n" * 50)[2]
    assert after.startswith("Pass the device to Luis.")
    assert "Your hand" not in after
    assert "ticket" not in after


def test_one_person_needs_no_hand_over(tmp_path: Path) -> None:
    _, screen = play_lines(tmp_path, ["1"], humans=1)
    assert "Pass the device" not in screen.text


def test_screen_and_its_scrollback_are_cleared_on_a_real_terminal() -> None:
    shown: list[str] = []
    forgotten: list[bool] = []
    terminal = Terminal(
        lambda prompt: "",
        shown.append,
        size=lambda: (80, 24),
        forget=lambda: forgotten.append(True),
    )
    terminal.clear()
    assert "".join(shown).count("\n") > 50
    assert shown[-1].startswith("\033[2J\033[3J")
    assert forgotten == [True]


def test_bots_have_no_secrets_in_the_players_list(tmp_path: Path) -> None:
    table, screen = play_lines(tmp_path, ["1", "players", "table", "score", "log"])
    hidden = table.game.position.tickets(1)
    assert hidden
    for ticket in map(table.speech.ticket, hidden):
        assert ticket not in screen.text
