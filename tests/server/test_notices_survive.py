"""Messages are neither lost nor sent twice: killed processes, and two on one database."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.databases import IS_POSTGRESQL, postgres_for
from tests.server.process import ServerProcess
from tests.server.receiver import Browser, Receiver, receiving
from tests.server.support import Device, is_to_act, quick_settings, serving, wait_until
from tests.server.test_notices import slow_game, take_turn, to_act, webhook
from tools.ports import free_port

# Ends the process as a power cut would, at one place, if a file is there.
DYING = """
import os, signal, sys
from anden.server.notices import delivery, herald
def dying(kind, name, is_time=lambda *given: True):
    usual = getattr(kind, name)
    def die(self, *given):
        if os.path.exists(sys.argv[1] + "/die") and is_time(*given):
            os.remove(sys.argv[1] + "/die")
            os.kill(os.getpid(), signal.SIGKILL)
        return usual(self, *given)
    setattr(kind, name, die)
dying({place})
"""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


@pytest.mark.parametrize(
    ("place", "times"),
    [
        # The move is stored, and not yet whose turn it is by it.
        ('herald.Herald, "tell_turns", lambda connection, lobby, noted: noted.begun', 1),
        # The message is in the queue.
        ('delivery.NoticeWork, "do"', 1),
        # It was sent, and nobody has noted that: it is sent again, as the same.
        ('delivery.NoticeWork, "_answered"', 2),
    ],
)
def test_a_process_that_dies_loses_no_message(
    place: str, times: int, tmp_path: Path, receiver: Receiver
) -> None:
    port = free_port()
    first = ServerProcess(tmp_path, port, before=DYING.format(place=place))
    ana = Device(first.url)
    game = slow_game(ana, bots=1)
    sitting = ana.sit(game)
    sitting.act_once()  # chooses tickets
    sitting.wait(lambda: is_to_act(sitting))
    webhook(ana, receiver)
    (tmp_path / "die").touch()
    with suppress(ConnectionClosed):
        while is_to_act(sitting):
            sitting.act_once()
    first.wait_for_end()
    assert len(receiver.got) == times - 1
    second = ServerProcess(tmp_path, port)
    try:
        receiver.wait_for("/hook", times)
        assert {got.told["event"] for got in receiver.got} == {"turn"}
        assert len({got.told["id"] for got in receiver.got}) == 1
    finally:
        second.kill()
        ana.close()


@pytest.mark.skipif(IS_POSTGRESQL, reason="is run on PostgreSQL anyway")
def test_two_processes_send_each_message_once(tmp_path: Path, receiver: Receiver) -> None:
    settings = quick_settings(tmp_path, database=postgres_for(str(tmp_path)), outbound_local=True)
    with serving(settings) as one, serving(settings) as two:
        ana, luis = Device(one.url), Device(two.url)
        game = slow_game(ana, luis)
        webhook(ana, receiver, "/ana")
        webhook(luis, receiver, "/luis")
        tables = ana.sit(game), luis.sit(game)  # open at both, so that both note each turn
        for table in tables:
            table.act_once()
        wait_until(lambda: to_act(ana, game) != to_act(luis, game))
        moving, waiting = (ana, "/ana"), (luis, "/luis")
        if to_act(luis, game):
            moving, waiting = waiting, moving
        for _ in range(6):
            before = len(receiver.at(waiting[1]))
            take_turn(moving[0], game)
            receiver.wait_for(waiting[1], before + 1)
            moving, waiting = waiting, moving
        ids = [got.told["id"] for got in receiver.got]
        assert len(ids) == len(set(ids))
        assert len(ids) in (6, 7)  # whoever chose tickets last and begins knows it
        for device in (ana, luis):
            device.close()


@pytest.mark.skipif(IS_POSTGRESQL, reason="is run on PostgreSQL anyway")
def test_a_page_that_another_process_shows_is_seen_too(tmp_path: Path, receiver: Receiver) -> None:
    settings = quick_settings(tmp_path, database=postgres_for(str(tmp_path)), outbound_local=True)
    with serving(settings) as sending, serving(replace(settings, notice_workers=0)) as showing:
        ana = Device(showing.url)
        Browser(receiver, "/push").subscribe(ana)
        webhook(ana, receiver)
        game = slow_game(ana, bots=1)
        receiver.wait_for("/push")
        sitting = ana.sit(game)
        sitting.send(type="visible", is_visible=True)
        sitting.send(type="ping")
        sitting.expect("pong")
        sitting.act_once()
        sitting.wait(lambda: is_to_act(sitting))
        while is_to_act(sitting):
            sitting.act_once()
        sitting.wait(lambda: is_to_act(sitting))
        receiver.wait_for("/hook", 2)
        assert len(receiver.at("/push")) == 1
        assert sending.url != showing.url
        ana.close()
