"""Games ended or deleted by the operator. A server that runs them hears of it."""

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial

from anden.locales.errors import TranslatedError

from ..storage import ConflictError, Lobby, OperatorStore, Store
from ..storage.played import forget_guests
from ..storage.rows import ENDED, PLAYING

_MAX_TRIES = 5  # while others change the same game


class UpkeepError(TranslatedError):
    """What the operator asked for can't be done; nothing has changed."""


def load_game(store: Store, game_id: str) -> Lobby:
    lobby = store.load(game_id)
    if lobby is None:
        raise UpkeepError("admin.error_no_game", game=game_id[:40])
    return lobby


def check_playing(store: Store, game_id: str) -> Lobby:
    lobby = load_game(store, game_id)
    if lobby.row.status != PLAYING:
        raise UpkeepError("admin.error_not_playing", game=game_id, status=lobby.row.status)
    return lobby


def change_game(store: OperatorStore, game_id: str, change: Callable[[Lobby], Lobby]) -> None:
    """Changes a game as it is then, though a server may be changing it too."""
    for _ in range(_MAX_TRIES):
        lobby = load_game(store, game_id)
        try:
            store.save(change(lobby), lobby)
        except ConflictError:
            continue
        return
    raise UpkeepError("admin.error_busy", game=game_id)


def end_game(store: OperatorStore, game_id: str) -> None:
    """Breaks a game off, as its host can."""

    def ended(lobby: Lobby) -> Lobby:
        return replace(lobby, row=replace(lobby.row, status=ENDED))

    check_playing(store, game_id)
    change_game(store, game_id, ended)
    store.announce()


def delete_games(store: OperatorStore, ids: Collection[str]) -> None:
    for game_id in ids:
        store.delete(game_id)
        store.write(partial(forget_guests, game_id=game_id))
    store.announce()
