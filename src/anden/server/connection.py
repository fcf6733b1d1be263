"""One client at one table: what it is shown, and the messages that wait for it."""

import asyncio
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from anden.kernel.ids import Seat

from . import metrics
from .errors import RefusedError
from .fair_turns import Payer
from .identity import is_program
from .json_text import as_text
from .lobby import has_part, held_seats
from .messages import Hello
from .options import reason_as_dict
from .settings import PROTOCOL, ServerSettings
from .state_text import state_text
from .storage import PhraseRow
from .table import Table
from .views import game_as_dict, game_text, over_text

TOO_MUCH = 4008
GONE = 4004


class Connection:
    """A visitor of a table. Nothing is sent here: messages wait in line for `send_waiting`."""

    def __init__(
        self, socket: WebSocket, table: Table, payer: Payer, session: str | None, hello: Hello
    ) -> None:
        settings: ServerSettings = socket.app.state.open_tables.settings
        self.table = table
        self.payer = payer
        self.device = payer.person or None
        self.session = session  # of the browser; the person may have others
        self.is_visible = False
        self.language: str = hello.language
        self.shown: int | None = None
        self._socket = socket
        self._since = hello.since  # number of the next event to send
        self._send_seconds = settings.send_seconds
        self._waiting: asyncio.Queue[str | int] = asyncio.Queue(settings.max_waiting)
        self._is_over_told = False
        self._show_first(hello.show)

    @property
    def held(self) -> tuple[int, ...]:
        return held_seats(self.table.lobby, self.device)

    def welcome(self) -> None:
        welcome = {
            "type": "welcome",
            "protocol": PROTOCOL,
            "game": game_as_dict(self.table, self.device),
            "held": list(self.held),
            "shown": self.shown,
            "said": [asdict(said) for said in self.table.talk.said],
        }
        self.push(welcome)
        self.on_state()

    def show(self, seat: Seat | None, since: int) -> None:
        """Shows another seat, or none. Only seats of this device can be shown."""
        if seat is not None and seat not in self.held:
            raise RefusedError("seat/not-yours")
        self.shown, self._since = seat, since
        self.on_state()

    def say_in(self, language: str) -> None:
        self.language = language

    def refuse(self, refusal: RefusedError, request: str | None) -> None:
        metrics.refusals.labels(refusal.code).inc()
        message = {
            "type": "refused",
            "id": request,
            "code": refusal.code,
            "text": refusal.text(self.language),
            "seq": self.table.seq,
        }
        if refusal.reason is not None:
            message |= reason_as_dict(refusal.reason, self.language)
        self.push(message)

    def on_state(self) -> None:
        """Tells how the game stands now."""
        self._hide_what_is_not_held()
        if self.table.game is None:
            return
        since = min(self._since, len(self.table.event_seqs))
        self._line_up(state_text(self.table, self.shown, since))
        self._since = len(self.table.event_seqs)
        over = None if self._is_over_told else over_text(self.table)
        if over is not None:
            self._is_over_told = True
            self._line_up(over)

    def on_game(self) -> None:
        """Tells who sits where, and who is there."""
        was_shown = self.shown
        self._hide_what_is_not_held()
        self._line_up(game_text(self.table, self.device))
        if is_program(self.device) and not has_part(self.table.lobby, self.device):
            self.end(GONE)  # its token has been revoked
            return
        if self.shown != was_shown:
            self._since = 0
            self.on_state()

    def on_rematch(self, game_id: str) -> None:
        self.push({"type": "rematch", "game": game_id})

    def on_said(self, said: PhraseRow) -> None:
        self.push({"type": "said"} | asdict(said))

    def on_undone(self) -> None:
        """Events that this client has been sent no longer hold: the state that follows has all."""
        self._since = 0

    def on_gone(self) -> None:
        self.push({"type": "gone"})
        self.end(GONE)

    def push(self, message: dict[str, Any]) -> None:
        """Queues a message. A client that does not read is dropped; a new one gets everything."""
        self._line_up(as_text(message))

    def end(self, code: int) -> None:
        """Closes the connection after what is already queued."""
        self._line_up(code)

    async def send_waiting(self) -> None:
        """Sends until the connection ends."""
        item: str | int | None = None
        while not isinstance(item, int):
            item = await self._waiting.get()
            try:
                # Not `wait_for`: before Python 3.12 what it raises holds all this in a circle.
                async with asyncio.timeout(self._send_seconds):
                    while isinstance(item, str):
                        await self._socket.send_text(item)
                        item = None if self._waiting.empty() else self._waiting.get_nowait()
            except TimeoutError:
                item = TOO_MUCH
            except (WebSocketDisconnect, RuntimeError, OSError):
                return
        await self._close(item)

    def _line_up(self, item: str | int) -> None:
        if not self._waiting.full():
            self._waiting.put_nowait(item)
            return
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self._waiting.put_nowait(TOO_MUCH)

    async def _close(self, code: int) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
            async with asyncio.timeout(self._send_seconds):
                await self._socket.close(code)

    def _show_first(self, wanted: int | None) -> None:
        """A device with one seat sees it; one with several sees none until it asks."""
        held = self.held
        if wanted is not None and wanted not in held:
            raise RefusedError("seat/not-yours")
        self.shown = wanted if wanted is not None or len(held) != 1 else held[0]

    def _hide_what_is_not_held(self) -> None:
        """In the lobby, seats come and go."""
        if self.shown is not None and self.shown not in self.held:
            self.shown = None
        if self.shown is None and self.table.game is None and len(self.held) == 1:
            self.shown = self.held[0]
