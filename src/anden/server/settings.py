"""What can be set on a server; the defaults suit a machine at home."""

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import URL, make_url

PROTOCOL = 1

# Seconds that a bot takes for each decision, whatever it holds.
PACES = {"quick": 0.5, "normal": 1.5, "calm": 3.0}


def default_data_dir() -> Path:
    """Where this user's data live on this system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "anden"


@dataclass(frozen=True)
class ServerSettings:
    data: Path = field(default_factory=default_data_dir)
    database: str = ""  # an SQLAlchemy URL; empty: SQLite in the data folder
    addresses: tuple[str, ...] = ()  # how other devices reach the server: http://192.168.1.5:8000
    origins: tuple[str, ...] = ()  # pages of other origins that may use it

    bots: tuple[tuple[str, str], ...] = ()  # bots of one's own: what they are called, their specs

    bot_processes: int = field(default_factory=lambda: min(2, os.cpu_count() or 1))  # 0: a thread
    bot_timeout: float = 180.0  # seconds; then a plain choice is made
    pace_scale: float = 1.0  # 0: bots play at once

    max_connections: int = 512  # in all, browsers and half-open sockets alike
    max_connections_per_ip: int = 64  # loopback is not counted: a proxy may stand there
    max_sockets_per_device: int = 16  # at one table
    max_spectators: int = 64  # connections at one table
    head_seconds: float = 10.0  # for a connection to send its request
    hello_seconds: float = 10.0
    idle_seconds: float = 3600.0
    send_seconds: float = 10.0  # for a client to take a message
    max_waiting: int = 64  # messages that wait for one client

    max_body: int = 16 * 1024
    max_board: int = 512 * 1024  # of a board file
    max_boards: int = 500  # that are kept
    max_message: int = 8 * 1024
    max_frame: int = 64 * 1024  # a larger one ends the connection
    message_burst: int = 40
    messages_per_second: float = 10.0
    max_strikes: int = 60  # messages over the limit until the connection is closed
    request_burst: int = 60
    requests_per_second: float = 4.0  # that change something, by address
    guess_burst: int = 10
    guesses_per_second: float = 0.1  # wrong codes, by address

    table_idle_seconds: float = 600.0  # until a table without visitors is put away
    say_seconds: float = 1.5  # between two phrases of one seat
    nudge_seconds: float = 20.0  # that a player may think in peace
    lobby_days: float = 30.0  # until a game that never began is forgotten

    @property
    def boards(self) -> Path:
        return self.data / "boards"

    @property
    def database_url(self) -> URL:
        if self.database:
            return make_url(self.database)
        return URL.create("sqlite", database=str(self.data / "games.sqlite3"))
