"""Chance that nobody can have chosen: the seed of a game, made from numbers of all who wanted.

1. Whoever deals draws a secret and publishes its SHA-256: the promise.
2. Each player draws a number and publishes a commitment to it, bound to that promise.
3. The list of commitments is closed. Now each player publishes the number itself.
4. The seed is made from the secret and all numbers. The secret is published after the game.

The dealer can't choose: the secret was fixed before the numbers were known, and without all that
are on the list there is no game. Nor can the player who is last: the secret is not known, and the
number was fixed before those of others were. One honest number makes the seed a fresh one.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from anden.kernel.ids import Seat

from .errors import RecordError

DIGITS = 32  # of a secret or a number: 128 bits, in hexadecimal
MAX_NUMBERS = 16
_HEX = frozenset("0123456789abcdef")


@dataclass(frozen=True)
class Share:
    """The number of one player; the seat is None for a host without one."""

    seat: Seat | None
    number: str


@dataclass(frozen=True)
class Chance:
    """What the seed of a game was made from."""

    secret: str
    shares: tuple[Share, ...]
    repeated: int = 0  # how often it began anew because somebody did not tell their number

    @property
    def promise(self) -> str:
        """What was published before the first number."""
        return promise_of(self.secret)

    @property
    def seed(self) -> int:
        """The game's seed."""
        numbers = " ".join(sorted(share.number for share in self.shares))
        return int(_sha256(f"anden seed 1 {self.secret} {numbers}")[:DIGITS], 16)


def promise_of(secret: str) -> str:
    """The same as of a seed of the same digits."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def commitment_of(promise: str, number: str) -> str:
    """What a player publishes before the number itself."""
    return _sha256(f"anden number 1 {promise} {number}")


def is_number(text: object) -> bool:
    """Whether it is a secret or a number: 32 hexadecimal digits."""
    return isinstance(text, str) and len(text) == DIGITS and set(text) <= _HEX


def write_chance(chance: Chance) -> str:
    """As a line of a record has it; seats are written from 1."""
    numbers = [
        {"number": share.number, "seat": None if share.seat is None else share.seat + 1}
        for share in chance.shares
    ]
    told = {"secret": chance.secret, "numbers": numbers, "repeated": chance.repeated}
    return json.dumps(told, sort_keys=True)


def read_chance(text: str, players: int) -> Chance:
    """RecordError if it is none."""
    try:
        told = json.loads(text)
        shares = tuple(_read_share(each, players) for each in told["numbers"])
        chance = Chance(told["secret"], shares, told["repeated"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise RecordError("record.bad_chance") from None
    is_whole = is_number(chance.secret) and type(chance.repeated) is int and chance.repeated >= 0
    numbers = {share.number for share in shares}
    if not is_whole or not 1 <= len(numbers) == len(shares) <= MAX_NUMBERS:
        raise RecordError("record.bad_chance")
    return chance


def _read_share(told: Any, players: int) -> Share:
    seat, number = told["seat"], told["number"]
    is_seat = seat is None or (type(seat) is int and 1 <= seat <= players)
    if not is_seat or not is_number(number):
        raise ValueError(number)
    return Share(None if seat is None else seat - 1, number)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()
