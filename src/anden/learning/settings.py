"""Everything about a training that a person may choose."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

from anden.boards import load_board

from .errors import LearningError

PLAIN, TOKENS = "plain", "tokens"


@dataclass(frozen=True)
class TrainingSettings:
    """The defaults are for one large GPU; docs/learning.md has some for a laptop."""

    board: str = "usa"
    players: int = 0  # at a table; 0: every number that the board allows
    device: str = "cpu"
    minutes: float = 9.0  # of this run, start and imitation included
    horizon: float = 0.0  # minutes after which rates have fallen to their end; 0: this run's
    seed: int = 0
    against: str = ""  # a checkpoint, frozen, that has all other seats: how well it can be beaten
    threads: int = 0  # CPU cores for planners; 0: all but one

    # The networks.
    network: str = PLAIN  # or TOKENS
    width: int = 704
    blocks: int = 3
    scorer: int = 32  # numbers by which each route is judged
    critic_width: int = 512
    critic_blocks: int = 2

    token_width: int = 64
    token_heads: int = 4
    token_layers: int = 2
    token_trunk: int = 256  # the width of the plain part

    # Tables of several sizes.
    first_share: float = 0.5  # of all games have the fewest players; other sizes share the rest

    # Imitation.
    lessons: int = 45_000  # games of planners; a game of four counts as two
    lesson_epochs: int = 3
    lesson_rate: float = 8e-4
    lesson_batch: int = 16_384

    # Self-play.
    games: int = 32_768  # side by side
    rows: int = 64  # decisions of each between two updates
    past_share: float = 0.125  # of these games have a past self in one seat
    rival_games: int = 8192  # against planners, side by side
    rival_rows: int = 48
    batch: int = 65_536
    epochs: int = 2
    rate: float = 1.5e-4
    critic_rate: float = 3e-4
    last_rate: float = 0.03  # what is left of both rates in the end
    entropy: float = 0.006
    last_entropy: float = 0.001
    clip: float = 0.2
    trace: float = 0.95  # the lambda of generalised advantages
    lead_points: float = 60.0  # that are worth 1
    win_weight: float = 0.7  # what a win is worth, and a loss costs
    owner_weight: float = 0.0  # of guessing who will own each route, summed over routes
    made_weight: float = 0.0  # of guessing which own tickets will be made, summed over tickets

    # Evaluation against planners.
    deals: int = 512  # with two players, each played from both seats; half as many other games
    last_deals: int = 2048
    every: float = 40.0  # seconds


def settings_from(stored: dict[str, Any]) -> TrainingSettings:
    """Settings out of a file; what it does not know keeps its default."""
    names = {field.name for field in fields(TrainingSettings)}
    return TrainingSettings(**{name: value for name, value in stored.items() if name in names})


def with_words(settings: TrainingSettings, words: Iterable[str]) -> TrainingSettings:
    """Some settings changed, each by a text NAME=VALUE; raises LearningError for others."""
    kinds: dict[str, Any] = {field.name: type(field.default) for field in fields(TrainingSettings)}
    for word in words:
        name, _, text = word.partition("=")
        if name not in kinds:
            raise LearningError("train.error_setting", name=name, names=", ".join(kinds))
        try:
            settings = replace(settings, **{name: kinds[name](text)})
        except ValueError as error:
            raise LearningError("train.error_value", name=name, text=text) from error
    return settings


def check_settings(settings: TrainingSettings) -> None:
    """Raises LearningError for what can't be trained."""
    low, high = load_board(settings.board).players.min, load_board(settings.board).players.max
    if settings.players and not low <= settings.players <= high:
        told = {"board": settings.board, "low": low, "high": high}
        raise LearningError("train.error_players", **told)
    if settings.device not in ("cpu", "cuda"):
        raise LearningError("train.error_device", device=settings.device)
    if settings.network not in (PLAIN, TOKENS):
        raise LearningError("train.error_value", name="network", text=settings.network)
    for field in fields(TrainingSettings):
        value = getattr(settings, field.name)
        most = 1.0 if field.name.endswith("_share") else float("inf")
        if isinstance(value, (int, float)) and not (0 <= value <= most and value < float("inf")):
            raise LearningError("train.error_value", name=field.name, text=value)


SHAPE = (
    *("board", "network", "width", "blocks", "scorer", "critic_width", "critic_blocks"),
    *("token_width", "token_heads", "token_layers", "token_trunk"),
)
