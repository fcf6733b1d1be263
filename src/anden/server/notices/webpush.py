"""Web Push: a message encrypted for one browser (RFC 8291) and signed by this server (RFC 8292).

The push service that carries it can read neither what it says nor whom it is for.
"""

import base64
import binascii
import json
import os
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from anden.locales.errors import TranslatedError

MAX_TEXT = 3000  # bytes of a message; push services take 4096 with all that is around it
_RECORD = 4096
_VALID_SECONDS = 12 * 3600  # of a signature; at most a day
_SALT, _AUTH, _POINT = 16, 16, 65  # bytes


class PushError(TranslatedError):
    """There can be no push: a package is missing, or the server's key can't be used."""


@dataclass(frozen=True)
class BrowserKeys:
    """What a browser gives to those who may write to it."""

    public: bytes  # a point on P-256
    auth: bytes

    @classmethod
    def from_text(cls, text: str) -> "BrowserKeys":
        told = json.loads(text)
        return cls(decode(told["p256dh"]), decode(told["auth"]))

    def as_text(self) -> str:
        return json.dumps({"p256dh": encode(self.public), "auth": encode(self.auth)})


def read_keys(p256dh: str, auth: str) -> BrowserKeys:
    """ValueError if no message can be encrypted with them."""
    keys = BrowserKeys(decode(p256dh), decode(auth))
    if len(keys.auth) != _AUTH or len(keys.public) != _POINT:
        raise ValueError("keys of another length")
    _public_key(keys.public)
    return keys


class Signer:
    """The server's own key (VAPID): browsers take messages from whoever they were subscribed to."""

    def __init__(self, pem: str, contact: str) -> None:
        _, ec, serialization = _crypto()
        try:
            key = serialization.load_pem_private_key(pem.encode(), None)
        except (ValueError, TypeError):
            raise PushError("server.push_key") from None
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name != "secp256r1":
            raise PushError("server.push_key")
        self._key, self._contact = key, contact
        self.public = encode(_point(key.public_key()))

    def authorization(self, endpoint: str, now: float) -> str:
        """What the push service of an address wants to see."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + _VALID_SECONDS}
        if self._contact:
            claims["sub"] = self._contact
        token = ".".join(_part(value) for value in ({"typ": "JWT", "alg": "ES256"}, claims))
        return f"vapid t={token}.{encode(self._sign(token.encode()))}, k={self.public}"

    def _sign(self, text: bytes) -> bytes:
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        hashes, ec, _ = _crypto()
        r, s = decode_dss_signature(self._key.sign(text, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(32) + s.to_bytes(32)


def new_key() -> str:
    """A key for a server, as PEM."""
    _, ec, serialization = _crypto()
    pem: bytes = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return pem.decode()


def encrypt(text: bytes, keys: BrowserKeys, salt: bytes | None = None, own: Any = None) -> bytes:
    """The body of a message, aes128gcm; salt and own key are chosen anew for each one."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    _, ec, _ = _crypto()
    if len(text) > MAX_TEXT:
        raise ValueError("too long for a push message")
    salt = os.urandom(_SALT) if salt is None else salt
    own = ec.generate_private_key(ec.SECP256R1()) if own is None else own
    point = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), _public_key(keys.public))
    info = b"WebPush: info\0" + keys.public + point
    secret = _derived(shared, keys.auth, info, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed: bytes = AESGCM(key).encrypt(nonce, text + b"\x02", None)
    return salt + _RECORD.to_bytes(4) + bytes([len(point)]) + point + sealed


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """ValueError if it is no base64."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from None


def _part(value: object) -> str:
    return encode(json.dumps(value, separators=(",", ":")).encode())


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    hashes, _, _ = _crypto()
    derived: bytes = HKDF(hashes.SHA256(), length, salt, info).derive(secret)
    return derived


def _public_key(point: bytes) -> Any:
    _, ec, _ = _crypto()
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def _point(key: Any) -> bytes:
    _, _, serialization = _crypto()
    point: bytes = key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return point


def _crypto() -> tuple[Any, Any, Any]:
    """Loaded when it is needed: a server without push does not have to have it."""
    try:
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
    except ModuleNotFoundError:
        raise PushError("server.push_package") from None
    return hashes, ec, serialization
