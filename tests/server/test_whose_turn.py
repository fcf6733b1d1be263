"""The list of one's turns has every game, whether it is open or not."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from anden.server import whose_turn
from anden.server.storage import Lobby, Store
from tests.server.databases import rows_of
from tests.server.support import Device, Server, quick_settings, serving, wait_until


@pytest.fixture
def guests() -> Iterator[Callable[..., Device]]:
    """People at servers; with a key, somebody who has been at one before."""
    with ExitStack() as stack:

        def guest(server: Server, key: str = "") -> Device:
            device = Device(server.url)
            stack.callback(device.close)
            if key:
                device.key = key
                device.http.headers["authorization"] = f"Bearer {key}"
            return device

        yield guest


def turns(device: Device) -> list[tuple[str, int]]:
    told: list[dict[str, Any]] = device.get("/my-games")["turns"]
    assert all(turn["due"] is None for turn in told)
    return [(turn["game"], turn["seat"]) for turn in told]


def both_in_a_game(ana: Device, luis: Device) -> str:
    game: str = ana.create("london", "here", "open")
    luis.post("/join", {"code": ana.get(f"/games/{game}")["invite"], "name": "Luis"})
    ana.post(f"/games/{game}/start")
    return game


def test_turns_of_games_that_are_not_open_are_listed(
    tmp_path: Path, guests: Callable[..., Device]
) -> None:
    settings = quick_settings(tmp_path)
    with serving(settings) as server:
        ana, luis = guests(server), guests(server)
        first, second = both_in_a_game(ana, luis), both_in_a_game(ana, luis)
        sitting = ana.sit(second)
        sitting.act_once()
        sitting.close()
        lobby = ana.create("london", "here", "open")
        before = [(device.key, turns(device)) for device in (ana, luis)]
        assert before[0][1] == [(first, 0)]
        assert before[1][1] == [(second, 1), (first, 1)]
    with serving(settings) as server:
        for key, told in before:
            assert turns(guests(server, key)) == told
            assert server.open_tables.num_open == 0
            assert lobby not in dict(told)


def test_a_game_is_played_again_only_if_something_has_been_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, guests: Callable[..., Device]
) -> None:
    looked: list[str] = []
    look = whose_turn._played_again

    def watched(store: Store, lobby: Lobby) -> tuple[int, ...]:
        looked.append(lobby.row.id)
        return look(store, lobby)

    monkeypatch.setattr(whose_turn, "_played_again", watched)
    with serving(quick_settings(tmp_path, table_idle_seconds=0.0)) as server:
        ana, luis = guests(server), guests(server)
        game = both_in_a_game(ana, luis)
        put_away(server)
        assert turns(ana) == turns(ana) == [(game, 0)]
        assert looked == [game]
        assert turns(luis) == [(game, 1)]
        assert looked == [game]  # what is known holds for both
        sitting = ana.sit(game)
        sitting.act_once()
        sitting.close()
        put_away(server)
        assert turns(ana) == []
        assert looked == [game, game]


def test_games_that_can_not_be_read_are_nobodys_turn(
    tmp_path: Path, guests: Callable[..., Device]
) -> None:
    settings = quick_settings(tmp_path)
    with serving(settings) as server:
        ana = guests(server)
        broken, whole = (ana.create("london", "here", "here", start=True) for _ in range(2))
    rows_of(tmp_path, "UPDATE games SET ruleset = 999 WHERE id = :id", id=broken)
    with serving(settings) as server:
        assert turns(guests(server, ana.key)) == [(whole, 0), (whole, 1)]


def test_looking_is_paid_for(tmp_path: Path, guests: Callable[..., Device]) -> None:
    with serving(quick_settings(tmp_path, table_idle_seconds=0.0)) as server:
        ana = guests(server)
        games = [ana.create("london", "here", "here", start=True) for _ in range(4)]
        put_away(server)
        budgets = server.open_tables.budgets
        paid: list[float] = []

        def can(payer: object, price: float) -> bool:
            paid.append(price)
            return len(paid) <= 2

        budgets.can = can  # type: ignore[method-assign]
        budgets.spend = lambda payer, price: None  # type: ignore[method-assign]
        assert {game for game, _ in turns(ana)} == set(games[-2:])
        paid.clear()
        assert {game for game, _ in turns(ana)} == set(games)


def put_away(server: Server) -> None:
    async def put_away_idle() -> bool:
        server.open_tables.put_away_idle()
        return server.open_tables.num_open == 0

    def are_away() -> bool:
        return asyncio.run_coroutine_threadsafe(put_away_idle(), server.loop).result(30)

    wait_until(are_away)
