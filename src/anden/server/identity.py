"""Secrets: who a device is, and what opens a game. Only their hashes are stored."""

import hashlib
import re
import secrets
from collections.abc import Mapping

COOKIE = "anden_device"
PROGRAM = "program:"  # how the hashes of programs' secrets begin
ACCOUNT = "account:"  # how somebody who is signed in is called where devices are
TOKEN_START = "anden-bot-"  # how their secrets begin

COOKIE_SECONDS = 365 * 24 * 3600

_KEY = re.compile(r"[A-Za-z0-9_-]{32,128}")
_READABLE = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that looks like something else
_CODE_LENGTH = 8
_ID_LENGTH = 12


def new_key() -> str:
    """A device's or a seat's secret: 256 bits."""
    return secrets.token_urlsafe(32)


def new_token() -> str:
    """A program's secret."""
    return TOKEN_START + new_key()


def hashed(secret: str) -> str:
    """What is stored of a secret. It has far too many bits to be guessed, so no salt is needed."""
    digest = hashlib.sha256(secret.encode()).hexdigest()
    return PROGRAM + digest[:56] if secret.startswith(TOKEN_START) else digest


def is_program(device: str | None) -> bool:
    """Whether a device says of itself that it is a program."""
    return device is not None and device.startswith(PROGRAM)


def new_code() -> str:
    """An invite or spectators' code: 39 bits, and guessing is limited."""
    return _readable(_CODE_LENGTH)


def new_game_id() -> str:
    return new_id()


def new_id() -> str:
    """What something is called in addresses; no secret."""
    return _readable(_ID_LENGTH)


def is_game_id(text: str) -> bool:
    """Whether a game could have this id."""
    return len(text) <= 40 and text.isascii() and text.isalnum()


def tidy_code(text: str) -> str:
    """A code as it is stored, however a person typed it."""
    return "".join(character for character in text.upper() if character in _READABLE)


def device_key(cookies: Mapping[str, str], authorization: str | None) -> str | None:
    """The secret a request brings along, if it is one."""
    scheme, _, given = (authorization or "").partition(" ")
    key = given.strip() if scheme.casefold() == "bearer" else cookies.get(COOKIE, "")
    return key if is_key(key) else None


def is_key(text: str) -> bool:
    return _KEY.fullmatch(text) is not None


def _readable(length: int) -> str:
    return "".join(secrets.choice(_READABLE) for _ in range(length))
