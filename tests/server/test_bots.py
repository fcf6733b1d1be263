"""Bots at a table: their pace, their processes, and what happens when one fails."""

import os
import time
from pathlib import Path

import pytest

from anden.bots import BOTS, Bot
from anden.game import Game
from anden.server import bot_pool
from anden.server.bot_pool import BotPool, Question
from anden.server.bot_work import bot_seed
from tests.server.support import Device, play_on, quick_settings, serving, wait_until
from tests.support.apart import run_apart


def question(game: Game, bot: str = "greedy") -> Question:
    seat = game.to_act
    assert seat is not None
    view = game.view(seat).state.tobytes()
    return Question("G", game.board.id, seat, bot, 7, 0.05, view, game.events_for(seat))


class Crashing(Bot):
    """Raises whenever it is asked."""

    def choose(self, view: object, legal: object) -> object:  # type: ignore[override]
        raise ZeroDivisionError


class Sleeping(Bot):
    def choose(self, view: object, legal: object) -> object:  # type: ignore[override]
        time.sleep(1.0)
        raise AssertionError


class Ending(Bot):
    """Takes its process down."""

    def choose(self, view: object, legal: object) -> object:  # type: ignore[override]
        os._exit(3)


def test_bot_that_fails_is_replaced_by_a_plain_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "crashing", Crashing)
    game = Game("london", 2, seed=3)
    pool = BotPool(0, timeout=5)
    game.play(run_apart(pool.choose(question(game, "crashing"))))
    pool.close()


def test_bot_that_takes_too_long_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "sleeping", Sleeping)
    game = Game("london", 2, seed=3)
    pool = BotPool(0, timeout=0.1)
    began = time.monotonic()
    game.play(run_apart(pool.choose(question(game, "sleeping"))))
    assert time.monotonic() - began < 5
    pool.close()


def test_bot_remembers_between_its_turns_and_hears_each_event_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[int] = []

    class Listening(Bot):
        def choose(self, view: object, legal: object) -> object:  # type: ignore[override]
            return legal[0]  # type: ignore[index]

        def hear(self, events: object) -> None:
            heard.append(len(events))  # type: ignore[arg-type]

    monkeypatch.setitem(BOTS, "listening", Listening)
    game = Game("london", 2, seed=3)
    memory = bot_pool._Memory()
    for _ in range(6):
        game.play(memory.ask(question(game, "listening")))
    assert sum(heard) <= 2 * len(game.events)
    assert len(memory._bots) == 2


def test_bots_seed_does_not_tell_the_games() -> None:
    seeds = {bot_seed("0" * 32, seat) for seat in range(5)}
    assert len(seeds) == 5
    assert 0 not in seeds


def test_bots_play_in_processes_and_survive_their_death(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, bot_processes=1)) as server:
        ana = Device(server.url)
        game_id = ana.create("london", "here", "greedy", start=True)
        table = ana.sit(game_id)
        play_on(table, until=8)
        (executor,) = server.open_tables.pool._executors
        for process in list(getattr(executor, "_processes").values()):  # noqa: B009
            process.kill()
        play_on(table)
        assert table.over is not None
        ana.close()


def test_bots_keep_their_pace(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, pace_scale=0.2)) as server:
        ana = Device(server.url)
        game_id = ana.create("london", "here", "random", "greedy", start=True)
        table = ana.sit(game_id)
        arrivals = []
        for _ in range(2):
            began = time.monotonic()
            seq = table.state["seq"]
            table.wait(lambda seq=seq: table.state["seq"] > seq)
            arrivals.append(time.monotonic() - began)
        assert all(0.2 < seconds < 15.0 for seconds in arrivals)
        ana.close()


def test_a_game_that_ends_while_a_bot_thinks_is_no_failure(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(quick_settings(tmp_path, pace_scale=0.4)) as server:
        device = Device(server.url)
        game = device.create("london", "here", "random", start=True)
        sitting = device.sit(game)
        driver = server.open_tables._tables[game].bots
        assert driver.is_running
        device.post(f"/games/{game}/end")
        wait_until(lambda: not driver.is_running)
        sitting.close()
        device.close()
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
