"""Accounts: who signs in holds the games of all their devices. Nobody needs one."""

import secrets
from collections import OrderedDict
from time import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from .errors import RefusedError
from .fair_turns import Payer
from .forgetting import forget_rest, forget_words, is_theirs_alone, own_seats, taken_out
from .identity import ACCOUNT, hashed, new_id
from .lobby import renamed
from .passkeys import Site, ask_for_known, ask_for_new, check_known, check_new
from .programs import revoke
from .storage.accounts import (
    AccountRow,
    PasskeyRow,
    account_by_id,
    add_account,
    add_challenge,
    add_passkey,
    delete_account,
    delete_passkey,
    devices_in,
    list_account,
    note_use,
    passkey_by_id,
    passkeys_of,
    sign_in,
    sign_out,
    signed_in,
    take_challenge,
)
from .storage.listeners import PUSH, WEBHOOK, drop_push, give_listeners
from .storage.played import give_played
from .storage.tokens import give_tokens, tokens_of
from .storage.turns import give_vacations

if TYPE_CHECKING:
    from .open_tables import OpenTables

_SECONDS = 300.0  # that a person may take at their authenticator
_MOST_SEEN = 4096
MOST_PASSKEYS = 10


class Accounts:
    def __init__(self, open_tables: "OpenTables") -> None:
        self._tables = open_tables
        self._seen: OrderedDict[str, str] = OrderedDict()  # who used a device last

    async def person(self, device: str | None) -> str | None:
        """Who uses a device: the account it is signed in to, or the device alone."""
        if device is None or not self._tables.settings.accounts:
            return device
        account = await self._tables.read(lambda c: signed_in(c, device))
        person = device if account is None else ACCOUNT + account
        self._seen.pop(device, None)
        self._seen[device] = person
        if len(self._seen) > _MOST_SEEN:
            self._seen.popitem(last=False)
        return person

    def payer(self, device: str | None, address: str) -> Payer:
        """Who pays, as far as that is known without the store: all devices of an account are one.

        What they may see and do goes by `person` alone.
        """
        return Payer(self._seen.get(device or "", device or ""), address)

    async def ask(self, site: Site, purpose: str, name: str, account_id: str) -> dict[str, Any]:
        """A question for the person's authenticator, and what it is called."""
        challenge, question, now = secrets.token_bytes(32), secrets.token_urlsafe(24), time()
        known = await self._tables.read(lambda c: passkeys_of(c, account_id))
        if len(known) >= MOST_PASSKEYS:
            raise RefusedError("account/too-many-passkeys", n=MOST_PASSKEYS)
        await self._tables.write(
            lambda c: add_challenge(c, hashed(question), challenge.hex(), now, now + _SECONDS)
        )
        if purpose == "known":
            return {"question": question, "options": ask_for_known(site, challenge)}
        credentials = [row.credential for row in known]
        options = ask_for_new(site, challenge, account_id, name, credentials)
        return {"question": question, "options": options}

    async def register(
        self, site: Site, question: str, credential: dict[str, Any], name: str
    ) -> AccountRow:
        """A new account with this passkey."""
        account = AccountRow(new_id(), name, time())
        passkey = await self._new_passkey(site, question, credential, account.id)

        def register(connection: Connection) -> None:
            _check_new(connection, passkey)
            add_account(connection, account)
            add_passkey(connection, passkey)

        await self._tables.write(register)
        return account

    async def add(
        self, site: Site, question: str, credential: dict[str, Any], account: AccountRow
    ) -> None:
        """Another passkey: for a second device, and in case the first is lost."""
        passkey = await self._new_passkey(site, question, credential, account.id)

        def add(connection: Connection) -> None:
            self._tables.store.tool.hold(connection, f"passkeys {account.id}")
            if len(passkeys_of(connection, account.id)) >= MOST_PASSKEYS:
                raise RefusedError("account/too-many-passkeys", n=MOST_PASSKEYS)
            _check_new(connection, passkey)
            add_passkey(connection, passkey)

        await self._tables.write(add)

    async def recognise(self, site: Site, question: str, credential: dict[str, Any]) -> AccountRow:
        """The account of a passkey."""
        challenge = await self._challenge(question)
        passkey_id = hashed(_id_of(credential))
        passkey = await self._tables.read(lambda c: passkey_by_id(c, passkey_id))
        if passkey is None:
            raise RefusedError("account/passkey-unknown")
        key, before, now = passkey.public_key, passkey.uses, time()
        uses = check_known(site, challenge, credential, key, before)
        await self._tables.write(lambda c: note_use(c, passkey_id, uses, now))
        account_id = passkey.account_id
        account = await self._tables.read(lambda c: account_by_id(c, account_id))
        if account is None:
            raise RefusedError("account/passkey-unknown")
        return account

    async def sign_in(self, account: AccountRow, device: str, guest: str | None) -> None:
        """A device uses the account from now on; what it has as a guest joins the account."""
        now, person = time(), ACCOUNT + account.id
        await self._tables.write(lambda c: sign_in(c, device, account.id, now))
        if guest is None or guest.startswith(ACCOUNT):
            return
        await self._tables.change_all(guest, lambda lobby: renamed(lobby, guest, person))

        def give(connection: Connection) -> None:
            give_tokens(connection, guest, person)
            give_vacations(connection, guest, person)
            give_played(connection, guest, person)
            give_listeners(connection, WEBHOOK, guest, person)
            give_listeners(connection, PUSH, guest, device)

        await self._tables.write(give)

    async def sign_out(self, device: str) -> None:
        """The browser hears no more of the account's games."""

        def leave(connection: Connection) -> None:
            sign_out(connection, device)
            drop_push(connection, device)

        await self._tables.write(leave)

    async def of(self, person: str | None) -> AccountRow | None:
        if person is None or not person.startswith(ACCOUNT):
            return None
        account_id = person.removeprefix(ACCOUNT)
        return await self._tables.read(lambda c: account_by_id(c, account_id))

    async def passkeys(self, account: AccountRow) -> list[PasskeyRow]:
        return await self._tables.read(lambda c: passkeys_of(c, account.id))

    async def remove_passkey(self, account: AccountRow, passkey_id: str) -> None:
        """Never the last one: nobody could sign in any more."""

        def remove(connection: Connection) -> None:
            own = [row.id for row in passkeys_of(connection, account.id)]
            if passkey_id not in own:
                raise RefusedError("account/passkey-unknown")
            if len(own) == 1:
                raise RefusedError("account/last-passkey")
            delete_passkey(connection, passkey_id)

        await self._tables.write(remove)

    async def list(self, account: AccountRow, is_listed: bool) -> None:
        """Shows it on the leaderboards, or no longer."""
        await self._tables.write(lambda c: list_account(c, account.id, is_listed))

    async def delete(self, account: AccountRow, language: str) -> None:
        """Everything about the person goes; games that others have a part in stay, without them."""
        person = ACCOUNT + account.id
        for token in await self._tables.read(lambda c: tokens_of(c, person)):
            await revoke(self._tables, token)
        for lobby in await self._tables.all_games_of(person):
            await self._leave(lobby.row.id, person, language)

        def forget(connection: Connection) -> None:
            forget_rest(connection, {person, *devices_in(connection, account.id)})
            delete_account(connection, account.id)  # with its passkeys and ratings

        await self._tables.write(forget)

    async def _leave(self, game_id: str, person: str, language: str) -> None:
        table = await self._tables.find(game_id)
        if table is None:
            return
        if is_theirs_alone(table.lobby, {person}):
            await self._tables.delete(table)
            return
        seats = own_seats(table.lobby, person)
        await table.change(lambda lobby: taken_out(lobby, person, language))
        await self._tables.write(lambda c: forget_words(c, game_id, seats))

    async def _challenge(self, question: str) -> bytes:
        now = time()
        found = await self._tables.write(lambda c: take_challenge(c, hashed(question), now))
        if found is None:
            raise RefusedError("account/question-old")
        return bytes.fromhex(found)

    async def _new_passkey(
        self, site: Site, question: str, credential: dict[str, Any], account_id: str
    ) -> PasskeyRow:
        challenge, now = await self._challenge(question), time()
        key, uses = check_new(site, challenge, credential)
        name = _id_of(credential)
        return PasskeyRow(hashed(name), account_id, name, key, uses, now, now)


def _check_new(connection: Any, passkey: PasskeyRow) -> None:
    if passkey_by_id(connection, passkey.id) is not None:
        raise RefusedError("account/passkey-refused")


def _id_of(credential: dict[str, Any]) -> str:
    return str(credential.get("id", ""))[:2000]
