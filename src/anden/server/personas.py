"""Who a bot is: a character, and the name that goes with it."""

from collections.abc import Collection

from anden.bots import LEVELS
from anden.bots.levels import CHARACTERS

NAMES = {
    "collector": "Ida",
    "blocker": "Bruno",
    "runner": "Nora",
    "builder": "Otto",
    "sprinter": "Lola",
}


def with_character(bot: str, taken: Collection[str], first: int) -> str:
    """A level with a character that nobody else at the table has; other bots are what they are."""
    if bot not in LEVELS:
        return bot
    names = [character.name for character in CHARACTERS]
    turned = names[first % len(names) :] + names[: first % len(names)]
    free = [name for name in turned if name not in taken]
    return f"{bot}:{(free or turned)[0]}"


def level_of(bot: str | None) -> str | None:
    return None if bot is None else bot.partition(":")[0]


def character_of(bot: str | None) -> str | None:
    return (bot or "").partition(":")[2] or None


def is_level(bot: str) -> bool:
    """A level, with a character or without."""
    level, _, character = bot.partition(":")
    return level in LEVELS and (not character or character in NAMES)
