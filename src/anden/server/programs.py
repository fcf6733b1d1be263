"""Programs that play by a token, and how they end."""

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from .lobby import without
from .storage import Lobby
from .storage.listeners import drop_listeners, listeners
from .storage.tokens import TokenRow, delete_token

if TYPE_CHECKING:
    from .open_tables import OpenTables


async def revoke(open_tables: "OpenTables", token: TokenRow) -> None:
    """Its program has no part in any game; those that it has made are its owner's."""
    await open_tables.change_all(token.device, lambda lobby: _without_program(lobby, token))

    def end(connection: Connection) -> None:
        delete_token(connection, token.id)
        drop_listeners(connection, listeners.c.device == token.device)

    await open_tables.write(end)


def _without_program(lobby: Lobby, token: TokenRow) -> Lobby:
    lobby = without(lobby, token.device)
    if lobby.row.host != token.device:
        return lobby
    return replace(lobby, row=replace(lobby.row, host=token.owner))
