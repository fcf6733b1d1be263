"""What nobody may learn who only gets hold of the database, encrypted with a key that is not in it.

Those are the seeds of games that are not over, by which one could work out what lies face down, and
the secrets with which messages are signed or encrypted.
"""

import base64
import hashlib
import secrets
from typing import Any

from .errors import SealError

MIN_KEY = 32  # characters
SEALED = "sealed"  # stands where the seed would be
_NONCE = 12  # bytes


class Seal:
    """AES-256-GCM, bound to a name, so that what is sealed can't be moved to another one."""

    def __init__(self, key: str, other: str = "") -> None:
        """`other` opens too what it has closed: a former key, or the one that comes next."""
        self._ciphers = [_cipher(each.strip()) for each in (key, other) if each]

    def close(self, name: str, text: str) -> str:
        nonce = secrets.token_bytes(_NONCE)
        sealed: bytes = self._ciphers[0].encrypt(nonce, text.encode(), name.encode())
        return base64.b64encode(nonce + sealed).decode()

    def open(self, name: str, sealed: str) -> str:
        """What was closed; SEALED if no key fits, so that only that one thing can't be read."""
        found = (_opened(cipher, name, sealed) for cipher in self._ciphers)
        return next((text for text in found if text is not None), SEALED)

    def is_current(self, name: str, sealed: str) -> bool:
        """Whether it was closed with the first key."""
        return _opened(self._ciphers[0], name, sealed) is not None


def _opened(cipher: Any, name: str, sealed: str) -> str | None:
    from cryptography.exceptions import InvalidTag

    try:
        whole = base64.b64decode(sealed, validate=True)
        text: bytes = cipher.decrypt(whole[:_NONCE], whole[_NONCE:], name.encode())
    except (InvalidTag, ValueError):
        return None
    return text.decode()


def _cipher(key: str) -> Any:
    if len(key) < MIN_KEY:
        raise SealError("server.seal_short", n=MIN_KEY)
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ModuleNotFoundError:
        raise SealError("server.seal_package") from None
    return AESGCM(hashlib.sha256(key.encode()).digest())
