"""What fixes a match: the same settings give the same games."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from anden.boards import Board, board_from_json, load_board
from anden.bots import bot_name
from anden.core.seeds import is_seed
from anden.kernel import RULESET

from .errors import ArenaError

FORMAT = 1
MAX_BOTS = 32
DEFAULT_SECONDS = 0.05


@dataclass(frozen=True)
class MatchSettings:
    """`bots` in the order given; one that is repeated has that many seats."""

    board: Board
    bots: tuple[str, ...]
    players: int
    seed: int = 0
    seconds: float = DEFAULT_SECONDS  # for one choice of a bot
    luck_adjusted: bool = False  # whether luck is counted

    def __post_init__(self) -> None:
        low, high = self.board.players.min, self.board.players.max
        if not low <= self.players <= high:
            raise ArenaError(
                "arena.error_players",
                board=self.board.id,
                low=low,
                high=high,
                given=self.players,
            )
        if not 1 <= len(self.bots) <= MAX_BOTS or not all(self.bots):
            raise ArenaError("arena.error_bots", high=MAX_BOTS)
        if self.is_line_up and len(self.bots) != self.players:
            raise ArenaError("arena.error_line_up", given=len(self.bots), players=self.players)
        if len(set(self.names)) < len(self.entries):
            raise ArenaError("arena.error_same_name", names=", ".join(self.names))
        if not is_seed(self.seed):
            raise ArenaError("text.error_seed")
        if not (math.isfinite(self.seconds) and self.seconds > 0):
            raise ArenaError("arena.error_time")

    @property
    def entries(self) -> tuple[str, ...]:
        """The bots that are compared, each once."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def names(self) -> tuple[str, ...]:
        """What the entries are called in results."""
        return tuple(map(bot_name, self.entries))

    @property
    def is_line_up(self) -> bool:
        """Whether the bots given are the seats of one game."""
        return len(self.entries) < len(self.bots)

    def num_sets(self, games: int) -> int:
        """How many duplicate sets, of one game per seat, it takes for this many games."""
        return -(-games // self.players)


def write_settings(settings: MatchSettings) -> dict[str, Any]:
    """The settings as JSON; `read_settings` gives them back."""
    board = settings.board
    fields = {
        "format": FORMAT,
        "ruleset": RULESET,
        "board": board.id,
        "board_sha256": board.sha256,
        "bots": list(settings.bots),
        "players": settings.players,
        "seed": settings.seed,
        "seconds": settings.seconds,
    }
    if settings.luck_adjusted:
        fields["luck_adjusted"] = True
    return fields if board.is_builtin else fields | {"board_data": board.source}


def read_settings(fields: Mapping[str, Any]) -> MatchSettings:
    if fields.get("format") != FORMAT or fields.get("ruleset") != RULESET:
        raise ArenaError(
            "arena.error_version", written=_version(fields), read=f"{FORMAT}/{RULESET}"
        )
    try:
        data = fields.get("board_data")
        name = str(fields["board"])
        board = load_board(name) if data is None else board_from_json(str(data), name)
        if board.sha256 != fields["board_sha256"]:
            raise ArenaError("arena.error_other_board", board=name)
        return MatchSettings(
            board,
            tuple(map(str, fields["bots"])),
            int(fields["players"]),
            int(fields["seed"]),
            float(fields["seconds"]),
            bool(fields.get("luck_adjusted", False)),
        )
    except ArenaError:
        raise
    except (KeyError, TypeError, ValueError) as error:  # a BoardError is a ValueError
        raise ArenaError("arena.error_settings", detail=error) from error


def _version(fields: Mapping[str, Any]) -> str:
    return f"{fields.get('format')}/{fields.get('ruleset')}"
