"""Accounts on a server: what to say if they can't be offered."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from anden.locales import translate

from .fail import fail

if TYPE_CHECKING:
    from anden.server import ServerSettings


def check_accounts(settings: "ServerSettings", language: str) -> None:
    from anden.server.passkeys import is_site

    if not settings.accounts:
        return
    if not is_site(settings.accounts):
        fail(translate(language, "server.error_accounts", given=settings.accounts))
    for library in ("webauthn", "openskill"):
        if find_spec(library) is None:
            fail(translate(language, "arena.error_extra", library=library, extra="accounts"))
