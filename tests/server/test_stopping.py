"""What has failed before holds up no end: of a game, and of the server."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from anden.server import tasks
from anden.server.bots import BotDriver, Thinker
from anden.server.correspondence import Correspondence
from anden.server.open_tables import OpenTables
from anden.server.storage import Store
from tests.server.support import Device, Server, quick_settings, wait_until
from tests.support.apart import run_apart


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(quick_settings(tmp_path))
    running.start()
    yield running
    if running._thread.is_alive():
        running.stop()


def break_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> str:
        raise ZeroDivisionError("no bot is so bad")

    monkeypatch.setattr(Thinker, "choose", fail)


def game_whose_bots_have_failed(server: Server, ana: Device) -> str:
    game_id = ana.create("london", "here", "greedy", start=True)
    driver: BotDriver = server.open_tables._tables[game_id].bots
    wait_until(lambda: driver._task is not None and driver._task.done())
    assert driver._task is not None
    assert driver._task.exception() is not None
    return game_id


def test_a_game_whose_bots_have_failed_is_deleted(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_bots(monkeypatch)
    ana = Device(server.url)
    game_id = game_whose_bots_have_failed(server, ana)
    assert ana.http.delete(f"/api/games/{game_id}").status_code == 204
    assert ana.get("/my-games")["games"] == []
    ana.close()


def test_a_server_whose_bots_and_chores_have_failed_is_closed(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    closed: list[str] = []
    close = Store.close

    def note(self: Store) -> None:
        closed.append("store")
        close(self)

    monkeypatch.setattr(Store, "close", note)
    break_bots(monkeypatch)
    ana = Device(server.url)
    for _ in range(2):
        game_whose_bots_have_failed(server, ana)

    async def fail() -> None:
        raise ZeroDivisionError("a chore")

    async def add_chore() -> None:
        server.open_tables.chores._tasks.insert(0, tasks.begin(fail(), "a test's chore"))

    asyncio.run_coroutine_threadsafe(add_chore(), server.loop).result(10)
    ana.close()
    server.stop()
    assert closed == ["store"]
    told = [record.getMessage() for record in caplog.records]
    assert told.count("a test's chore ended") == 1
    assert "Application shutdown failed" not in caplog.text


def test_what_fails_while_a_server_is_closed_leaves_nothing_else_open(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: object) -> None:
        raise ZeroDivisionError("presence")

    monkeypatch.setattr("anden.server.neighbours.Neighbours.close", fail)
    store = server.open_tables.store
    server.stop()
    with pytest.raises(RuntimeError, match="has ended"):
        asyncio.run(store.run(print))


def test_a_chore_that_fails_is_told_when_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: Correspondence) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Correspondence, "run", fail)

    async def open_and_close() -> None:
        open_tables = OpenTables(quick_settings(tmp_path))
        await open_tables.open()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert "looking after correspondence ended" in caplog.text
        await open_tables.close()

    run_apart(open_and_close())


def test_what_is_stopped_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    async def drive() -> None:
        async def fine() -> None:
            pass

        task, stopped = tasks.begin(fine(), "fine"), tasks.begin(asyncio.sleep(100), "stopped")
        await asyncio.sleep(0)
        await tasks.end(task, stopped)
        await tasks.end()
        assert stopped.cancelled()

    run_apart(drive())
    assert not caplog.records
