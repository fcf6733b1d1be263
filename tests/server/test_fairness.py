"""Nobody starves anybody: turns, budgets, limits, and who a client is behind a proxy."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Scope

from anden.bots import BOTS, Bot
from anden.game import Game
from anden.server.bot_pool import BotPool, Question
from anden.server.budgets import Budgets, price_of_request
from anden.server.errors import RefusedError
from anden.server.fair_turns import FairTurns, Payer
from anden.server.own_host import is_own_host
from anden.server.places import Networks, counted_address
from anden.server.real_address import RealAddress
from anden.server.settings import ServerSettings
from tests.server.support import (
    Device,
    Server,
    open_socket,
    quick_settings,
    raw_socket,
    serving,
    wait_until,
)
from tests.server.test_abuse import hello
from tests.server.test_hostile import code_of
from tests.support.apart import run_apart

ANA, LUIS = Payer("ana", "192.0.2.1"), Payer("luis", "192.0.2.2")


# Turns


def served(places: int, *payers: Payer, seconds: float = 1.0) -> list[Payer]:
    """In which order they are served if all come at once and each works that long."""
    order, now = [], 0.0

    async def serve() -> None:
        nonlocal now
        turns = FairTurns(places, clock=lambda: now)

        async def work(payer: Payer) -> None:
            nonlocal now
            async with turns.turn(payer):
                order.append(payer)
                await asyncio.sleep(0)
                now += seconds

        await asyncio.gather(*map(work, payers))

    run_apart(serve())
    return order


def test_who_comes_late_is_next_however_many_wait() -> None:
    order = served(1, *[ANA] * 30, LUIS)
    assert order[:3].count(LUIS) == 1


def test_many_guests_of_one_address_are_one_house() -> None:
    guests = [Payer(f"guest {number}", "192.0.2.1") for number in range(30)]
    assert served(1, *guests, LUIS)[:3].count(LUIS) == 1


def test_people_of_one_address_take_turns() -> None:
    others = Payer("eva", "192.0.2.1")
    assert served(1, *[ANA] * 30, others)[:3].count(others) == 1


def test_one_place_of_several_is_for_others() -> None:
    async def busy() -> int:
        turns, inside = FairTurns(3), 0

        async def work() -> None:
            nonlocal inside
            async with turns.turn(ANA):
                inside += 1
                await asyncio.Event().wait()

        tasks = [asyncio.create_task(work()) for _ in range(5)]
        await asyncio.sleep(0.01)
        async with asyncio.timeout(1), turns.turn(LUIS):
            pass
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(1), turns.turn(ANA):  # what was cancelled holds no place
            return inside

    assert run_apart(busy()) == 2


def test_too_much_of_one_person_is_refused_and_nobody_elses() -> None:
    async def crowd() -> list[str]:
        turns = FairTurns(1, max_waiting=2)

        async def work(payer: Payer) -> str:
            try:
                async with turns.turn(payer):
                    await asyncio.sleep(0)
                    return "served"
            except RefusedError as refusal:
                return refusal.code

        return await asyncio.gather(*map(work, [*[ANA] * 5, LUIS]))

    told = run_apart(crowd())
    assert told.count("rate/limited") == 2
    assert told[-1] == "served"


class Slow(Bot):
    def choose(self, view: Any, legal: Any) -> Any:
        time.sleep(0.05)
        return legal[0]


def test_thirty_games_of_one_guest_do_not_delay_anothers_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All questions of 150 bots are there before; the other's waits for one of them at most."""
    monkeypatch.setitem(BOTS, "slow", Slow)
    game = Game("london", 2, seed=3)
    view = game.view(0).state.tobytes()

    def question(name: str, payer: Payer) -> Question:
        return Question(name, "london", 0, "slow", 7, 0.05, view, (), payer)

    async def ask() -> float:
        pool = BotPool(0, timeout=60)
        thirty = [
            asyncio.create_task(pool.choose(question(f"G{number}", ANA))) for number in range(30)
        ]
        await asyncio.sleep(0.02)
        began = time.monotonic()
        await pool.choose(question("L", LUIS))
        seconds = time.monotonic() - began
        left = sum(not task.done() for task in thirty)
        for task in thirty:
            task.cancel()
        await asyncio.gather(*thirty, return_exceptions=True)
        pool.close()
        assert left >= 20
        return seconds

    assert run_apart(ask()) < 1.0


# Budgets


def test_a_budget_counts_everything_and_one_persons_is_not_anothers() -> None:
    budgets = Budgets(ServerSettings(cost_burst=100.0, costs_per_second=0.0, address_share=2.0))
    budgets.spend(ANA, price_of_request("GET", "/api/my-games"))
    budgets.spend(ANA, 80.0)
    with pytest.raises(RefusedError, match="rate/limited"):
        budgets.spend(ANA, 20.0)
    budgets.spend(LUIS, 100.0)
    budgets.spend(Payer("eva", ANA.address), 100.0)
    with pytest.raises(RefusedError):  # the house has used up what it has
        budgets.spend(Payer("ida", ANA.address), 20.0)


def test_the_more_work_a_request_is_the_more_it_costs() -> None:
    cheap = price_of_request("GET", "/assets/page.js")
    lists = price_of_request("GET", "/api/my-games")
    replay = price_of_request("GET", "/api/games/X/replay")
    assert cheap < price_of_request("GET", "/api/games/X") < lists < replay
    assert price_of_request("GET", "/api/games/") < price_of_request("POST", "/api/games")


def test_reading_is_limited_by_person(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path, cost_burst=60.0, costs_per_second=0.01)
    with serving(settings) as server:
        ana, luis = Device(server.url), Device(server.url)
        answers = [ana.http.get("/api/my-games").status_code for _ in range(8)]
        assert answers == [200] * 6 + [429] * 2
        assert luis.get("/my-games")["games"] == []
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        for device in (ana, luis):
            device.close()


def test_sixty_four_sockets_of_one_person_share_one_budget(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path, cost_burst=200.0, costs_per_second=0.01)
    with serving(settings) as server:
        ana, luis = Device(server.url), Device(server.url)
        game_id = ana.create("usa", "here", "here", start=True)
        luis_game = luis.create("usa", "here", "here", start=True)
        sockets = [ana.sit(game_id, show=0) for _ in range(8)]
        told = []
        for socket in sockets * 4:
            socket.send(type="show", seat=0)
            told.append(socket.expect("state", "refused"))
        refused = [message for message in told if message["type"] == "refused"]
        assert {message["code"] for message in refused} == {"rate/limited"}
        assert len(refused) > 16
        other = luis.sit(luis_game, show=0)
        other.send(type="show", seat=0)
        assert other.expect("state", "refused")["type"] == "state"
        for device in (ana, luis):
            device.close()


# Limits per person


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    with serving(quick_settings(tmp_path, max_games=3, max_bot_seats=4, max_tables=2)) as server:
        yield server


def test_a_person_has_so_many_unfinished_games(small: Server) -> None:
    ana, luis = Device(small.url), Device(small.url)
    games = [ana.create("london", "here", "here", start=True) for _ in range(3)]
    seats = [{"kind": "here"}, {"kind": "here"}]
    refused = ana.post("/games", {"board": "london", "seats": seats})
    assert (code_of(refused), refused["error"]["params"]) == ("games/too-many", {"n": 3})
    assert luis.create("london", "here", "here")
    ana.post(f"/games/{games[0]}/end")
    assert "id" in ana.post(f"/games/{games[0]}/rematch")
    assert code_of(ana.post("/games", {"board": "london", "seats": seats})) == "games/too-many"
    for device in (ana, luis):
        device.close()


def test_a_person_has_so_many_bots(small: Server) -> None:
    ana = Device(small.url)
    game_id = ana.create("usa", "here", "greedy", "greedy", "greedy")
    ana.post(f"/games/{game_id}/seats", {"kind": "bot", "bot": "greedy"})
    seats = [{"kind": "here"}, {"kind": "bot", "bot": "greedy"}]
    assert code_of(ana.post("/games", {"board": "usa", "seats": seats})) == "bots/too-many"
    other = ana.create("usa", "here", "open")
    bot = {"kind": "bot", "bot": "greedy"}
    assert code_of(ana.patch(f"/games/{other}/seats/1", bot)) == "bots/too-many"
    assert code_of(ana.post(f"/games/{other}/seats", bot)) == "bots/too-many"
    ana.close()


def test_a_person_is_at_so_many_tables(small: Server) -> None:
    ana = Device(small.url)
    games = [ana.create("london", "here", "here") for _ in range(3)]
    first, _ = ana.sit(games[0]), ana.sit(games[1])
    with open_socket(small.url) as raw:
        raw.send(hello(games[2], ana))
        assert '"tables/too-many"' in str(raw.recv(timeout=5))
    ana.sit(games[0])  # where one is already, one may be once more
    first.close()
    for table in small.open_tables._tables.values():
        for visitor in tuple(table.audience.visitors):
            assert visitor.payer.person
    ana.close()
    wait_until(lambda: not small.open_tables.crowd._tables)


# Behind a proxy


def seen_as(peer: str, headers: dict[str, str], **changes: Any) -> tuple[str, str]:
    """Address and scheme that the rest of the server is told."""
    seen: list[Scope] = []

    async def app(scope: Scope, receive: Any, send: Any) -> None:
        seen.append(scope)

    told = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "client": (peer, 5), "scheme": "http", "headers": told}
    run_apart(RealAddress(app, ServerSettings(**changes))(scope, None, None))  # type: ignore[arg-type]
    return seen[0]["client"][0], seen[0]["scheme"]


def test_only_trusted_proxies_say_who_the_client_is() -> None:
    told = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
    assert seen_as("127.0.0.1", told) == ("203.0.113.9", "https")
    assert seen_as("198.51.100.1", told) == ("198.51.100.1", "http")
    trusted = {"trusted_proxies": ("198.51.100.0/24",)}
    assert seen_as("198.51.100.1", told, **trusted) == ("203.0.113.9", "https")
    assert seen_as("127.0.0.1", told, **trusted) == ("127.0.0.1", "http")


def test_what_a_client_writes_itself_is_not_believed() -> None:
    told = {"x-forwarded-for": "10.9.9.9, 203.0.113.9, 198.51.100.7"}
    trusted = {"trusted_proxies": ("127.0.0.1", "198.51.100.0/24")}
    assert seen_as("127.0.0.1", told, **trusted)[0] == "203.0.113.9"
    assert seen_as("127.0.0.1", {"forwarded": "for=10.9.9.9"})[0] == "127.0.0.1"


@pytest.mark.parametrize(
    ("header", "address"),
    [
        ("for=203.0.113.9;proto=https", "203.0.113.9"),
        ('proto=https;for="[2001:db8::7]:4711"', "2001:db8::7"),
        ('for=10.9.9.9, For="203.0.113.9:80";proto=https', "203.0.113.9"),
    ],
)
def test_forwarded_is_read_where_the_proxy_writes_that(header: str, address: str) -> None:
    told = {"forwarded": header, "x-forwarded-for": "10.9.9.9"}
    assert seen_as("127.0.0.1", told, proxy_header="forwarded") == (address, "https")


def test_a_house_is_one_address() -> None:
    assert counted_address("2001:db8:1:2::7") == counted_address("2001:db8:1:2:ffff::1")
    assert counted_address("2001:db8:1:3::7") != counted_address("2001:db8:1:2::7")
    assert counted_address("::ffff:192.0.2.1") == "192.0.2.1"
    assert counted_address("127.0.0.5") == counted_address("::1") == counted_address("?") == ""
    assert "::ffff:127.0.0.1" in Networks(("127.0.0.0/8",))


def test_connections_behind_a_proxy_are_counted_by_client(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, max_connections_per_ip=2)) as server:
        ana, luis = Device(server.url), Device(server.url)
        game_id = ana.create("usa", "here", "here")
        luis_game = luis.create("usa", "here", "here")
        here = {"additional_headers": {"x-forwarded-for": "203.0.113.9"}}
        there = {"additional_headers": {"x-forwarded-for": "203.0.113.10"}}
        with (
            open_socket(server.url, **here) as one,
            open_socket(server.url, **here) as two,
            open_socket(server.url, **here) as three,
            open_socket(server.url, **there) as four,
        ):
            for raw in (one, two):
                raw.send(hello(game_id, ana))
                assert '"welcome"' in str(raw.recv(timeout=5))
            three.send(hello(game_id, ana))
            assert '"server/busy"' in str(three.recv(timeout=5))
            four.send(hello(luis_game, luis))
            assert '"welcome"' in str(four.recv(timeout=5))
        for device in (ana, luis):
            device.close()


# Names of the server


@pytest.mark.parametrize(
    "host",
    ["localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.1.5:8000", "ana-pc", "ana-pc.local", ""],
)
def test_a_server_at_home_goes_by_addresses_and_local_names(host: str) -> None:
    assert is_own_host(host, ())


@pytest.mark.parametrize(
    "host", ["evil.example.com", "localhost.evil.com:8000", "127.0.0.1.nip.io"]
)
def test_a_name_from_outside_has_to_be_allowed(host: str) -> None:
    assert not is_own_host(host, ("games.example.org",))
    assert is_own_host("Games.Example.org.:443", ("games.example.org",))
    assert is_own_host(host, ("*",))


def test_a_page_whose_name_points_here_is_told_nothing(server: Server) -> None:
    with httpx.Client(base_url=server.url, headers={"host": "evil.example.com"}) as page:
        for path in ("/", "/api/my-games", "/healthz"):
            answer = page.get(path)
            assert (answer.status_code, code_of(answer.json())) == (421, "host/unknown")
            assert "evil.example.com" in answer.json()["error"]["text"]
    evil, way = "http://evil.example.com", raw_socket(server.port)
    with open_socket(evil, origin=evil, sock=way) as raw:
        assert '"host/unknown"' in str(raw.recv(timeout=5))
