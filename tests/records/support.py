"""Records to read, and ways to spoil them."""

import hashlib
from functools import cache

import pytest

from anden.game import Game, RecordError, read_record, write_record
from tests.game.support import played


@cache
def text_of(board: str = "london", players: int = 2, seed: int = 1, moves: int = 10_000) -> str:
    """The record of a random game, by default finished."""
    return write_record(played(board, players, seed, moves).record())


def sign(text: str) -> str:
    """The text with the checksum that fits it."""
    body = text.rpartition("checksum ")[0]
    return f"{body}checksum {hashlib.sha256(body.encode()).hexdigest()}\n"


def forge(text: str, old: str, new: str) -> str:
    """The text with something changed, signed again."""
    assert text.count(old) >= 1
    return sign(text.replace(old, new, 1))


def line_of(text: str, key: str) -> str:
    """The whole line that begins with the word."""
    (line,) = [line for line in text.splitlines() if line.startswith(f"{key} ")]
    return line


def refused(text: str) -> str:
    """What is said of a record that can't be read and replayed."""
    with pytest.raises(RecordError) as caught:
        Game.replay(read_record(text))
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 1000
    return message
