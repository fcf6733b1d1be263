"""Accounts: made and entered by passkey, left, deleted."""

from typing import Any

from fastapi import APIRouter

from ..accounts import Accounts
from ..bodies import AccountChange, NewAccount, PasskeyAnswer, Question
from ..errors import RefusedError
from ..identity import new_id
from ..names import wanted_name
from ..passkeys import Site, site_of
from ..storage.accounts import AccountRow
from ..views import moment
from .caller import Caller, CallerOf

router = APIRouter(prefix="/account")


@router.get("")
async def show(caller: CallerOf) -> dict[str, Any]:
    is_there = site_of(caller.open_tables.settings.accounts, caller.host) is not None
    account = await _accounts(caller).of(caller.device)
    return {
        "is_there": is_there,
        "account": None if account is None else await _shown(caller, account),
    }


@router.post("/question")
async def ask(body: Question, caller: CallerOf) -> dict[str, Any]:
    """What the browser asks its authenticator; with `new`, of the account that is signed in."""
    account = await _accounts(caller).of(caller.device)
    if account is not None:
        name = account.name
    else:
        name = wanted_name(body.name or "") if body.purpose == "new" else ""
    account_id = new_id() if account is None else account.id
    return await _accounts(caller).ask(_site(caller), body.purpose, name, account_id)


@router.post("", status_code=201)
async def register(body: NewAccount, caller: CallerOf) -> dict[str, Any]:
    site, name = _site(caller), wanted_name(body.name)
    account = await _accounts(caller).register(site, body.question, body.credential, name)
    return await _enter(caller, account)


@router.post("/sign-in")
async def enter(body: PasskeyAnswer, caller: CallerOf) -> dict[str, Any]:
    account = await _accounts(caller).recognise(_site(caller), body.question, body.credential)
    return await _enter(caller, account)


@router.post("/sign-out", status_code=204)
async def leave(caller: CallerOf) -> None:
    """The browser is a guest again, with nothing of the account."""
    if caller.session is not None:
        await _accounts(caller).sign_out(caller.session)
    caller.new_session()


@router.delete("", status_code=204)
async def delete(caller: CallerOf) -> None:
    await _accounts(caller).delete(await _own(caller), caller.language)
    caller.new_session()


@router.patch("")
async def change(body: AccountChange, caller: CallerOf) -> dict[str, Any]:
    """Whether it is shown on the leaderboards."""
    await _accounts(caller).list(await _own(caller), body.is_listed)
    return await _shown(caller, await _own(caller))


@router.post("/passkeys", status_code=201)
async def add(body: PasskeyAnswer, caller: CallerOf) -> dict[str, Any]:
    account = await _own(caller)
    await _accounts(caller).add(_site(caller), body.question, body.credential, account)
    return await _shown(caller, account)


@router.delete("/passkeys/{passkey_id}")
async def remove(passkey_id: str, caller: CallerOf) -> dict[str, Any]:
    account = await _own(caller)
    await _accounts(caller).remove_passkey(account, passkey_id)
    return await _shown(caller, account)


def _accounts(caller: Caller) -> Accounts:
    return caller.open_tables.accounts


def _site(caller: Caller) -> Site:
    site = site_of(caller.open_tables.settings.accounts, caller.host)
    if site is None:
        raise RefusedError("account/none-here")
    return site


async def _own(caller: Caller) -> AccountRow:
    account = await _accounts(caller).of(caller.device)
    if account is None:
        raise RefusedError("account/needed")
    return account


async def _enter(caller: Caller, account: AccountRow) -> dict[str, Any]:
    """Signs the browser in under a secret that nobody had before."""
    guest = caller.device
    await _accounts(caller).sign_in(account, caller.new_session(), guest)
    return await _shown(caller, account)


async def _shown(caller: Caller, account: AccountRow) -> dict[str, Any]:
    rows = await _accounts(caller).passkeys(account)
    keys = [{"id": k.id, "created": moment(k.created), "used": moment(k.used)} for k in rows]
    return {
        "name": account.name,
        "created": moment(account.created),
        "is_listed": account.is_listed,
        "passkeys": keys,
    }
