"""What the Tab key suggests."""

from anden.boards import builtin_boards
from anden.bots import BOTS


def board_names(incomplete: str) -> list[str]:
    return [name for name in builtin_boards() if name.startswith(incomplete)]


def bot_names(incomplete: str) -> list[str]:
    """The bot after the last comma."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in BOTS if name.startswith(last)]
