"""One question to a bot, with everything checked that one question can show."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from anden.game import Action, View
from anden.game.events import Event
from anden.kernel import conceal

from ..base import Bot
from ..errors import CRASH, LATE
from ..external import GRACE_SECONDS, START_SECONDS
from ..guard import Guard
from .report import FAULTS, Stage, Times, Where

MEDIAN_SLACK = 0.05  # seconds
MAX_LATE = 3  # answers
ENOUGH = 20  # answers to take the median of


@dataclass
class Examiner:
    """Asks bots and writes down what is wrong with their answers."""

    stage: Stage
    seconds: float
    later: list[float] = field(default_factory=list)  # seconds of answers, but for first ones
    first: list[float] = field(default_factory=list)
    num_late: int = 0

    @property
    def is_slow(self) -> bool:
        """Whether the median answer is over the budget."""
        return Times(self.later, self.first).median > self.seconds + MEDIAN_SLACK

    @property
    def is_too_slow(self) -> bool:
        """Whether that is clear by now, so that further questions would only take time."""
        return self.num_late >= MAX_LATE or (self.is_slow and len(self.later) >= ENOUGH)

    def ask(self, player: "Player", view: View, events: Sequence[Event], where: Where) -> Action:
        """The bot's action, or a plain one in its place if it has none."""
        _check_hidden(view)
        before = view.state.tobytes()
        legal = view.legal_actions()
        start = time.perf_counter()
        deaf = player.hear(events)
        action = player.guard.choose(view, legal)
        self._note_time(player, time.perf_counter() - start, where)
        self._note_forfeits(player, where)
        if deaf:
            self.stage.add(FAULTS[CRASH], where, detail=deaf)
        if view.state.tobytes() != before:
            self.stage.add("bots.finding_changes_view", where)
        self.stage.num_checked += 1
        return action

    def _note_time(self, player: "Player", seconds: float, where: Where) -> None:
        is_first = player.guard.moves <= 1
        (self.first if is_first else self.later).append(seconds)
        allowed = self.seconds + GRACE_SECONDS + (START_SECONDS if is_first else 0)
        if seconds > allowed and not _has_failed(player):
            detail = f"{seconds:.3f} s > {allowed:.3f} s"
            self.stage.add(FAULTS[LATE], where, detail=detail)
            self.num_late += 1

    def _note_forfeits(self, player: "Player", where: Where) -> None:
        for forfeit in player.guard.forfeits[player.num_forfeits :]:
            self.stage.add(FAULTS[forfeit.kind], where, detail=forfeit.detail)
            self.num_late += forfeit.kind == LATE
        player.num_forfeits = len(player.guard.forfeits)


class Player:
    """A bot in a seat of a game, and what is remembered of it."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.guard = Guard(bot)
        self.num_forfeits = 0

    def hear(self, events: Sequence[Event]) -> str | None:
        """Tells the bot what happened; what it raised at that."""
        try:
            if events:
                self.bot.hear(events)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return None

    def close(self) -> None:
        self.bot.close()


def _has_failed(player: Player) -> bool:
    return len(player.guard.forfeits) > player.num_forfeits


def _check_hidden(view: View) -> None:
    """A view is what is left when all that its seat may not know is blanked out."""
    assert view.seat is not None
    again = view.state.copy()
    conceal(again, view.seat)
    if again.tobytes() != view.state.tobytes():
        raise AssertionError("the view holds something hidden: this is not the bot's fault")
