"""Who sends a request, in which language, and the tables it is for."""

from typing import Annotated, Any

from fastapi import Depends, Request, Response

from ..bot_pool import OWN
from ..errors import RefusedError
from ..fair_turns import Payer
from ..identity import COOKIE, COOKIE_SECONDS, hashed, new_key
from ..language import language_of
from ..open_tables import OpenTables
from ..places import address_of, counted_address, device_of
from ..table import Table
from ..views import game_as_dict


class Caller:
    def __init__(self, request: Request, response: Response) -> None:
        self.open_tables: OpenTables = request.app.state.open_tables
        self.language = language_of(request.headers)
        self.address = address_of(request.scope)
        self.session = device_of(request.scope)  # the browser's own
        self.device = self.session  # whose games are shown: the account's, if there is one
        self.host = request.headers.get("host", "")
        self._response = response
        self._is_secure = request.url.scheme == "https"

    @property
    def payer(self) -> Payer:
        return Payer(self.device or "", counted_address(self.address))

    def known_device(self) -> str:
        """The device's hash; one that has no secret yet gets its cookie."""
        if self.device is None:
            self.device = self.session = self.new_session()
        return self.device

    def new_session(self) -> str:
        """Gives the browser another secret; its hash."""
        key = new_key()
        self._response.set_cookie(
            COOKIE,
            key,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=self._is_secure,
        )
        return hashed(key)

    async def table(self, game_id: str) -> Table:
        return await self.open_tables.table(game_id, self.device)

    async def own_table(self, game_id: str) -> tuple[Table, str]:
        """The table, and the device that has a part in it."""
        table = await self.table(game_id)
        if self.device is None:
            raise RefusedError("game/not-found")
        return table, self.device

    def check_bot(self, bot: str | None) -> None:
        """Refuses a bot of one's own that this server was not started with."""
        own = {f"{OWN}{name}" for name, _ in self.open_tables.settings.bots}
        if bot is not None and bot.startswith(OWN) and bot not in own:
            raise RefusedError("bot/unknown", bot=bot)

    def show(self, table: Table) -> dict[str, Any]:
        return game_as_dict(table, self.device)


async def _caller(request: Request, response: Response) -> Caller:
    caller = Caller(request, response)
    caller.device = await caller.open_tables.accounts.person(caller.session)
    return caller


CallerOf = Annotated[Caller, Depends(_caller)]
