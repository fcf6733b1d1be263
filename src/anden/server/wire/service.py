"""What the server tells of itself, and of what can be played."""

from .base import Told


class Clock(Told):
    start: float
    gain: float
    is_slow: bool


class Server(Told):
    version: str
    protocol: int
    languages: list[str]
    paces: list[str]
    clocks: dict[str, Clock | None]
    addresses: list[str]


class Players(Told):
    min: int
    max: int


class BoardEntry(Told):
    id: str
    names: dict[str, str]
    players: Players
    sha256: str


class Boards(Told):
    boards: list[BoardEntry]


class BotEntry(Told):
    name: str
    about: str
    is_level: bool
    ready_in: float


class Bots(Told):
    bots: list[BotEntry]
    characters: list[str]
