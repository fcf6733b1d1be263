"""Servers and databases are harmed while people play: a short form of `make faults`."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anden.game import Game
from anden.server.bodies import NewGame, NewSeat
from anden.server.identity import hashed
from anden.server.new_games import new_lobby
from anden.server.settings import ServerSettings
from anden.server.storage import ActionRow, Store
from tests.server.databases import IS_POSTGRESQL
from tools import postgres_server
from tools.faults import suite
from tools.faults.disk import can_mount, mounted
from tools.faults.forms import Form, Trouble, all_forms
from tools.faults.network import between
from tools.faults.told import Told, judge
from tools.find_postgres import NOTHING
from tools.postgres_server import PostgresServer

pytestmark = pytest.mark.skipif(IS_POSTGRESQL, reason="names its databases itself")


def strike(form: Form) -> dict[str, Any]:
    with ThreadPoolExecutor(1) as pool:  # the browser's loop may be running in this thread
        try:
            found = pool.submit(suite.run, form, 3).result()
        except suite.CannotError as why:
            pytest.skip(str(why))
    assert found["acknowledged"] > found["kills"]
    assert (found["lost"], found["doubled"], found["unreadable"]) == (0, 0, 0)
    return found


def test_nothing_is_lost_by_kills_and_a_full_disk() -> None:
    found = strike(Form("short", ("kill", "fill", "kill", "kill")))
    assert (found["kills"], found["full"]) == (3, 1)
    assert found["unsure"] > 0


def test_nothing_is_lost_by_kills_crashes_of_the_database_and_a_cut() -> None:
    troubles: list[Trouble] = ["kill", "cut", "restart", "kill"]
    found = strike(Form("short", troubles, 2, is_on_postgresql=True))
    assert (found["kills"], found["restarts"], found["cuts"]) == (2, 1, 1)


def test_one_process_comes_back_with_its_database_and_with_room_on_its_disk() -> None:
    troubles: list[Trouble] = ["restart", "fill"] if can_mount() else ["restart"]
    found = strike(Form("short", troubles, 1, is_on_postgresql=True))
    assert found["restarts"] == 1
    assert found["unsure"] > 0


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with postgres_server.running() as found:
        if found is None:
            pytest.skip(NOTHING)
        yield found


def test_a_cut_loses_the_answer_and_not_what_was_committed(server: PostgresServer) -> None:
    import psycopg

    with psycopg.connect(server.url, autocommit=True) as direct, between(server.port) as network:
        direct.execute("CREATE TABLE IF NOT EXISTS said (word text)")
        with psycopg.connect(server.url_at(network.port)) as cut_off:
            cut_off.execute("INSERT INTO said VALUES ('first')")
            cut_off.commit()
            network.cut()
            cut_off.execute("INSERT INTO said VALUES ('second')")
            with pytest.raises(psycopg.OperationalError):
                cut_off.commit()
        assert network.num_cuts == 1
        words = [row[0] for row in direct.execute("SELECT word FROM said")]
    assert words == ["first", "second"]


def test_a_small_disk_is_full_and_has_room_again(tmp_path: Path) -> None:
    file = tmp_path / "file"
    with mounted(tmp_path, 1) as disk:
        if disk is None:
            pytest.skip("root alone can mount a disk")
        disk.fill()
        with pytest.raises(OSError, match="No space left"):
            file.write_bytes(bytes(8192))
        disk.free()
        assert file.write_bytes(bytes(8192)) == 8192


def test_what_is_lost_doubled_or_unreadable_is_noticed(tmp_path: Path) -> None:
    store = Store(ServerSettings(data=tmp_path).database_url)
    seats = [NewSeat(kind="here"), NewSeat(kind="here")]
    lobby = new_lobby(NewGame(board="usa", seats=seats), hashed("0" * 40), "en")
    row = replace(lobby.row, status="playing")
    store.create(replace(lobby, row=row))
    game, seated = Game(row.board, len(lobby.seats), int(row.seed, 16)), set[int]()
    for number in range(1, 7):  # each seat's ids are its own: a double is another seat's
        action, seat, before = game.legal_actions()[0], game.to_act, game.digest[:6]
        assert seat is not None
        request = "twice" if seat not in seated else str(number)
        seated.add(seat)
        game.play(action)
        assert store.append([(row, ActionRow(number, seat, str(action), before, request))]) == [
            None
        ]
    said = {(row.id, 1): "twice", (row.id, 6): "6"}
    found = judge(store, Told(said | {(row.id, 7): "7"}, {"6"}, {row.id}))
    assert (found.stored, found.lost, found.doubled, found.unreadable) == (6, 1, 2, 0)
    assert judge(store, Told(said, set(), {row.id})).lost == 0
    store.append([(row, ActionRow(7, 0, "pass", "000000", "7"))])
    assert judge(store, Told(said, set(), {row.id})).unreadable == 1
    store.close()


def test_all_forms_together_kill_a_thousand_times() -> None:
    forms = all_forms(340)
    assert sum(list(form.troubles).count("kill") for form in forms) > 1000
    assert {trouble for form in forms for trouble in form.troubles} == {
        *("kill", "restart", "cut", "fill")
    }
    assert any("restart" in form.troubles and form.processes == 1 for form in forms)
