"""Of a forgotten account nothing is left; an export has all of it."""

import json
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from anden.server.identity import ACCOUNT, hashed
from anden.server.storage import (
    OperatorStore,
)
from anden.server.storage.listeners import (
    PUSH,
    WEBHOOK,
    ListenerRow,
    add_listener,
    note_looks,
)
from anden.server.storage.schema import metadata
from anden.server.upkeep.changes import UpkeepError
from anden.server.upkeep.people import export_person, find_person, forget_person
from tests.server.club import (
    FREE,
    Club,
    opened,
    own,
    play_out,
    rated_game,
)
from tests.server.databases import rows_of
from tests.server.support import (
    Device,
    play_on,
    quick_settings,
    wait_until,
)

pytest.importorskip("openskill", reason="needs openskill: pip install anden[accounts]")


HIDDEN = "anden-hook-secret"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with opened(tmp_path) as club:
        yield club


def everywhere(folder: Path) -> str:
    """The whole store as a text."""
    return json.dumps(
        {name: rows_of(folder, f"SELECT * FROM {name}") for name in metadata.tables}, default=str
    )


def with_a_past(club: Club) -> tuple[Device, Device, str]:
    """Somebody whose traces are everywhere: rated, talking, with programs, on vacation."""
    ana, luis = club.member("Ana Pérez"), club.member("Luis")
    ana.patch("/account", {"is_listed": True})
    play_out(rated_game(ana, luis), ana, luis)
    body = {"board": "london", "seats": [{"kind": "here", "name": "Ana Pérez"}, FREE]}
    game = ana.post("/games", body)
    luis.post("/join", {"code": game["invite"], "name": "Luis"})
    ana.post(f"/games/{game['id']}/seats/0/link")
    ana.post(f"/games/{game['id']}/start")
    tables = ana.sit(game["id"]), luis.sit(game["id"])
    play_on(*tables, until=6)
    tables[0].send(type="say", seat=0, phrase="hello")
    tables[1].expect("said")
    ana.post("/tokens", {"name": "Ana's robot"})
    ana.http.put("/api/vacation", json={"days": 3})
    account = f"{ACCOUNT}{club.account(ana)}"
    for kind, device in ((PUSH, hashed(ana.key)), (WEBHOOK, account)):
        row = ListenerRow(
            kind, kind, device, f"https://{kind}.ana.example", kind, HIDDEN, "es", 0.0
        )
        club.write(partial(add_listener, row=row))
    look = partial(note_looks, process="p", looking=[(hashed(ana.key), game["id"])], until=9e9)
    club.write(look)
    return ana, luis, game["id"]


@pytest.mark.parametrize("by", ["herself", "device", "account"])
def test_nothing_is_left_of_a_forgotten_account(club: Club, by: str) -> None:
    ana, luis, game = with_a_past(club)
    account, device = club.account(ana), hashed(ana.key)
    link = rows_of(club.folder, "SELECT token FROM seats WHERE token IS NOT NULL")[0][0]
    acted = rows_of(club.folder, "SELECT request FROM actions WHERE game_id = :id", id=game)
    requests = [str(request) for (request,) in acted if ana.key[:8] in str(request)]
    assert requests
    before = everywhere(club.folder)
    secrets = ["Ana P", account, device, str(link), "ana.example", HIDDEN, *requests]
    assert [secret for secret in secrets if secret not in before] == []
    if by == "herself":
        assert ana.http.delete("/api/account").status_code == 204
    else:
        name = device[:12] if by == "device" else f"{ACCOUNT}{account}"
        with closing(OperatorStore(quick_settings(club.folder).database_url)) as store:
            forget_person(store, find_person(store, name), "en", is_trial=False)
            with pytest.raises(UpkeepError):
                find_person(store, name)
    after = everywhere(club.folder)
    assert [secret for secret in secrets if secret in after] == []
    assert rows_of(club.folder, "SELECT * FROM phrases WHERE seat = 0") == []
    wait_until(lambda: luis.get(f"/games/{game}")["seats"][0]["kind"] == "bot")
    assert own(luis) is not None


def test_an_export_has_all_that_is_stored_about_an_account(club: Club) -> None:
    ana, luis, game = with_a_past(club)
    account, device = club.account(ana), hashed(ana.key)
    with closing(OperatorStore(quick_settings(club.folder).database_url)) as store:
        told = export_person(store, find_person(store, f"account:{account[:8].lower()}"))
        assert told["account"] == export_person(store, find_person(store, device))["account"]
    assert set(told["devices"][:2]) == {f"{ACCOUNT}{account}", device}
    assert [row["name"] for row in told["tokens"]] == ["Ana's robot"]
    assert len(told["games"]) == 2
    assert len(told["played"]) == len(told["vacations"]) == len(told["sessions"]) == 1
    assert len(told["listeners"]) == 2
    assert len(told["looks"]) == 1
    facts = told["account"]
    assert (facts["name"], facts["is_listed"]) == ("Ana Pérez", True)
    assert len(facts["ratings"]) == len(facts["rated_games"]) == 1
    text = json.dumps(told)
    assert club.account(luis) not in text
    assert "Luis" not in text
    assert game in text
    assert HIDDEN not in text  # whoever has it could pose as the server
