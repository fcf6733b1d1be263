"""The store: what it keeps, what it refuses, and what happens when the disk does not take it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from anden.server.bodies import NewGame, NewSeat
from anden.server.identity import hashed
from anden.server.lobby import add_member
from anden.server.new_games import new_lobby
from anden.server.storage import (
    ActionRow,
    BadValueError,
    ConflictError,
    DriverError,
    GoneError,
    InUseError,
    Lobby,
    StorageError,
    Store,
    parse_url,
)
from anden.server.storage.schema import metadata
from tests.server.databases import rows_of, sqlite_only
from tests.server.support import (
    Device,
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
    saved = store.save(changed, lobby)
    assert saved == replace(changed, row=replace(lobby.row, version=1))
    assert store.load(lobby.row.id) == saved
    assert store.load("nothing") is None


def test_a_value_that_no_database_takes_holds_up_nobody_else(store: Store) -> None:
    lobbies = [some_lobby() for _ in range(3)]
    for lobby in lobbies:
        store.create(lobby)
    rows = [row(1), row(1, "half a letter: \ud800"), row(1)]
    pairs = [(lobby.row, each) for lobby, each in zip(lobbies, rows, strict=True)]
    first, second, third = store.append(pairs)
    assert (first, third) == (None, None)
    assert isinstance(second, BadValueError)


def test_number_of_an_action_can_be_written_once(store: Store) -> None:
    lobby = some_lobby()
    store.create(lobby)
    game = lobby.row
    assert store.append([(lobby.row, row(1, "a"))]) == [None]
    (same_number,) = store.append([(game, row(1, "b"))])
    (same_request,) = store.append([(game, row(2, "a"))])
    assert isinstance(same_number, ConflictError)
    assert isinstance(same_request, ConflictError)
    assert store.append([(game, row(2)), (game, row(3))]) == [None, None]
    assert store.actions(lobby.row.id) == [row(1, "a"), row(2), row(3)]
    assert store.actions(lobby.row.id, after=2) == [row(3)]


def test_no_actions_are_stored_at_once(store: Store) -> None:
    assert store.append([]) == []


def test_actions_of_an_unknown_game_are_not_taken(store: Store) -> None:
    (outcome,) = store.append([(some_lobby().row, row(1))])
    assert isinstance(outcome, GoneError)


def test_one_action_that_is_not_taken_leaves_the_others(store: Store) -> None:
    one, other = some_lobby(), some_lobby()
    for lobby in (one, other):
        store.create(lobby)
    store.append([(one.row, row(1))])
    outcomes = store.append([(one.row, row(1)), (other.row, row(1)), (one.row, row(2))])
    assert [type(outcome) for outcome in outcomes] == [ConflictError, type(None), type(None)]
    assert store.actions(one.row.id) == [row(1), row(2)]
    assert store.actions(other.row.id) == [row(1)]


def test_deleted_game_leaves_nothing_behind(store: Store, tmp_path: Path) -> None:
    lobby = some_lobby()
    store.create(lobby)
    store.append([(lobby.row, row(1))])
    store.delete(lobby.row.id)
    for table in metadata.tables:
        assert rows_of(tmp_path, f"SELECT count(*) FROM {table}") == [(0,)]


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
    assert store.load(begun.row.id) == begun


@sqlite_only
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


@sqlite_only
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


@sqlite_only
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
        for number in range(1, 2000):
            if store.append([(other.row, row(number))]) != [None]:
                break

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


@sqlite_only
def test_games_of_a_file_are_served_by_one_process_alone(store: Store, tmp_path: Path) -> None:
    with pytest.raises(InUseError):
        Store(quick_settings(tmp_path).database_url)
    store.close()
    Store(quick_settings(tmp_path).database_url).close()


def test_what_was_changed_meanwhile_is_not_overwritten(store: Store) -> None:
    lobby = some_lobby()
    store.create(lobby)
    named = replace(lobby, seats=(replace(lobby.seats[0], name="Nora"), *lobby.seats[1:]))
    started = replace(lobby, row=replace(lobby.row, status="playing"))
    saved = store.save(started, lobby)
    with pytest.raises(ConflictError):
        store.save(named, lobby)
    assert store.load(lobby.row.id) == saved


def test_actions_after_what_was_taken_back_elsewhere_are_not_taken(store: Store) -> None:
    lobby = some_lobby()
    store.create(lobby)
    store.append([(lobby.row, row(1)), (lobby.row, row(2))])
    cut = store.cut(lobby, 2)
    (late,) = store.append([(lobby.row, row(3))])
    assert isinstance(late, ConflictError)
    assert store.append([(cut.row, row(2))]) == [None]
    with pytest.raises(ConflictError):
        store.actions(lobby.row.id, 0, undos=0)
    assert store.actions(lobby.row.id, 0, undos=1) == [row(1), row(2)]


@pytest.mark.parametrize(
    ("address", "words"),
    [("mysql://host/games", "neither"), ("no address", "URL"), ("oracle://host/x", "neither")],
)
def test_addresses_of_other_databases_are_refused(address: str, words: str) -> None:
    with pytest.raises(DriverError, match=words):
        parse_url(address)


def test_a_database_that_does_not_answer_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        Store(parse_url("postgresql://nobody@127.0.0.1:9/none"))
