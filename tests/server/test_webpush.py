"""The encryption and the signature of push messages, as the standards have them."""

import json

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from anden.server.notices.webpush import (
    BrowserKeys,
    PushError,
    Signer,
    decode,
    encode,
    encrypt,
    new_key,
    read_keys,
)

# The example of RFC 8291, section 5.
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard() -> None:
    keys = BrowserKeys(decode(PUBLIC), decode(AUTH))
    number = int.from_bytes(decode(SENDER))
    own = ec.derive_private_key(number, ec.SECP256R1())
    assert encode(encrypt(PLAIN, keys, decode(SALT), own)) == SEALED


def test_no_two_messages_are_sealed_alike() -> None:
    keys = BrowserKeys(decode(PUBLIC), decode(AUTH))
    assert encrypt(PLAIN, keys) != encrypt(PLAIN, keys)


def test_the_signature_names_the_push_service_and_ends_soon() -> None:
    signer = Signer(new_key(), "mailto:host@example.org")
    told = signer.authorization("https://push.example.org:8443/a/b?c", 1000.0)
    kind, token, key = told.replace(",", "").split()
    assert (kind, key) == ("vapid", f"k={signer.public}")
    head, claims, signed = token.removeprefix("t=").split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decode(claims)) == {
        "aud": "https://push.example.org:8443",
        "exp": 1000 + 12 * 3600,
        "sub": "mailto:host@example.org",
    }
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(signer.public))
    r, s = (int.from_bytes(decode(signed)[part]) for part in (slice(32), slice(32, 64)))
    text = f"{head}.{claims}".encode()
    public.verify(encode_dss_signature(r, s), text, ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        (PUBLIC, "AAAA"),
        (PUBLIC[:-4], AUTH),
        ("B" + "A" * 86, AUTH),  # no point of the curve
        ("*" * 87, AUTH),
    ],
)
def test_keys_that_nothing_can_be_sealed_with_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_keys(p256dh, auth)


@pytest.mark.parametrize("text", ["", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n"])
def test_a_key_of_another_kind_is_told_so(text: str) -> None:
    with pytest.raises(PushError, match="P-256"):
        Signer(text, "")


def test_a_missing_package_is_told_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cryptography.hazmat.primitives", None)
    with pytest.raises(PushError, match=r"anden\[push\]"):
        new_key()
