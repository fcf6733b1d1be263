"""What fixes a dataset: the same settings give the same rows."""

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import anden
from anden.boards import Board, board_from_json, load_board
from anden.core import game_seed
from anden.core.seeds import is_seed
from anden.envs.spaces import num_actions, observation_size
from anden.kernel import RULESET
from anden.kernel.encode import OBSERVATION_VERSION
from anden.kernel.ids import Seat

from .errors import DatasetError
from .styles import is_compiled

FORMAT = 1
MAX_GAMES = 10**7
DEFAULT_SECONDS = 0.05
COMPILED_GAMES = 64  # in a part: some 12,000 rows of North America
OTHER_GAMES = 4  # what is lost at most, for each worker, when a run of slow bots is killed


@dataclass(frozen=True)
class DatasetSettings:
    """`bots` by seat; a single one plays all seats."""

    board: Board
    bots: tuple[str, ...]
    players: int
    games: int
    seed: int = 0
    seconds: float = DEFAULT_SECONDS  # for one choice of a bot

    def __post_init__(self) -> None:
        low, high = self.board.players.min, self.board.players.max
        if not low <= self.players <= high:
            raise DatasetError("text.error_players", low=low, high=high, given=self.players)
        if len(self.bots) not in (1, self.players) or not all(self.bots):
            raise DatasetError("cli.error_sim_bots", given=len(self.bots), players=self.players)
        if not 1 <= self.games <= MAX_GAMES:
            raise DatasetError("cli.error_games", high=MAX_GAMES)
        if not is_seed(self.seed):
            raise DatasetError("text.error_seed")
        if not (math.isfinite(self.seconds) and self.seconds > 0):
            raise DatasetError("arena.error_time")

    @property
    def bot_by_seat(self) -> tuple[str, ...]:
        """The bot of each seat."""
        return self.bots * (self.players // len(self.bots))

    @property
    def games_per_part(self) -> int:
        """The same for all workers, so that parts are the same wherever they are played."""
        return COMPILED_GAMES if all(map(is_compiled, self.bots)) else OTHER_GAMES

    @property
    def num_parts(self) -> int:
        """How many parts the games are played in."""
        return -(-self.games // self.games_per_part)

    def games_of(self, part: int) -> range:
        """The games of a part."""
        start = part * self.games_per_part
        return range(start, min(start + self.games_per_part, self.games))

    def deal_seed(self, game: int) -> int:
        """The seed of a game: `anden.Game` deals the same with it."""
        return game_seed(self.seed, game)

    def bot_seed(self, game: int, seat: Seat) -> int:
        """The seed of a seat's bot in a game."""
        words = f"{self.seed} {game} {seat} {self.bot_by_seat[seat]}"
        return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big")


def write_settings(settings: DatasetSettings) -> dict[str, Any]:
    """The settings as JSON, with all that the rows depend on; `read_settings` gives them back."""
    board = settings.board
    fields = {
        "format": FORMAT,
        "anden": anden.__version__,
        "ruleset": RULESET,
        "observation_version": OBSERVATION_VERSION,
        "observation_size": observation_size(board, settings.players),
        "num_actions": num_actions(board),
        "board": board.id,
        "board_sha256": board.sha256,
        "players": settings.players,
        "bots": list(settings.bot_by_seat),
        "seed": settings.seed,
        "seconds": settings.seconds,
        "games": settings.games,
    }
    return fields if board.is_builtin else fields | {"board_data": board.source}


def read_settings(fields: Mapping[str, Any]) -> DatasetSettings:
    data, name = fields.get("board_data"), str(fields["board"])
    return DatasetSettings(
        load_board(name) if data is None else board_from_json(str(data), name),
        tuple(map(str, fields["bots"])),
        int(fields["players"]),
        int(fields["games"]),
        int(fields["seed"]),
        float(fields["seconds"]),
    )
