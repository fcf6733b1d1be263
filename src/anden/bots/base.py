"""What a bot is: something that looks at a view and names an action in time."""

from collections.abc import Sequence
from random import Random
from typing import Any

from anden.boards import Board
from anden.core import choose_whole
from anden.game import Action, View
from anden.game.events import Event
from anden.kernel.ids import ActionId

DEFAULT_SECONDS = 1.0


class Bot:
    """One seat of one game. A bot of your own inherits this and writes `choose`."""

    wants_fresh_process = False  # of a file or package: a new process for every game

    def __init__(self, seed: int = 0, seconds: float = DEFAULT_SECONDS) -> None:
        """`seed` fixes the bot's choices, `seconds` is its time for one of them."""
        self.seed = seed
        self.random = Random(seed)
        self.seconds = seconds

    @classmethod
    def check_table(cls, board: Board, players: int) -> None:
        """Raises BotError, which says why, if it can't play this board with this many players."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions of the view's seat, which is to act."""
        raise NotImplementedError

    def hear(self, events: Sequence[Event]) -> None:
        """What happened since it was last told, as its seat may know it. Most bots need not."""

    def close(self) -> None:
        """Frees what the bot holds; it is not asked again."""


class RecordBot(Bot):
    """A bot that reads kernel records and names action ids, at a fraction of the cost.

    Those of this package remember nothing between choices: seed and view decide alone, so that
    a game can be continued anywhere by new bots with the same seeds.
    """

    def choose_id(self, tables: Any, record: Any) -> ActionId:
        """A legal action id; `record` is the view of the seat to act and may be written to."""
        raise NotImplementedError

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """What `choose_id` names, as an action."""
        return view.action_of(choose_whole(view.tables, view.state, self.choose_id))
