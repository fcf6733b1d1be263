"""A table follows the store: what other processes do is taken in, and what fails is told."""

import asyncio
import logging
from collections.abc import Awaitable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from anden.game import GameError

from ..board_files import fetch_board
from ..errors import RefusedError
from ..replaying import replay_rows
from ..storage import ConflictError, GoneError, StorageError
from .tools import MAX_TRIES, Tools

if TYPE_CHECKING:
    from .authority import Table

Result = TypeVar("Result")

log = logging.getLogger("anden.server")

_LOOK_AGAIN_SECONDS = 1.0  # when the store does not answer


class Following:
    def __init__(self, table: "Table", tools: Tools) -> None:
        self.is_unsure = False  # whether the store may hold actions that were not played here
        self._table, self._tools, self._store = table, tools, tools.store
        self._is_refresh_due = False

    def is_first_notice(self) -> bool:
        """Whether no other notice waits for what changed to be looked at."""
        is_first, self._is_refresh_due = not self._is_refresh_due, True
        return is_first

    async def hear_news(self) -> None:
        try:
            await self.refresh()
        except RefusedError as refusal:
            if refusal.code == "storage/failed":
                loop = asyncio.get_running_loop()
                loop.call_later(_LOOK_AGAIN_SECONDS, self._table.note_news)

    async def be_sure(self) -> None:
        if self.is_unsure:
            await self.refresh()

    async def has_news(self) -> bool:
        """Whether other processes have changed the game; what they did is taken in."""
        return self._tools.is_shared and await self.refresh()

    async def refresh(self) -> bool:
        """Whether something was new."""
        self._is_refresh_due = False
        table = self._table
        before = table.lobby.row.version, table.seq
        for _ in range(MAX_TRIES):
            try:
                await self.stored(self._look_at_store())
            except ConflictError:  # actions are being taken back
                continue
            self.is_unsure = False
            return before != (table.lobby.row.version, table.seq)
        raise RefusedError("storage/failed")

    async def _look_at_store(self) -> None:
        table, game_id = self._table, self._table.id
        mark = await self._store.run(lambda store: store.mark(game_id))
        if mark is None:
            raise GoneError(game_id)
        if mark.version != table.lobby.row.version:
            await self._reload()
        if table.game is not None and mark.actions > table.seq:
            await self.catch_up()
        if mark.phrases != table.talk.last:
            await table.talk.hear()
        if mark.present != table.audience.elsewhere:
            table.audience.elsewhere = mark.present
            table.tell_game()

    async def _reload(self) -> None:
        table, game_id = self._table, self._table.id
        lobby = await self._store.run(lambda store: store.load(game_id))
        if lobby is None:
            raise GoneError(game_id)
        if lobby.row.board != table.lobby.row.board:
            folder = self._tools.settings.boards
            fetch = partial(fetch_board, folder=folder, name=lobby.row.board)
            await self._store.run(fetch)
        has_undone = table.game is not None and lobby.row.undos != table.lobby.row.undos
        table.changing.take_on(lobby)
        if has_undone:
            await table.playing.play_again()

    async def catch_up(self) -> None:
        """Plays what the store holds beyond what was played here."""
        table, game_id = self._table, self._table.id
        assert table.game is not None
        seq, undos = table.seq, table.lobby.row.undos
        rows = await self._store.run(lambda store: store.actions(game_id, seq, undos))
        replay_rows(table.game, rows, table.playing.play)
        if rows:
            await table.playing.note_end()
            table.tell_state()

    async def stored(self, job: Awaitable[Result]) -> Result:
        """What comes of a job with the store, told as a refusal if it fails."""
        table = self._table
        try:
            return await job
        except ConflictError:
            raise
        except GoneError:
            table.vanish()
            raise RefusedError("game/not-found") from None
        except StorageError as error:
            log.error("game %s: the store failed: %s", table.id, error)
            raise RefusedError("storage/failed") from None
        except GameError as error:
            log.error("game %s can't continue: %s", table.id, error)
            table.game, table.is_readable = None, False
            raise RefusedError("game/unreadable") from None
