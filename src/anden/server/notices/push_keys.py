"""The key by which browsers know this server: made once and kept in the database, or in a file."""

import logging
from functools import partial
from pathlib import Path

from ..one_thread import OneThread
from ..settings import ServerSettings
from ..storage import ConflictError, Store
from ..storage.listeners import server_key
from .webpush import PushError, Signer, new_key

log = logging.getLogger("anden.server")

_NAME = "push"


class PushKeys:
    def __init__(self, store: OneThread[Store], settings: ServerSettings) -> None:
        self._store, self._settings = store, settings
        self._signer: Signer | None = None
        self._is_off = not settings.push

    async def signer(self) -> Signer | None:
        """None where nothing can be pushed: switched off, or a package is missing."""
        if self._signer is None and not self._is_off:
            try:
                self._signer = Signer(await self._key(), contact_of(self._settings))
            except PushError as error:
                log.warning("no notifications by push: %s", error)
                self._is_off = True
        return self._signer

    async def _key(self) -> str:
        if self._settings.push_key_file:
            return _read(self._settings.push_key_file)
        try:
            key = await self._store.run(_stored_key)
        except ConflictError:  # another process has just made it
            key = await self._store.run(_stored_key)
        if key is None:
            raise PushError("server.push_sealed")
        return key


def _stored_key(store: Store) -> str | None:
    """None if it is encrypted with a key that is not here."""
    secrets = store.secrets
    find = partial(server_key, name=_NAME, make=lambda: secrets.closed(_NAME, new_key()))
    return secrets.opened(_NAME, store.write(find))


def contact_of(settings: ServerSettings) -> str:
    """Whom a push service may turn to: what is set, or the site."""
    sites = (settings.push_contact, settings.accounts, *settings.addresses)
    return next((site for site in sites if site.startswith(("https://", "mailto:"))), "")


def _read(file: str) -> str:
    try:
        return Path(file).expanduser().read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        detail = getattr(error, "strerror", None) or error
        raise PushError("server.push_file", path=file, detail=detail) from None
