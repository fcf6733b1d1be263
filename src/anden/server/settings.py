"""What can be set on a server; the defaults suit a machine at home."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from sqlalchemy import URL

from anden.machine.cores import usable_cores
from anden.machine.folders import data_folder

from .storage.errors import SealError

PROTOCOL = 2

# Seconds that a bot takes for each decision, whatever it holds.
PACES = {"quick": 0.5, "normal": 1.5, "calm": 3.0}


@dataclass(frozen=True)
class ServerSettings:
    """How a server behaves; the defaults are for a home network."""

    data: Path = field(default_factory=data_folder)
    database: str = ""  # an SQLAlchemy URL; empty: SQLite in the data folder
    addresses: tuple[str, ...] = ()  # how other devices reach the server: http://192.168.1.5:8000
    origins: tuple[str, ...] = ()  # pages of other origins that may use it
    host_names: tuple[str, ...] = ()  # what it is called beyond this network: games.example.org
    trusted_proxies: tuple[str, ...] = ("127.0.0.0/8", "::1")  # believed about who the client is
    proxy_header: Literal["x-forwarded-for", "forwarded"] = "x-forwarded-for"  # where they say it

    bots: tuple[tuple[str, str], ...] = ()  # bots of one's own: what they are called, their specs

    bot_processes: int = field(default_factory=lambda: min(2, usable_cores()))  # 0: a thread
    # Searches of bots done here at the same time; 0 leaves all of them to `anden work`.
    workers: int = field(default_factory=lambda: min(2, usable_cores()))
    review_workers: int = 1  # reviews worked on here at the same time; 0: none
    bot_timeout: float = 180.0  # seconds; then a plain choice is made
    pace_scale: float = 1.0  # 0: bots play at once
    seed_key: str = field(default="", repr=False)  # encrypts seeds of games not over, and secrets
    seed_key_file: str = ""  # a file that holds it
    other_seed_key: str = field(default="", repr=False)  # opens too what it has encrypted
    other_seed_key_file: str = ""

    max_connections: int = 4096  # in all, browsers and half-open sockets alike
    max_connections_per_ip: int = 64  # neither this machine nor trusted proxies are counted
    connection_burst: int = 128  # connections that one address may open at once
    connections_per_second: float = 16.0  # and on and on
    max_sockets_per_device: int = 16  # at one table
    max_spectators: int = 1000  # connections at one table
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
    cost_burst: float = 600.0  # of all that one person asks for, about its milliseconds
    costs_per_second: float = 40.0
    address_share: float = 6.0  # budgets that all people of one address have together
    guess_burst: int = 10
    guesses_per_second: float = 0.1  # wrong codes, by address

    max_games: int = 100  # that one person has made and not ended
    max_bot_seats: int = 200  # in those games
    max_tables: int = 12  # that one person looks at at the same time
    chance_seconds: float = 3.0  # for players' browsers to add their numbers to the chance
    absent_seconds: float = 30.0  # that a player is away until the host may let a bot play
    unwatched_seconds: float = 60.0  # that bots play on with nobody there
    table_idle_seconds: float = 600.0  # until a table without visitors is put away
    say_seconds: float = 1.5  # between two phrases of one seat
    nudge_seconds: float = 20.0  # that a player may think in peace
    correspondence_seconds: float = 15.0  # between two looks at games of days
    vacation_days: float = 21.0  # that a person may take within a year
    accounts: str = ""  # the origin whose pages have passkeys; `localhost`: this machine's
    push: bool = True  # messages to browsers that ask for them
    push_key_file: str = ""  # a file with the server's key for them; empty: one in the database
    push_contact: str = ""  # whom push services may turn to: mailto:us@example.org
    webhooks: bool = True
    max_webhooks: int = 5  # of one person
    notice_workers: int = 2  # messages sent at the same time; 0 leaves them to other processes
    notice_retries: tuple[float, ...] = (60, 300, 1800, 7200, 43200)  # seconds after each failure
    outbound_seconds: float = 10.0  # for an address of a webhook or a push service to answer
    outbound_local: bool = False  # whether such addresses may be on this machine, and without TLS
    lobby_days: float = 30.0  # until a game that never began is forgotten

    log_format: Literal["plain", "json"] = "plain"
    log_level: Literal["debug", "info", "warning", "error"] = "warning"  # info: each request too
    log_addresses: bool = False  # whether requests are logged with where they come from
    metrics_from: tuple[str, ...] = ("127.0.0.0/8", "::1")  # who may read /metrics without a token
    metrics_token: str = ""  # whoever brings it may read them from anywhere
    drain_seconds: float = 0.0  # that /readyz says no before the server stops

    @property
    def boards(self) -> Path:
        """The folder for copies of boards that visitors have brought."""
        return self.data / "boards"

    @property
    def key_for_seeds(self) -> str:
        """Empty if they are not encrypted."""
        return _key_in(self.seed_key_file) if self.seed_key_file else self.seed_key

    @property
    def other_key_for_seeds(self) -> str:
        """A former key, or the next one."""
        return (
            _key_in(self.other_seed_key_file) if self.other_seed_key_file else self.other_seed_key
        )

    @property
    def database_url(self) -> URL:
        """Where the games are stored."""
        if self.database:
            from .storage import parse_url

            return parse_url(self.database)
        return URL.create("sqlite", database=str(self.data / "games.sqlite3"))


def _key_in(file: str) -> str:
    try:
        return Path(file).expanduser().read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        detail = getattr(error, "strerror", None) or error
        raise SealError("server.seal_file", path=file, detail=detail) from None
