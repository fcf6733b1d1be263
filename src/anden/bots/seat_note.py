"""How the notes of a record say who sat where: `human:Ana,bot:greedy:Bot 1`."""

from urllib.parse import quote, unquote

_PLAIN = " /\\=()'\""  # kept as they are in the spec of a bot; colons and commas separate


def write_seat(name: str, bot: str | None) -> str:
    """One seat of the note; a bot is told by its spec, nobody is a person."""
    name = name.replace(",", " ")
    return f"human:{name}" if bot is None else f"bot:{quote(bot, safe=_PLAIN)}:{name}"


def read_seat(text: str) -> tuple[str, str | None] | None:
    """The name and the bot of a seat, None if the text does not tell them.

    Nothing is said of whether there is such a bot: a record comes from anywhere.
    """
    kind, _, rest = text.partition(":")
    if kind == "human":
        return rest, None
    bot, _, name = rest.partition(":")
    return (name, unquote(bot)) if kind == "bot" and bot else None
