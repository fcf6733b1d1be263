"""What a message in the queue is about, as things are when its turn comes."""

from dataclasses import dataclass
from time import time

from sqlalchemy import Connection

from ..identity import ACCOUNT
from ..lobby import held_seats
from ..storage import Lobby, Store
from ..storage.accounts import signed_in
from ..storage.listeners import ListenerRow, is_looking, listener_by_id
from ..storage.turns import turns_of_game
from .herald import TEST, TURN, Notice


@dataclass(frozen=True)
class Case:
    """A message to be sent."""

    notice: Notice
    listener: ListenerRow
    secret: str | None  # of the listener; None if the key that it is encrypted with is not here
    lobby: Lobby | None  # None: it is about no game
    due: float | None  # of a turn
    is_seen: bool  # the browser shows the game at this moment


def find_case(store: Store, notice: Notice) -> Case | None:
    """None if it no longer holds, or nobody is to hear it any more."""
    lobby = None if notice.game is None else store.load(notice.game)
    with store.reading() as connection:
        listener = listener_by_id(connection, notice.listener)
        if listener is None:
            return None
        secret = store.secrets.opened(listener.id, listener.secret)
        if notice.event == TEST:
            return Case(notice, listener, secret, None, None, False)
        if (
            lobby is None
            or listener.is_broken
            or not _is_theirs(connection, listener, notice, lobby)
        ):
            return None
        due = _due(connection, notice)
        if notice.event == TURN and due is None:
            return None
        is_seen = is_looking(connection, listener.device, lobby.row.id, time())
        return Case(notice, listener, secret, lobby, due, is_seen)


def _is_theirs(connection: Connection, listener: ListenerRow, notice: Notice, lobby: Lobby) -> bool:
    """Whether whoever listens still holds the seat: they may have signed out, or left."""
    account = signed_in(connection, listener.device)
    person = listener.device if account is None else ACCOUNT + account
    return notice.seat in held_seats(lobby, person)


def _due(connection: Connection, notice: Notice) -> float | None:
    if notice.event != TURN or notice.game is None:
        return None
    rows = turns_of_game(connection, notice.game)
    return next((row.due for row in rows if row.seat == notice.seat), None)
