"""Passkeys by WebAuthn: what a browser is asked, and whether what it answers is true."""

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from .errors import RefusedError

NAME = "Andén"
LOCAL = "localhost"


@dataclass(frozen=True)
class Site:
    """Where passkeys are valid."""

    origin: str

    @property
    def host(self) -> str:
        return urlsplit(self.origin).hostname or ""


def site_of(setting: str, host_header: str) -> Site | None:
    """The site of a setting: an origin, or any page of this machine; None without accounts."""
    if setting != LOCAL:
        return Site(setting.rstrip("/")) if setting else None
    local = Site(f"http://{host_header}")
    return local if local.host == LOCAL else None


def is_site(setting: str) -> bool:
    """Whether passkeys can be had there: browsers want https, or this machine."""
    parts = urlsplit(setting)
    is_plain = not (parts.path.strip("/") or parts.query or parts.fragment or parts.username)
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname == LOCAL)
    return setting == LOCAL or (bool(parts.hostname) and is_plain and is_safe)


def ask_for_new(site: Site, challenge: bytes, user: str, name: str, known: list[str]) -> Any:
    """What `navigator.credentials.create` is given."""
    from webauthn import base64url_to_bytes, generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=site.host,
        rp_name=NAME,
        user_id=user.encode(),
        user_name=name,
        user_display_name=name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(credential)) for credential in known
        ],
    )
    return json.loads(options_to_json(options))


def ask_for_known(site: Site, challenge: bytes) -> Any:
    """What `navigator.credentials.get` is given; the person chooses which account."""
    from webauthn import generate_authentication_options, options_to_json

    options = generate_authentication_options(rp_id=site.host, challenge=challenge)
    return json.loads(options_to_json(options))


def check_new(site: Site, challenge: bytes, credential: dict[str, Any]) -> tuple[bytes, int]:
    """The public key of a new passkey and its count; refused if it is not what was asked for."""
    from webauthn import verify_registration_response
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        found = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except (WebAuthnException, ValueError):
        raise RefusedError("account/passkey-refused") from None
    return found.credential_public_key, found.sign_count


def check_known(
    site: Site, challenge: bytes, credential: dict[str, Any], public_key: bytes, uses: int
) -> int:
    """How often the passkey says it was used, if its signature is right."""
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        found = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=public_key,
            credential_current_sign_count=uses,
        )
    except (WebAuthnException, ValueError):
        raise RefusedError("account/passkey-refused") from None
    return found.new_sign_count
