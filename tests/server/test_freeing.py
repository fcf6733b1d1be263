"""What nobody looks at any more is freed at once, without a look through all objects."""

import asyncio
import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from anden.server.bots import Thinker
from tests.server.support import (
    Device,
    Server,
    first_action,
    play_on,
    quick_settings,
    serving,
    wait_until,
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(quick_settings(tmp_path, table_idle_seconds=0.0)) as running:
        yield running


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def on_loop(server: Server, job: Any) -> Any:
    async def run() -> Any:
        return job()

    return asyncio.run_coroutine_threadsafe(run(), server.loop).result(30)


def refs(server: Server, game_id: str) -> list[ref[Any]]:
    """To all that a game and its visitors take up."""
    table = server.open_tables._tables[game_id]
    parts = table, table.audience, table.bots, table.talk, table.game, *table.audience.visitors
    return [ref(part) for part in parts]


def put_away(server: Server, game_id: str) -> None:
    def is_away() -> bool:
        on_loop(server, server.open_tables.put_away_idle)
        return game_id not in server.open_tables._tables

    wait_until(is_away)


def visit(server: Server, *seats: str, until: int) -> tuple[str, list[ref[Any]]]:
    """A game in which much happens, refusals too, and then everybody leaves."""
    ana, luis = Device(server.url), Device(server.url)
    game_id = ana.create("london", "here", *seats)
    if "open" in seats:
        luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"]})
    ana.post(f"/games/{game_id}/start")
    tables = [person.sit(game_id) for person in (ana, luis)[: 1 + ("open" in seats)]]
    ana.sit(game_id).act("dance", seat=0)
    ana.sit(game_id).act("draw deck", seat=0, seq=500)
    tables[0].send(type="say", seat=0, phrase="hello")
    play_on(*tables, until=until)
    tables[0].send(type="undo", id="u", seq=tables[0].state["seq"], seat=0)
    tables[0].expect("refused", "ack")
    seen = refs(server, game_id)
    ana.close()
    luis.close()
    return game_id, seen


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("until", [12, 1000])
@pytest.mark.parametrize("other", ["greedy", "open"])
def test_a_table_that_is_put_away_is_freed(server: Server, other: str, until: int) -> None:
    game_id, seen = visit(server, other, until=until)
    assert len(seen) > 6
    put_away(server, game_id)
    wait_until(lambda: not any(part() for part in seen), 5)


@pytest.mark.usefixtures("no_collector")
def test_a_game_that_is_deleted_is_freed(server: Server) -> None:
    ana = Device(server.url)
    game_id = ana.create("london", "here", "greedy", start=True)
    table = ana.sit(game_id)
    play_on(table, until=6)
    seen = refs(server, game_id)
    assert ana.http.delete(f"/api/games/{game_id}").status_code == 204
    ana.close()
    wait_until(lambda: not any(part() for part in seen), 5)


@pytest.mark.usefixtures("no_collector")
def test_a_game_that_is_deleted_while_a_bot_thinks_is_freed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def think(*_: object) -> str:
        await asyncio.Event().wait()
        return ""

    monkeypatch.setattr(Thinker, "choose", think)
    ana = Device(server.url)
    game_id = ana.create("london", "here", "greedy", start=True)
    seen = refs(server, game_id)
    wait_until(lambda: server.open_tables._tables[game_id].bots.is_running)
    assert ana.http.delete(f"/api/games/{game_id}").status_code == 204
    ana.close()
    wait_until(lambda: not any(part() for part in seen), 5)


@pytest.mark.usefixtures("no_collector")
def test_a_table_whose_action_was_not_stored_is_freed(server: Server) -> None:
    ana = Device(server.url)
    game_id = ana.create("london", "here", "here", start=True)
    table = ana.sit(game_id, show=0)
    seen = refs(server, game_id)
    store = server.open_tables.store
    gone = store.run(lambda store: store.delete(game_id))
    asyncio.run_coroutine_threadsafe(gone, server.loop).result(10)
    table.send(type="act", id="a", seq=0, seat=0, action=first_action(table.state["options"]))
    assert table.expect("gone", "ack")["type"] == "gone"
    ana.close()
    put_away(server, game_id)
    wait_until(lambda: not any(part() for part in seen), 5)
