"""Seeds of games that are not over, encrypted with a key that is not in the store.

Whoever gets hold of the database, or of a backup, can't work out what lies face down.
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
    """AES-256-GCM, bound to the game, so that a seed can't be moved to another one."""

    def __init__(self, key: str) -> None:
        if len(key.strip()) < MIN_KEY:
            raise SealError("server.seal_short", n=MIN_KEY)
        self._cipher = _cipher(hashlib.sha256(key.strip().encode()).digest())

    def close(self, game_id: str, seed: str) -> str:
        nonce = secrets.token_bytes(_NONCE)
        sealed: bytes = self._cipher.encrypt(nonce, seed.encode(), game_id.encode())
        return base64.b64encode(nonce + sealed).decode()

    def open(self, game_id: str, sealed: str) -> str:
        """The seed; SEALED if this key does not fit, so that only that game can't be read."""
        from cryptography.exceptions import InvalidTag

        try:
            whole = base64.b64decode(sealed, validate=True)
            seed: bytes = self._cipher.decrypt(whole[:_NONCE], whole[_NONCE:], game_id.encode())
        except (InvalidTag, ValueError):
            return SEALED
        return seed.decode()


def _cipher(key: bytes) -> Any:
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ModuleNotFoundError:
        raise SealError("server.seal_package") from None
    return AESGCM(key)
