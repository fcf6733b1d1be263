"""Two servers on one PostgreSQL: it does not matter which one somebody is connected to."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from anden.boards import load_board
from anden.boards.dump import board_as_dict
from anden.server import clock
from anden.server.neighbours import Neighbours
from anden.server.storage.schema import actions, processes
from tests.server.databases import IS_POSTGRESQL, postgres_for
from tests.server.process import ServerProcess
from tests.server.support import (
    Device,
    Server,
    Socket,
    first_action,
    is_to_act,
    play_on,
    quick_settings,
    serving,
)
from tests.support.apart import at_once
from tools.ports import free_port

pytestmark = pytest.mark.skipif(IS_POSTGRESQL, reason="is run on PostgreSQL anyway")


class Pair:
    """Two servers with one database, and people who use both."""

    def __init__(self, one: Server, two: Server) -> None:
        self.one, self.two = one, two
        self._people: list[Device] = []

    def person(self, server: Server | None = None) -> Device:
        device = Device((server or self.one).url)
        self._people.append(device)
        return device

    def elsewhere(self, device: Device) -> Device:
        """The same device at the other server."""
        other = self.person(self.two)
        other.key = device.key
        other.http.headers["authorization"] = f"Bearer {device.key}"
        return other

    def close(self) -> None:
        for device in self._people:
            device.close()


@contextmanager
def running_pair(folder: Path, **changes: Any) -> Iterator[Pair]:
    settings = quick_settings(folder, database=postgres_for(str(folder)), **changes)
    with serving(settings) as one, serving(settings) as two:
        pair = Pair(one, two)
        yield pair
        pair.close()


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with running_pair(tmp_path_factory.mktemp("pair")) as pair:
        yield pair


def code_of(answer: Any) -> str:
    code: str = answer["error"]["code"]
    return code


def two_at_a_table(servers: Pair) -> tuple[str, Socket, Socket]:
    """A game whose seats are at different servers."""
    ana, luis = servers.person(), servers.person(servers.two)
    game = ana.create("london", "here", "open")
    luis.post("/join", {"code": ana.get(f"/games/{game}")["invite"]})
    ana.post(f"/games/{game}/start")
    return game, ana.sit(game), luis.sit(game)


def test_a_game_is_played_to_the_end_by_people_at_different_servers(servers: Pair) -> None:
    _, ana, luis = two_at_a_table(servers)
    play_on(ana, luis)
    for person in (ana, luis):
        person.wait(lambda person=person: person.over is not None)
    assert ana.over == luis.over


def test_what_one_server_has_stored_is_seen_at_once_by_who_asks_the_other(servers: Pair) -> None:
    ana = servers.person()
    there = servers.elsewhere(ana)
    for number in range(10):
        game = (ana, there)[number % 2].create("usa", "here", "open")
        asked = (there, ana)[number % 2].get(f"/games/{game}")
        assert asked["status"] == "lobby"
        (ana, there)[number % 2].patch(f"/games/{game}/seats/0", {"name": "Nora"})
        assert (there, ana)[number % 2].get(f"/games/{game}")["seats"][0]["name"] == "Nora"


def test_a_rename_at_one_server_does_not_undo_the_start_at_the_other(servers: Pair) -> None:
    ana = servers.person()
    there = servers.elsewhere(ana)
    game = ana.create("usa", "here", "here")
    assert there.get(f"/games/{game}")["status"] == "lobby"
    assert ana.post(f"/games/{game}/start")["status"] == "playing"
    assert code_of(there.patch(f"/games/{game}/seats/0", {"name": "Nora"})) == "game/started"
    assert ana.get(f"/games/{game}")["status"] == "playing"


def test_changes_at_the_same_time_are_all_kept(servers: Pair) -> None:
    ana = servers.person()
    there = servers.elsewhere(ana)
    game = ana.create("europe", *["here"] * 5)

    def rename(device: Device, seat: int) -> None:
        for number in range(5):
            device.patch(f"/games/{game}/seats/{seat}", {"name": f"Name {seat}{number}"})

    at_once(lambda: rename(ana, 0), lambda: rename(there, 1))
    names = [seat["name"] for seat in there.get(f"/games/{game}")["seats"]]
    assert names[:2] == ["Name 04", "Name 14"]


def test_presence_and_phrases_are_told_at_the_other_server(servers: Pair) -> None:
    _, ana, luis = two_at_a_table(servers)
    ana.wait(lambda: bool(ana.game["seats"][1]["is_present"]))
    luis.send(type="say", seat=1, phrase="hello")
    assert ana.expect("said")["phrase"] == "hello"
    luis.close()
    ana.wait(lambda: not ana.game["seats"][1]["is_present"])


def test_the_same_move_at_two_servers_is_played_once(servers: Pair) -> None:
    ana = servers.person()
    game = ana.create("london", "here", "here", start=True)
    here, there = ana.sit(game, show=0), servers.elsewhere(ana).sit(game, show=0)
    action = first_action(here.state["options"])
    same = {"id": "same", "seq": 0}
    for table in (here, there):
        table.send(type="act", seat=0, action=action, **same)
    answers = [table.expect("ack", "refused") for table in (here, there)]
    assert answers == [{"type": "ack", "id": "same", "seq": 1}] * 2
    for table in (here, there):
        table.wait(lambda table=table: table.state["seq"] == 1)


def test_what_is_taken_back_at_one_server_is_gone_at_the_other(servers: Pair) -> None:
    ana = servers.person()
    game = ana.create("london", "here", "random", start=True)
    here, there = ana.sit(game), servers.elsewhere(ana).sit(game)
    here.act(first_action(here.state["options"]))
    undone = None
    while undone is None:
        here.wait(lambda: is_to_act(here) or here.state["can_undo"])
        if here.state["can_undo"]:  # the bot may be quicker
            here.send(type="undo", id="u", seq=here.state["seq"], seat=0)
            answer = here.expect("ack", "refused")
            undone = answer["seq"] if answer["type"] == "ack" else None
        else:
            here.act_once()
    there.wait(lambda: there.state["seq"] == undone and there.state["first_event"] == 0)
    there.wait(lambda: is_to_act(there))
    assert there.act(first_action(there.state["options"]))["type"] == "ack"


def test_bots_play_once_although_both_servers_have_spectators(servers: Pair) -> None:
    ana = servers.person()
    game = ana.create("london", "here", "greedy", "random", start=True)
    here, there = ana.sit(game), servers.elsewhere(ana).sit(game)
    play_on(here)
    there.wait(lambda: there.over is not None)
    assert there.over == here.over


def test_a_clock_at_zero_lets_one_bot_play_on(tmp_path: Path, short_clock: None) -> None:
    with running_pair(tmp_path) as servers:
        ana = servers.person()
        seats = [{"kind": "here"}, {"kind": "here"}]
        made = ana.post("/games", {"board": "london", "clock": "live", "seats": seats})
        game = made["id"]
        here, there = ana.sit(game, show=0), servers.elsewhere(ana).sit(game, show=0)
        ana.post(f"/games/{game}/start")
        for table in (here, there):
            table.wait(lambda table=table: table.over is not None)
            assert all(seat["is_stand_in"] for seat in table.game["seats"])
        assert here.over == there.over


@pytest.fixture
def short_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(clock.CLOCKS, "live", clock.ClockKind(0.3, 0.1))


def test_a_game_that_is_deleted_at_one_server_is_gone_at_the_other(servers: Pair) -> None:
    ana = servers.person()
    game = ana.create("london", "here", "here", start=True)
    there = servers.elsewhere(ana).sit(game, show=0)
    ana.http.delete(f"/api/games/{game}")
    assert there.expect("gone")
    assert code_of(servers.elsewhere(ana).get(f"/games/{game}")) == "game/not-found"


def test_news_that_were_missed_are_caught_up_with(
    servers: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As while the connection on which they come is lost."""
    _, ana, luis = two_at_a_table(servers)
    neighbours: Neighbours = servers.two.open_tables.neighbours
    with monkeypatch.context() as deaf:
        deaf.setattr(neighbours, "_hear", lambda topic, names: None)
        ana.act(first_action(ana.state["options"]))
        ana.wait(lambda: ana.state["seq"] == 1)
    servers.two.loop.call_soon_threadsafe(neighbours._hear, "again", [])
    luis.wait(lambda: luis.state["seq"] == 1)


def test_an_altered_action_found_while_playing_ends_the_game_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_pair(tmp_path) as servers:
        monkeypatch.setattr(servers.two.open_tables.neighbours, "_hear", lambda topic, names: None)
        ana = servers.person()
        game = ana.create("london", "here", "here", start=True)
        here, there = ana.sit(game, show=0), servers.elsewhere(ana).sit(game, show=0)
        action = first_action(here.state["options"])
        assert here.act(action)["type"] == "ack"
        with servers.one.open_tables.store.tool.writing() as connection:
            connection.execute(actions.update().values(before="000000"))
        assert there.act(action)["code"] == "game/unreadable"
        assert there.act(action)["code"] == "game/not-playing"


def test_a_board_that_was_brought_to_one_process_is_played_at_another(tmp_path: Path) -> None:
    """With no folder in common, as on two machines."""
    database = postgres_for(str(tmp_path))
    board = board_as_dict(load_board("london")) | {"names": {"en": "Mine", "es": "Mío"}}
    with ExitStack() as stack:
        one, two = (ServerProcess(tmp_path / name, free_port(), database=database) for name in "ab")
        stack.callback(one.kill)
        stack.callback(two.kill)
        ana = Device(one.url)
        stack.callback(ana.close)
        name = ana.post("/boards", board)["id"]
        there = Device(two.url)
        stack.callback(there.close)
        assert there.get(f"/boards/{name}")["board"]["names"]["en"] == "Mine"
        table = there.sit(there.create(name, "here", "greedy", start=True))
        play_on(table, until=6)
        game = ana.create(name, "here", "open", "random")
        assert there.post("/join", {"code": ana.get(f"/games/{game}")["invite"]})["id"] == game
        guest = there.sit(game)
        small = {"names": {"en": "Small", "es": "Pequeño"}, "players": {"min": 2, "max": 2}}
        other = ana.post("/boards", board | small)["id"]
        assert len(ana.patch(f"/games/{game}", {"board": other})["seats"]) == 2
        guest.wait(lambda: guest.game["board"] == other)
        assert there.patch(f"/games/{game}/seats/1", {"name": "Luis"})["seats"][1]["name"] == "Luis"
        assert there.get(f"/boards/{other}")["board"]["names"]["en"] == "Small"
        ana.post(f"/games/{game}/start")
        play_on(ana.sit(game), guest, until=4)


def test_a_change_of_the_board_does_not_undo_the_start_at_the_other(servers: Pair) -> None:
    ana = servers.person()
    there = servers.elsewhere(ana)
    for _ in range(4):
        game = ana.create("usa", "here", "here")
        assert there.get(f"/games/{game}")["status"] == "lobby"
        answers: dict[str, Any] = {}

        def change(game: str = game, answers: dict[str, Any] = answers) -> None:
            answers["changed"] = there.patch(f"/games/{game}", {"board": "europe"})

        def start(game: str = game) -> None:
            ana.post(f"/games/{game}/start")

        at_once(change, start)
        told = ana.get(f"/games/{game}")
        assert told["status"] == "playing"
        is_late = "error" in answers["changed"]
        assert told["board"] == ("usa" if is_late else "europe")
        assert there.sit(game, show=0).state["view"]["own"]["offer"]


def test_a_process_that_dies_takes_its_people_along(servers: Pair) -> None:
    """Nobody is present at a process that says nothing any more."""
    _, ana, _luis = two_at_a_table(servers)
    ana.wait(lambda: bool(ana.game["seats"][1]["is_present"]))
    store = servers.one.open_tables.store.tool
    process = servers.two.open_tables.store.tool.process
    with store.writing() as connection:
        long_ago = processes.update().where(processes.c.id == process).values(seen=0.0)
        connection.execute(long_ago)
    asyncio.run_coroutine_threadsafe(
        servers.one.open_tables.store.run(lambda store: store.presence.beat()), servers.one.loop
    ).result(10)
    servers.one.loop.call_soon_threadsafe(servers.one.open_tables.neighbours._hear, "again", [])
    ana.wait(lambda: not ana.game["seats"][1]["is_present"])
    # It lives after all, and says so.
    ana.wait(lambda: bool(ana.game["seats"][1]["is_present"]))
