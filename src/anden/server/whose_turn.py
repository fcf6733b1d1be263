"""Whose turn it is in games that nobody has open here: they are played again, in a thread beside.

What was found out is remembered until something is played. Looking has a price, so that nobody's
list keeps others waiting; what somebody can't pay for now is left out this once.
"""

from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from anden.game import Game, GameError
from anden.kernel.ids import Seat

from .errors import RefusedError
from .fair_turns import Payer
from .replaying import replay_game
from .storage import Lobby, Store
from .storage.rows import HUMAN

if TYPE_CHECKING:
    from .open_tables import OpenTables

_PRICE = 10.0  # of a game that is played again: about its milliseconds
_MOST_KNOWN = 10_000
_Known = tuple[int, int, tuple[Seat, ...]]  # version and number of actions, and who is to act then


class WhoseTurn:
    def __init__(self, open_tables: "OpenTables") -> None:
        self._open_tables = open_tables
        self._known: OrderedDict[str, _Known] = OrderedDict()

    async def of(self, lobbies: Iterable[Lobby], payer: Payer) -> dict[str, tuple[Seat, ...]]:
        """The people who are to act in each game that is played, as far as it can be paid for."""
        asked = {lobby.row.id: lobby for lobby in lobbies}
        if not asked:
            return {}
        open_tables = self._open_tables
        lengths = await open_tables.ask_store(lambda store: store.lengths(asked))
        found = {}
        for game_id, lobby in asked.items():
            now = lobby.row.version, lengths.get(game_id, 0)
            known = self._known.get(game_id)
            if known is None or known[:2] != now:
                if not open_tables.budgets.can(payer, _PRICE):
                    continue
                await open_tables.fetch_board(lobby.row.board)
                seats = await self._look(lobby, payer)
                known = self._remember(game_id, (*now, seats))
            found[game_id] = known[2]
        return found

    async def _look(self, lobby: Lobby, payer: Payer) -> tuple[Seat, ...]:
        store = self._open_tables.store.tool
        return await self._open_tables.threads.run(payer, lambda: _played_again(store, lobby))

    def _remember(self, game_id: str, known: _Known) -> _Known:
        self._known[game_id] = known
        self._known.move_to_end(game_id)
        if len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)
        return known


def due_seats(lobby: Lobby, game: Game) -> tuple[Seat, ...]:
    """People who have something to decide."""
    people = (n for n, seat in enumerate(lobby.seats) if seat.kind == HUMAN)
    return tuple(seat for seat in people if game.can_act(seat))


def _played_again(store: Store, lobby: Lobby) -> tuple[Seat, ...]:
    """Nobody, if it can't be."""
    try:
        return due_seats(lobby, replay_game(lobby, store.actions(lobby.row.id)))
    except (GameError, RefusedError, ValueError):
        return ()
