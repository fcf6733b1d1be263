"""What the server writes down while it runs: a line for people, or a JSON object for programs.

A line tells what happened to which game, and never a card, a secret or, unless it is asked for,
an address.
"""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from .settings import ServerSettings
from .storage import Lobby
from .storage.rows import BOT

_FACTS = "facts"  # what a line tells beside its words

games = logging.getLogger("anden.games")
requests = logging.getLogger("anden.requests")


def tell(log: logging.Logger, level: int, event: str, **facts: object) -> None:
    if log.isEnabledFor(level):
        log.log(level, event, extra={_FACTS: facts})


def tell_of_game(event: str, lobby: Lobby, level: int = logging.INFO, **facts: object) -> None:
    """What becomes of a game: its id and how many sit there, not who."""
    bots = sum(seat.kind == BOT for seat in lobby.seats)
    people = len(lobby.seats) - bots
    told = {"game": lobby.row.id, "board": lobby.row.board, "people": people, "bots": bots}
    tell(games, level, event, **told, **facts)


def set_up_logs(settings: ServerSettings) -> None:
    """For a process that is a server and nothing else."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if settings.log_format == "json" else PlainLines())
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)


class PlainLines(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 its name there
        facts = _facts(record)
        told = "".join(f" {name}={value}" for name, value in facts.items())
        return super().formatMessage(record) + told


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line |= _facts(record)
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def _facts(record: logging.LogRecord) -> dict[str, object]:
    facts: dict[str, object] = getattr(record, _FACTS, {})
    return facts
