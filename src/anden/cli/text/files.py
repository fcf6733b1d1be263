"""Saving a game where the player says."""

from pathlib import Path

from anden.game import read_record, write_record
from anden.game.files import read_file, write_file
from anden.game.record import MAX_BYTES, seed_hash

from .text_game import TextGame
from .words import has_word


def save_as(table: TextGame, name: str) -> None:
    """Saves under the name, the last one used, or one that is asked for."""
    name = name or table.file or table.ask("text.which_file")
    if name and _may_write(table, name):
        save_text(table, name, write_record(table.game.record()))


def save_text(table: TextGame, name: str, text: str) -> bool:
    """Writes a record, and says whether that worked."""
    try:
        path = Path(name).expanduser().absolute()
        write_file(path, text)
    except (OSError, RuntimeError, ValueError) as error:  # GameError is a ValueError
        table.say("text.save_failed", detail=error)
        return False
    table.file = name
    if table.game.is_over:
        table.say("text.saved_record")
        table.terminal.say_command("anden", "replay", path)
    else:
        table.say("text.saved")
        table.terminal.say_command("anden", "play", "--text", "--resume", path)
    return True


def _may_write(table: TextGame, name: str) -> bool:
    """Whether no other file would be lost, or the player says so."""
    if name == table.file or not _holds_something_else(table, name):
        return True
    if has_word("word.yes", table.ask("text.overwrite", name=name)):
        return True
    table.say("text.not_saved")
    return False


def _holds_something_else(table: TextGame, name: str) -> bool:
    try:
        path = Path(name).expanduser()
        if not path.exists():
            return False
        record = read_record(read_file(path, MAX_BYTES))
    except (OSError, RuntimeError, ValueError):
        return True
    return record.seed_sha256 != seed_hash(table.game.seed)


def offer_copy(table: TextGame, question: str, text: str) -> None:
    """Asks for a file name until one works; nothing typed means no."""
    while True:
        name = table.ask(question)
        if not name or has_word("word.no", name):
            return
        if has_word("word.yes", name):
            continue
        if _may_write(table, name) and save_text(table, name, text):
            return
