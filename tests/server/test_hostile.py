"""What a hostile guest tried once, and got: each of these failed before it was mended."""

import asyncio
import json
import shutil
import socket
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from sqlalchemy import event

from anden.game import Game
from anden.server import packing
from anden.server.connection_limits import ConnectionLimits
from anden.server.identity import hashed
from anden.server.names import tidy_name
from anden.server.open_tables import OpenTables
from anden.server.results import results_as_dict
from anden.server.settings import ServerSettings
from anden.server.storage import Member, SealError, Store
from anden.server.storage.rows import SPECTATOR
from anden.server.storage.seal import Seal
from anden.server.storage.wal import find_damage
from tests.server.databases import sqlite_only
from tests.server.process import ServerProcess
from tests.server.support import (
    SECONDS,
    Device,
    Server,
    first_action,
    open_socket,
    play_on,
    quick_settings,
    raw_socket,
    serving,
    wait_until,
)
from tests.server.test_abuse import hello
from tests.server.test_storage import some_lobby
from tools.ports import free_port


def code_of(answer: Any) -> str:
    return str(answer["error"]["code"])


def two_people(ana: Device, luis: Device) -> str:
    """A game of two people, begun."""
    game_id = ana.create("london", "here", "open")
    luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"]})
    ana.post(f"/games/{game_id}/start")
    return game_id


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Server]:
    """A server where nobody is absent at once."""
    with serving(quick_settings(tmp_path, absent_seconds=1.0)) as server:
        yield server


# Garbage


def test_half_a_character_as_id_is_refused_and_the_connection_stays(ana: Device) -> None:
    table = ana.sit(ana.create("usa", "here", "here", start=True), show=0)
    table.raw.send('{"type": "act", "id": "\\ud800", "seq": 0, "seat": 0, "action": "draw deck"}')
    refused = table.expect("refused")
    assert (refused["code"], refused["id"]) == ("frame/garbage", None)
    table.send(type="ping")
    assert table.expect("pong")


@pytest.mark.parametrize(
    "body",
    [
        {"board": "\ud800", "seats": [{"kind": "here"}, {"kind": "here"}]},
        {"board": "usa", "seats": [{"kind": "here"}, {"kind": "bot", "bot": "\ud800"}]},
        {"board": "usa", "seats": [{"kind": "here", "name": "A\ud800"}, {"kind": "here"}]},
    ],
)
def test_half_a_character_in_a_body_is_refused(ana: Device, body: Any) -> None:
    content = json.dumps(body)
    answer = ana.http.post("/api/games", content=content)
    assert (answer.status_code, code_of(answer.json())) == (422, "request/invalid")


def test_replay_of_a_seat_with_zeros_before_it_is_no_seat(ana: Device) -> None:
    game_id = ana.create("london", "here", "greedy", start=True)
    play_on(ana.sit(game_id))
    for seat in ("0009", "00", "-1", "٣", "9" * 5000):
        answer = ana.http.get(f"/api/games/{game_id}/replay", params={"seat": seat})
        assert (answer.status_code, code_of(answer.json())) == (404, "seat/unknown")


@pytest.mark.parametrize("blank", ["\u3164", "\u115f\u1160", "\uffa0", "\u2800\u3164"])
def test_a_name_that_nobody_can_see_is_none(ana: Device, blank: str) -> None:
    seats = [{"kind": "here", "name": blank}, {"kind": "here"}]
    assert code_of(ana.post("/games", {"board": "usa", "seats": seats})) == "seat/name-empty"


@pytest.mark.parametrize("twin", ["Ana\u3164", "A\u034fna", "Ａｎａ", "ana\ufe0f"])
def test_a_name_that_looks_like_another_is_taken(ana: Device, twin: str) -> None:
    seats = [{"kind": "here", "name": "Ana"}, {"kind": "here", "name": twin}]
    assert code_of(ana.post("/games", {"board": "usa", "seats": seats})) == "seat/name-taken"


def test_names_keep_their_accents_and_not_towers_of_them() -> None:
    assert tidy_name("Andre\u0301s") == "Andrés"
    assert len(tidy_name("Z" + "\u0335" * 20)) == 3


# Games that go away


def test_an_act_in_a_game_whose_row_is_gone_is_refused(server: Server, ana: Device) -> None:
    game_id = ana.create("usa", "here", "here", start=True)
    table = ana.sit(game_id, show=0)
    store = server.open_tables.store
    gone = store.run(lambda store: store.delete(game_id))
    asyncio.run_coroutine_threadsafe(gone, server.loop).result(10)
    table.send(type="act", id="a", seq=0, seat=0, action=first_action(table.state["options"]))
    assert table.expect("gone", "refused")["type"] == "gone"
    assert code_of(ana.get(f"/games/{game_id}")) == "game/not-found"


def test_a_change_in_a_lobby_whose_row_is_gone_is_refused(server: Server, ana: Device) -> None:
    game_id = ana.create("usa", "here", "here")
    gone = server.open_tables.store.run(lambda store: store.delete(game_id))
    asyncio.run_coroutine_threadsafe(gone, server.loop).result(10)
    answer = ana.patch(f"/games/{game_id}/seats/0", {"name": "Eva"})
    assert code_of(answer) == "game/not-found"


def test_the_host_cannot_delete_a_finished_game_for_the_others(ana: Device, luis: Device) -> None:
    game_id = two_people(ana, luis)
    assert code_of(_read(ana.http.delete(f"/api/games/{game_id}"))) == "game/others-play"
    ana.post(f"/games/{game_id}/end")
    assert ana.http.delete(f"/api/games/{game_id}").status_code == 204
    assert ana.get("/my-games")["games"] == []
    (kept,) = luis.get("/my-games")["games"]
    assert (kept["id"], kept["status"], kept["is_host"]) == (game_id, "ended", True)
    assert luis.http.delete(f"/api/games/{game_id}").status_code == 204
    assert code_of(luis.get(f"/games/{game_id}")) == "game/not-found"


# Seats


def test_a_short_break_does_not_give_a_seat_away(patient: Server) -> None:
    ana, luis = Device(patient.url), Device(patient.url)
    game_id = two_people(ana, luis)
    seat = f"/games/{game_id}/seats/1"
    there = luis.sit(game_id)
    assert code_of(ana.patch(seat, {"kind": "bot", "bot": "medium"})) == "seat/present"
    there.close()
    wait_until(lambda: not ana.get(f"/games/{game_id}")["seats"][1]["is_present"])
    refused = ana.patch(seat, {"kind": "bot", "bot": "medium"})["error"]
    assert (refused["code"], refused["params"]) == ("seat/just-left", {"n": 1})
    wait_until(lambda: "error" not in ana.patch(seat, {"kind": "bot", "bot": "medium"}))
    for device in (ana, luis):
        device.close()


def test_the_host_cannot_let_a_random_bot_play_for_somebody(ana: Device, luis: Device) -> None:
    game_id = two_people(ana, luis)
    for bot in ("random", "greedy", None):
        change = {"kind": "bot", "bot": bot}
        assert code_of(ana.patch(f"/games/{game_id}/seats/1", change)) == "bot/levels-only"
    own = luis.patch(f"/games/{game_id}/seats/1", {"kind": "bot", "bot": "random"})
    assert own["seats"][1]["is_stand_in"]


def test_a_leaked_link_is_revoked_with_those_who_came_by_it(ana: Device, luis: Device) -> None:
    game_id = ana.create("usa", "here", "here", start=True)
    first = ana.post(f"/games/{game_id}/seats/0/link")["token"]
    luis.post(f"/games/{game_id}/claim", {"token": first})
    thief = luis.sit(game_id, show=0)
    assert thief.state["view"]["own"] is not None
    second = ana.post(f"/games/{game_id}/seats/0/link", {"alone": True})["token"]
    thief.wait(lambda: thief.game["seats"][0]["is_mine"] is False)
    thief.send(type="act", id="a", seq=0, seat=0, action="draw deck")
    assert thief.expect("refused")["code"] == "seat/not-yours"
    assert code_of(luis.post(f"/games/{game_id}/claim", {"token": first})) == "link/invalid"
    assert luis.post(f"/games/{game_id}/claim", {"token": second})["seats"][0]["is_mine"]


# Guesses


def test_forty_guesses_at_once_are_forty(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, guess_burst=5, guesses_per_second=0.001)) as server:
        ana = Device(server.url)
        game_id = ana.create("usa", "here", "open")

        def guess(number: int) -> int:
            if number % 2:
                answer = ana.http.post("/api/join", json={"code": f"2222{number + 2222}"})
            else:
                answer = ana.http.post(f"/api/games/{game_id}/claim", json={"token": "x" * 43})
            return answer.status_code

        with ThreadPoolExecutor(40) as guessers:
            answers = list(guessers.map(guess, range(40)))
        assert (answers.count(404), answers.count(429)) == (5, 35)
        ana.close()


def test_a_right_code_is_no_guess(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, guess_burst=1, guesses_per_second=0.001)) as server:
        ana = Device(server.url)
        invite = ana.get(f"/games/{ana.create('usa', 'here', 'open')}")["invite"]
        for _ in range(5):
            assert "id" in ana.post("/join", {"code": invite})
        ana.close()


def _read(answer: Any) -> Any:
    return answer.json()


def test_a_house_with_many_addresses_guesses_as_one(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, guess_burst=3, guesses_per_second=0.001)) as server:
        ana = Device(server.url)

        def guess(address: str) -> int:
            told = {"x-forwarded-for": address}
            return ana.http.post("/api/join", json={"code": "22222222"}, headers=told).status_code

        assert [guess(f"2001:db8:1:2::{n}") for n in range(1, 6)] == [404] * 3 + [429] * 2
        assert guess("2001:db8:1:3::1") == 404
        ana.close()


class Peer:
    """As much of a connection as is counted."""

    def __init__(self, address: str) -> None:
        self._address = address

    def get_extra_info(self, name: str) -> tuple[str, int]:
        return self._address, 4711

    def is_closing(self) -> bool:
        return False


def test_a_house_with_many_addresses_has_the_connections_of_one() -> None:
    limits = ConnectionLimits(
        ServerSettings(max_connections_per_ip=2, trusted_proxies=("2001:db8:9::1",))
    )

    def come(address: str) -> bool:
        return limits.admit(cast(asyncio.Transport, Peer(address)))

    assert [come(f"2001:db8:1:2::{n}") for n in range(4)] == [True, True, False, False]
    assert [come(f"2001:db8:1:{n}::1") for n in (3, 4)] == [True, True]
    assert all(come("2001:db8:9::1") for _ in range(4))  # a proxy stands for many
    assert [come("2001:db8:9::2") for _ in range(3)] == [True, True, False]
    assert [come("::ffff:192.0.2.1"), come("192.0.2.1"), come("192.0.2.1")] == [True, True, False]


# Many at once: what is counted is counted first


def at_once(number: int, ask: Any) -> list[Any]:
    with ThreadPoolExecutor(number) as askers:
        return list(askers.map(ask, range(number)))


def test_games_made_at_once_are_as_few_as_one_after_the_other(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, max_games=3)) as server:
        ana = Device(server.url)
        new = {"board": "london", "seats": [{"kind": "here"}, {"kind": "here"}]}
        answers = at_once(20, lambda _: ana.post("/games", new))
        made = [answer for answer in answers if "id" in answer]
        assert len(made) == len(ana.get("/my-games")["games"]) == 3
        assert {code_of(a) for a in answers if a not in made} == {"games/too-many"}
        ana.close()


def test_bots_added_at_once_are_as_few_as_one_after_the_other(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, max_bot_seats=2)) as server:
        ana = Device(server.url)
        games = [ana.create("usa", "here", "open") for _ in range(8)]
        bot = {"kind": "bot", "bot": "greedy"}
        answers = at_once(8, lambda n: ana.patch(f"/games/{games[n]}/seats/1", bot))
        assert sum("id" in answer for answer in answers) == 2
        seats = [game["seats"][1]["kind"] for game in ana.get("/my-games")["games"]]
        assert sorted(seats) == ["bot"] * 2 + ["open"] * 6
        ana.close()


def test_tokens_made_at_once_are_as_few_as_one_after_the_other(
    ana: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("anden.server.routes.tokens.MOST", 3)
    path = f"/games/{ana.create('london', 'here', 'here')}/seats/0/token"
    answers = at_once(12, lambda n: ana.post(path, {"name": f"Robo {n}"}))
    assert sum("token" in answer for answer in answers) == 3
    assert len(ana.get("/tokens")["tokens"]) == 3


def test_tables_taken_at_once_are_as_few_as_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All say hello before the first of their games is there."""
    find = OpenTables.find

    async def find_slowly(self: OpenTables, game_id: str) -> Any:
        await asyncio.sleep(0.3)
        return await find(self, game_id)

    with serving(quick_settings(tmp_path, max_tables=2)) as server, ExitStack() as stack:
        ana = Device(server.url)
        games = [ana.create("london", "here", "here") for _ in range(6)]
        monkeypatch.setattr(OpenTables, "find", find_slowly)
        sockets = [stack.enter_context(open_socket(server.url)) for _ in games]
        for raw, game in zip(sockets, games, strict=True):
            raw.send(hello(game, ana))
        told = [json.loads(raw.recv(timeout=SECONDS)) for raw in sockets]
        types = sorted(message["type"] for message in told)
        assert types == ["refused"] * 4 + ["welcome"] * 2
        assert {m["code"] for m in told if m["type"] == "refused"} == {"tables/too-many"}
        ana.close()


# Work for everybody, on the loop of everybody


def test_a_result_is_worked_out_once_for_all_who_look_on(
    ana: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out: list[int] = []

    def results(game: Game) -> dict[str, Any]:
        worked_out.append(game.num_moves)
        return results_as_dict(game)

    monkeypatch.setattr("anden.server.views.results_as_dict", results)
    game_id = ana.create("london", "here", "greedy", start=True)
    watchers = [ana.sit(game_id) for _ in range(6)]
    play_on(ana.sit(game_id))
    for watcher in watchers:
        watcher.wait(lambda watcher=watcher: watcher.over is not None)
    assert len(worked_out) == 1


def test_large_answers_are_packed_beside_the_loop(
    ana: Device, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed: list[tuple[int, int]] = []
    pack = packing._Packer._pack

    def noted(self: Any, body: bytes, is_more: bool) -> bytes:
        packed.append((len(body), threading.get_ident()))
        return pack(self, body, is_more)

    monkeypatch.setattr(packing._Packer, "_pack", noted)
    plain = ana.http.get("/api/boards/europe", headers={"accept-encoding": "identity"})
    answer = ana.http.get("/api/boards/europe")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.json() == plain.json()
    assert int(answer.headers["content-length"]) < len(plain.content) / 2
    assert "content-encoding" not in plain.headers
    ((size, thread),) = packed
    assert size == len(plain.content)
    assert thread != server._thread.ident


# What is stored


def full_log(folder: Path) -> tuple[Path, list[str]]:
    """A write-ahead log as a crash leaves it, and the games that are in it alone."""
    Store(quick_settings(folder).database_url).close()  # the tables are in the database itself
    store = Store(quick_settings(folder).database_url)
    games = [some_lobby() for _ in range(4)]
    for lobby in games:
        store.create(lobby)
    wal = folder / "games.sqlite3-wal"
    crashed = folder / "crashed"
    crashed.mkdir()
    for name in ("games.sqlite3", "games.sqlite3-wal"):
        shutil.copy2(folder / name, crashed / name)
    store.close()
    assert not wal.exists()
    return crashed / "games.sqlite3-wal", [lobby.row.id for lobby in games]


@sqlite_only
@pytest.mark.parametrize("place", [40, 0.3, 0.9])
def test_a_damaged_log_is_told_and_kept(
    tmp_path: Path, place: float, caplog: pytest.LogCaptureFixture
) -> None:
    wal, games = full_log(tmp_path)
    damaged = bytearray(wal.read_bytes())
    at = int(place) if place > 1 else int(len(damaged) * place)
    damaged[at] ^= 0xFF
    wal.write_bytes(damaged)
    with caplog.at_level("ERROR"):
        store = Store(quick_settings(wal.parent).database_url)
    assert any(store.load(game) is None for game in games)  # what SQLite says nothing about
    store.close()
    (copy,) = wal.parent.glob("*.damaged-*")
    assert copy.read_bytes() == damaged
    assert f"is kept as {copy}" in caplog.text


@sqlite_only
@pytest.mark.parametrize("cut", [0, 1, 24, 2000, 5000])
def test_a_log_that_ends_where_a_crash_cut_it_off_is_no_damage(tmp_path: Path, cut: int) -> None:
    wal, _ = full_log(tmp_path)
    whole = wal.read_bytes()
    wal.write_bytes(whole[: len(whole) - cut])
    assert find_damage(wal) is None
    assert find_damage(wal.with_name("nothing")) is None


@sqlite_only
def test_a_full_disk_is_not_well(tmp_path: Path) -> None:
    """The system takes no byte more, as on a disk without room: the store can still be read."""
    resource = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("this system can't limit another process")
    server = ServerProcess(tmp_path, free_port())
    resource.prlimit(server._process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    wait_until(lambda: health(server) == (503, "store"))
    no_limit = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(server._process.pid, resource.RLIMIT_FSIZE, no_limit)
    wait_until(lambda: health(server) == (200, "ok"))
    server.kill()


def health(server: ServerProcess) -> tuple[int, str]:
    time.sleep(0.3)
    answer = httpx.get(f"{server.url}/healthz")
    return answer.status_code, answer.json()["status"]


KEY = "0123456789abcdef" * 4


def test_seeds_of_running_games_cannot_be_read_without_the_key(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path)
    lobby = some_lobby()
    store = Store(settings.database_url, KEY)
    store.create(lobby)
    playing = replace(lobby, row=replace(lobby.row, status="playing"))
    playing = store.save(playing, lobby)
    assert store.load(lobby.row.id) == playing
    store.close()
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert lobby.row.seed.encode() not in stored
    other = Store(settings.database_url, "another key, which is long enough, too")
    (unread,) = other.games_of(lobby.row.host, 10)
    assert unread.row.seed == "sealed"
    other.save(replace(unread, row=replace(unread.row, pace="calm")), unread)
    other.close()
    store = Store(settings.database_url, KEY)
    kept = store.load(lobby.row.id)
    assert kept is not None
    assert (kept.row.seed, kept.row.pace) == (lobby.row.seed, "calm")
    over = replace(kept, row=replace(kept.row, status="over"))
    over = store.save(over, kept)
    store.close()
    plain = Store(settings.database_url)
    assert plain.load(lobby.row.id) == over
    plain.close()


def test_a_seed_is_sealed_for_its_own_game() -> None:
    seal = Seal(KEY)
    sealed = seal.close("ONE", "a" * 32)
    assert seal.open("ONE", sealed) == "a" * 32
    assert seal.open("OTHER", sealed) == seal.open("ONE", "nonsense") == "sealed"
    assert seal.close("ONE", "a" * 32) != sealed


def test_a_key_that_cannot_be_used_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SealError, match="at least 32 characters"):
        Seal("short")
    with pytest.raises(SealError, match="ANDEN_SEED_KEY is not"):
        Store(ServerSettings(data=tmp_path).database_url, other_key=KEY)
    missing = ServerSettings(seed_key_file=str(tmp_path / "none"))
    with pytest.raises(SealError, match="can't be read from"):
        _ = missing.key_for_seeds
    (tmp_path / "key").write_text(f"{KEY}\n")
    assert ServerSettings(seed_key_file=str(tmp_path / "key")).key_for_seeds == KEY
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.ciphers.aead", None)
    with pytest.raises(SealError, match="needs the package cryptography") as error:
        Seal(KEY)
    assert "hace falta el paquete cryptography" in error.value.told("es")
    assert KEY not in repr(ServerSettings(seed_key=KEY))


# Sockets that stay


def test_who_does_not_read_an_answer_is_shown_out(tmp_path: Path) -> None:
    """The answer is larger than what the system keeps for a client that reads nothing."""
    with serving(quick_settings(tmp_path, head_seconds=0.3)) as server, ExitStack() as stack:
        slow = stack.enter_context(raw_socket(server.port))
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        ask = b"GET /api/boards/usa HTTP/1.1\r\nHost: x\r\n\r\n"
        slow.sendall(ask * 100)
        limits: ConnectionLimits = vars(server._server.config.http)["limits"]
        wait_until(lambda: limits.num_inside == 1, 5)
        wait_until(lambda: limits.num_inside == 0, 20)


def test_many_watchers_cost_a_save_nothing(tmp_path: Path) -> None:
    """A change of the game writes what has changed, however many look on."""
    store = Store(quick_settings(tmp_path).database_url)
    lobby = some_lobby()
    crowd = frozenset(Member(hashed(str(number)), SPECTATOR) for number in range(1000))
    crowded = replace(lobby, members=lobby.members | crowd)
    store.create(crowded)
    statements: list[int] = []

    def note(*args: Any) -> None:
        statements.append(len(args[3]) if isinstance(args[3], list) else 1)

    event.listen(store._engine, "before_cursor_execute", note)
    one_more = replace(crowded, members=crowded.members | {Member(hashed("new"), SPECTATOR)})
    store.save(one_more, crowded)
    assert sum(statements) <= 5
    store.close()
