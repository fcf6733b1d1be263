"""A push service and the receiver of webhooks, in one: a real HTTP server that remembers."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from anden.server.notices.webpush import encode
from tests.server.support import Device, wait_until


@dataclass(frozen=True)
class Got:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def told(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.body)
        return told


class Receiver(ThreadingHTTPServer):
    """Answers with `status`; everything that came is in `got`."""

    daemon_threads = True

    def __init__(self) -> None:
        self.got: list[Got] = []
        self.status = 201
        self.location = ""
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def at(self, path: str) -> list[Got]:
        return [got for got in self.got if got.path == path]

    def wait_for(self, path: str, number: int = 1) -> Got:
        """The last of so many requests."""
        wait_until(lambda: len(self.at(path)) >= number)
        return self.at(path)[number - 1]


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        headers = {name.casefold(): value for name, value in self.headers.items()}
        self.server.got.append(Got(self.path, headers, body))
        self.send_response(self.server.status)
        if self.server.location:
            self.send_header("Location", self.server.location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Tests are quiet."""


@contextmanager
def receiving() -> Iterator[Receiver]:
    with Receiver() as receiver:
        thread = threading.Thread(target=receiver.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield receiver
        finally:
            receiver.shutdown()
            thread.join()


class Browser:
    """What a browser keeps of its subscription: the keys that open its messages."""

    def __init__(self, receiver: Receiver, path: str) -> None:
        self.endpoint = receiver.url + path
        self.auth = b"0123456789abcdef"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.point = _point(self._key.public_key())

    def subscribe(self, device: Device, language: str = "en") -> Any:
        keys = {"p256dh": encode(self.point), "auth": encode(self.auth)}
        body = {"endpoint": self.endpoint, "language": language} | keys
        return device.http.put("/api/push", json=body).json()

    def open(self, body: bytes) -> dict[str, Any]:
        """Decrypts a message as RFC 8291 says."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), public)
        info = b"WebPush: info\x00" + self.point + sender
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain[-1:] == b"\x02"
        told: dict[str, Any] = json.loads(plain[:-1])
        return told


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
