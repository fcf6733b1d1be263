"""Secrets beside the seeds: of webhooks and browsers, and the server's own for messages to these.

With a key they are stored encrypted. What was stored before, or with a former key, is encrypted
anew when a server starts.
"""

from sqlalchemy import Column, Connection, Table, select, update

from .listeners import listeners, server_keys
from .schema import games
from .seal import SEALED, Seal

_START = f"{SEALED}:"  # of what is encrypted; no secret begins like this


class SecretTexts:
    def __init__(self, seal: Seal | None) -> None:
        self._seal = seal

    def closed(self, name: str, secret: str) -> str:
        """As it is stored."""
        return secret if self._seal is None else _START + self._seal.close(name, secret)

    def opened(self, name: str, stored: str) -> str | None:
        """None if it is encrypted with a key that is not here."""
        if not stored.startswith(_START):
            return stored
        opened = SEALED if self._seal is None else self._seal.open(name, stored[len(_START) :])
        return None if opened == SEALED else opened

    def close_anew(self, connection: Connection) -> int:
        """Encrypts with the first key whatever is not; how much that was."""
        if self._seal is None:
            return 0
        return (
            self._close_texts(connection, listeners, listeners.c.id, listeners.c.secret)
            + self._close_texts(connection, server_keys, server_keys.c.name, server_keys.c.value)
            + _close_seeds(connection, self._seal)
        )

    def _close_texts(
        self, connection: Connection, table: Table, name: Column[str], stored: Column[str]
    ) -> int:
        assert self._seal is not None
        number = 0
        for key, text in connection.execute(select(name, stored)).all():
            is_closed = text.startswith(_START)
            if is_closed and self._seal.is_current(key, text[len(_START) :]):
                continue
            secret = self.opened(key, text)
            if secret is not None:
                same = update(table).where(name == key, stored == text)
                new = {stored: self.closed(key, secret)}
                number += connection.execute(same.values(new)).rowcount
        return number


def _close_seeds(connection: Connection, seal: Seal) -> int:
    """Of games that are encrypted already: the others are when they are next stored."""
    number = 0
    wanted = select(games.c.id, games.c.sealed).where(games.c.sealed.is_not(None))
    for game_id, sealed in connection.execute(wanted).all():
        seed = SEALED if seal.is_current(game_id, sealed) else seal.open(game_id, sealed)
        if seed != SEALED:
            same = update(games).where(games.c.id == game_id, games.c.sealed == sealed)
            new = seal.close(game_id, seed)
            number += connection.execute(same.values(sealed=new)).rowcount
    return number
