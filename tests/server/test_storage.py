"""The store: what it keeps, what it refuses, and what happens when the disk does not take it."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect, text

from anden.server.bodies import NewGame, NewSeat
from anden.server.identity import hashed
from anden.server.lobby import add_member
from anden.server.open_tables import new_lobby
from anden.server.storage import ActionRow, ConflictError, Lobby, StorageError, Store
from anden.server.storage.schema import metadata
from tests.server.support import (
    Device,
    Socket,
    first_action,
    is_to_act,
    play_on,
    quick_settings,
    serving,
)

DEVICE = hashed("a device")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(quick_settings(tmp_path).database_url)
    yield store
    store.close()


def some_lobby() -> Lobby:
    seats = [NewSeat(kind="here", name="Ana"), NewSeat(kind="bot", bot="greedy")]
    return new_lobby(NewGame(board="usa", seats=seats), DEVICE, "en")


def row(number: int, request: str | None = None) -> ActionRow:
    return ActionRow(number, 0, "draw deck", "abcdef", request)


def test_game_comes_back_as_it_was_stored(store: Store) -> None:
    lobby = some_lobby()
    store.create(lobby)
    assert store.load(lobby.row.id) == lobby
    changed = add_member(replace(lobby, seats=lobby.seats[:1]), hashed("another"), -1)
    store.save(changed)
    assert store.load(lobby.row.id) == changed
    assert store.load("nothing") is None


def test_number_of_an_action_can_be_written_once(store: Store) -> None:
    lobby = some_lobby()
    store.create(lobby)
    store.append(lobby.row.id, row(1, "a"))
    with pytest.raises(ConflictError):
        store.append(lobby.row.id, row(1, "b"))
    with pytest.raises(ConflictError):
        store.append(lobby.row.id, row(2, "a"))
    store.append(lobby.row.id, row(2))
    store.append(lobby.row.id, row(3))
    assert store.actions(lobby.row.id) == [row(1, "a"), row(2), row(3)]
    assert store.actions(lobby.row.id, after=2) == [row(3)]


def test_actions_of_an_unknown_game_are_not_taken(store: Store) -> None:
    with pytest.raises(StorageError):
        store.append("nothing", row(1))


def test_deleted_game_leaves_nothing_behind(store: Store, tmp_path: Path) -> None:
    lobby = some_lobby()
    store.create(lobby)
    store.append(lobby.row.id, row(1))
    store.delete(lobby.row.id)
    database = sqlite3.connect(tmp_path / "games.sqlite3")
    for table in metadata.tables:
        assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    database.close()


def test_games_are_found_by_code_and_by_device(store: Store) -> None:
    lobby = some_lobby()
    store.create(lobby)
    assert store.find_code(lobby.row.invite) == store.find_code(lobby.row.watch) == lobby.row.id
    assert store.find_code("") is None
    assert store.games_of(DEVICE, 10) == [lobby]
    assert store.games_of("", 10) == []


def test_old_lobbies_are_forgotten_and_games_are_not(store: Store) -> None:
    old, begun = some_lobby(), some_lobby()
    begun = replace(begun, row=replace(begun.row, status="playing"))
    store.create(old)
    store.create(begun)
    store.delete_lobbies(old.row.created + 1)
    assert store.load(old.row.id) is None
    assert store.playing() == [begun.row.id]


def test_secrets_are_stored_as_hashes_only(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        game_id = ana.create("usa", "here", "here")
        token = ana.post(f"/games/{game_id}/seats/0/link")["token"]
        ana.close()
    content = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert hashed(ana.key).encode() in content
    assert ana.key.encode() not in content
    assert hashed(token).encode() in content
    assert token.encode() not in content


def test_migrations_make_the_tables_that_the_code_expects(store: Store, tmp_path: Path) -> None:
    assert store.is_well()
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    made = create_engine(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    for name in metadata.tables:
        expected, found = inspect(engine).get_columns(name), inspect(made).get_columns(name)
        assert [_column(c) for c in found] == [_column(c) for c in expected]
        assert inspect(made).get_pk_constraint(name) == inspect(engine).get_pk_constraint(name)
        assert _indexes(made, name) == _indexes(engine, name)
    engine.dispose()
    made.dispose()


def _column(column: Any) -> tuple[str, str, bool]:
    return column["name"], str(column["type"]), column["nullable"]


def _indexes(engine: Any, table: str) -> set[tuple[str, ...]]:
    inspector = inspect(engine)
    constraints = inspector.get_unique_constraints(table)
    found = [*inspector.get_indexes(table), *constraints]
    return {tuple(str(name) for name in index["column_names"]) for index in found}


def test_commit_is_on_the_disk_when_it_returns(store: Store) -> None:
    with store._engine.connect() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


@contextmanager
def full_disk(server: Any) -> Iterator[None]:
    """SQLite may not grow its file any more, as on a disk without room."""

    def limit(pages: int) -> Any:
        def set_limit(store: Store) -> None:
            with store._engine.connect() as connection:
                connection.execute(text(f"PRAGMA max_page_count = {pages}"))

        return asyncio.run_coroutine_threadsafe(
            server.open_tables.store.run(set_limit), server.loop
        ).result(10)

    limit(1)
    try:
        yield
    finally:
        limit(1_000_000)


def test_full_disk_refuses_moves_until_there_is_room_again(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        game_id = ana.create("london", "here", "greedy", start=True)
        table = ana.sit(game_id)
        play_on(table, until=6)
        table.wait(lambda: is_to_act(table))
        action = first_action(table.state["options"])
        before = table.state
        with full_disk(server):
            refused = fill_up(table, server, action)
            assert refused["code"] == "storage/failed"
            assert refused["text"]
            again = ana.sit(game_id)
            assert again.state["view"] == before["view"]
        assert table.act(action)["type"] == "ack"
        table.wait(lambda: table.state["seq"] > before["seq"])
        play_on(table)
        assert table.over is not None
        ana.close()


def fill_up(table: Any, server: Any, action: str) -> dict[str, Any]:
    """Uses up the room that is left in the last page, then tries the action."""

    def fill(store: Store) -> None:
        with suppress(StorageError):
            for number in range(1, 2000):
                store.append(other.row.id, row(number))

    other = some_lobby()

    def create(store: Store) -> None:
        with store._engine.connect() as connection:
            connection.execute(text("PRAGMA max_page_count = 1000000"))
        store.create(other)
        with store._engine.connect() as connection:
            connection.execute(text("PRAGMA max_page_count = 1"))
        fill(store)

    asyncio.run_coroutine_threadsafe(server.open_tables.store.run(create), server.loop).result(30)
    answer: dict[str, Any] = table.act(action)
    return answer


@contextmanager
def two_servers(folder: Path) -> Iterator[tuple[Socket, Socket]]:
    """The same person at the same seat, connected to two servers with one store."""
    settings = quick_settings(folder)
    with serving(settings) as one, serving(settings) as two:
        ana, same_ana = Device(one.url), Device(two.url)
        same_ana.key = ana.key
        same_ana.http.headers["authorization"] = f"Bearer {ana.key}"
        game_id = ana.create("london", "here", "here", start=True)
        yield ana.sit(game_id, show=0), same_ana.sit(game_id, show=0)
        ana.close()
        same_ana.close()


def test_two_servers_with_one_store_do_not_play_the_same_move_twice(tmp_path: Path) -> None:
    with two_servers(tmp_path) as (here, there):
        action = first_action(here.state["options"])
        assert here.act(action)["type"] == "ack"
        # The other has not heard of it: the key of the row tells, and it catches up.
        assert there.act(action)["code"] == "action/stale"
        there.wait(lambda: there.state["seq"] == 1)


def test_an_altered_action_found_while_playing_ends_the_game_there(tmp_path: Path) -> None:
    with two_servers(tmp_path) as (here, there):
        action = first_action(here.state["options"])
        assert here.act(action)["type"] == "ack"
        with sqlite3.connect(tmp_path / "games.sqlite3") as database:
            database.execute("UPDATE actions SET before = '000000'")
        database.close()
        assert there.act(action)["code"] == "game/unreadable"
        assert there.act(action)["code"] == "game/not-playing"
