"""Slow work: one worker for each job, another one if that dies, and everybody in turn."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from anden.server.fair_turns import Payer
from anden.server.jobs import Again, Crew, JobError, Jobs, Work, Workers
from anden.server.one_thread import OneThread
from anden.server.storage import JobRow, NewJob, Store, TooManyJobsError
from anden.server.storage.jobs import DONE, FAILED
from anden.server.storage.schema import jobs
from tests.server.databases import postgres_for
from tests.server.support import Device, play_on, quick_settings, serving
from tests.support.apart import run_apart


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(quick_settings(tmp_path).database_url)
    yield store
    store.close()


def job(key: str, owner: str = "ana", seconds: float = 1.0) -> NewJob:
    return NewJob(key, "sum", key, owner, None, seconds)


def claim(store: Store, worker: str = "w") -> str | None:
    row = store.jobs.claim(worker, ["sum"])
    return None if row is None else row.key


def let_leases_end(store: Store) -> None:
    with store.writing() as connection:
        connection.execute(update(jobs).values(lease=1.0))


def test_a_job_is_one_workers_until_it_is_finished(store: Store) -> None:
    store.jobs.post(job("a"))
    store.jobs.post(job("a"))
    assert [claim(store, "one"), claim(store, "two")] == ["a", None]
    assert not store.jobs.finish("a", "two", "wrong")
    assert store.jobs.finish("a", "one", "right")
    row = store.jobs.find("a")
    assert row is not None
    assert (row.state, row.result) == (DONE, "right")


def test_a_job_that_is_to_wait_is_taken_then_and_not_before(store: Store) -> None:
    store.jobs.post(replace(job("later"), wait=3600.0))
    store.jobs.post(job("now"))
    assert [claim(store), claim(store)] == ["now", None]
    assert store.jobs.put_back("now", "w", "", wait=3600.0)
    assert claim(store) is None
    with store.writing() as connection:
        connection.execute(update(jobs).values(due=1.0))
    assert {claim(store), claim(store)} == {"now", "later"}


def test_what_waits_can_be_withdrawn_and_what_is_being_done_goes_on(store: Store) -> None:
    for key in ("a:1", "a:2", "b:1"):
        store.jobs.post(job(key))
    assert claim(store) == "a:1"
    with store.writing() as connection:
        store.jobs.withdraw(connection, "a:")
    assert [claim(store), claim(store)] == ["b:1", None]
    assert store.jobs.finish("a:1", "w", "done")


def test_a_worker_that_says_nothing_loses_its_job_to_another(store: Store) -> None:
    store.jobs.post(job("a"))
    assert claim(store, "dead") == "a"
    let_leases_end(store)
    assert claim(store, "alive") == "a"
    assert not store.jobs.finish("a", "dead", "late")
    assert store.jobs.finish("a", "alive", "right")


def test_a_worker_that_says_it_lives_keeps_its_job(store: Store) -> None:
    store.jobs.post(job("a"))
    assert claim(store, "slow") == "a"
    let_leases_end(store)
    store.jobs.extend("a", "slow")
    assert claim(store, "other") is None


def test_a_lease_of_a_clock_that_was_set_back_ends_all_the_same(store: Store) -> None:
    store.jobs.post(job("a"))
    assert claim(store, "dead") == "a"
    with store.writing() as connection:
        connection.execute(update(jobs).values(lease=jobs.c.lease + 86_400))
    assert claim(store, "alive") == "a"


def test_a_job_that_ends_its_workers_is_given_up(store: Store) -> None:
    store.jobs.post(job("a"))
    for worker in ("one", "two", "three"):
        assert claim(store, worker) == "a"
        let_leases_end(store)
    assert claim(store, "four") is None
    row = store.jobs.find("a")
    assert row is not None
    assert row.state == FAILED


def test_somebody_with_one_job_does_not_wait_for_thirty_of_another(store: Store) -> None:
    for number in range(30):
        store.jobs.post(job(f"ana {number}"))
    assert claim(store) == "ana 0"
    store.jobs.post(job("luis", "luis"))
    assert [claim(store), claim(store)] == ["luis", "ana 1"]


def test_reviews_and_moves_wait_in_lines_of_their_own(store: Store) -> None:
    """Whoever has much of the one waiting is served no later with the other."""
    for number in range(3):
        store.jobs.post(NewJob(f"review {number}", "review", "", "ana", None, 100.0))
    store.jobs.post(job("move"))
    row = store.jobs.claim("w", ["sum"])
    assert row is not None
    assert (row.key, row.turn) == ("move", 0.0)


ANA, EVA, LUIS = (
    Payer("ana", "192.0.2.1").owner,
    Payer("eva", "192.0.2.1").owner,
    Payer("luis", "192.0.2.2").owner,
)


def test_people_of_one_house_take_turns(store: Store) -> None:
    """Finished or not: whoever was not served for longest is next."""
    for number in range(5):
        store.jobs.post(job(f"ana {number}", ANA))
    assert finished(store) == "ana 0"
    for number in range(3):
        store.jobs.post(job(f"eva {number}", EVA))
    order = [finished(store) for _ in range(7)]
    assert order == ["eva 0", "ana 1", "eva 1", "ana 2", "eva 2", "ana 3", "ana 4"]


def finished(store: Store) -> str | None:
    key = claim(store)
    assert key is not None
    store.jobs.finish(key, "w", "done")
    return key


def test_a_house_of_many_people_is_served_as_one(store: Store) -> None:
    guests = [Payer(f"guest {number}", "192.0.2.1").owner for number in range(10)]
    for number, guest in enumerate(guests):
        store.jobs.post(job(f"guest {number}", guest))
    for number in range(3):
        store.jobs.post(job(f"luis {number}", LUIS))
    order = [str(finished(store)).split()[0] for _ in range(6)]
    assert order.count("luis") == 3


def test_a_neighbour_behind_the_same_address_has_a_line_of_their_own(store: Store) -> None:
    for number in range(200):
        store.jobs.post(job(f"ana {number}", ANA))
    with pytest.raises(TooManyJobsError):
        store.jobs.post(job("one more", ANA))
    store.jobs.post(job("eva", EVA))
    assert [claim(store), claim(store)] == ["ana 0", "eva"]


def test_a_house_has_its_end_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("anden.server.storage.jobs._MAX_OF_HOUSE", 5)
    for number in range(5):
        store.jobs.post(job(f"{number}", Payer(f"guest {number}", "192.0.2.1").owner))
    with pytest.raises(TooManyJobsError):
        store.jobs.post(job("eva", EVA))
    store.jobs.post(job("luis", LUIS))


def test_who_has_no_address_is_a_house_alone() -> None:
    assert Payer("ana").owner[:31] != Payer("eva").owner[:31]
    assert ANA[:31] == EVA[:31] != LUIS[:31]
    assert ANA != EVA
    assert len(ANA) == 64


def test_work_is_shared_by_time_and_not_by_number(store: Store) -> None:
    for number in range(4):
        store.jobs.post(job(f"long {number}", "ana", 3.0))
        store.jobs.post(job(f"short {number}", "luis", 1.0))
    order = [str(claim(store)).split()[0] for _ in range(6)]
    assert order.count("short") == 4


def test_more_than_enough_jobs_of_one_person_are_refused(store: Store) -> None:
    for number in range(200):
        store.jobs.post(job(str(number)))
    with pytest.raises(TooManyJobsError):
        store.jobs.post(job("one more"))
    store.jobs.post(job("other", "luis"))


def test_what_was_finished_long_ago_is_forgotten(store: Store) -> None:
    store.jobs.post(job("a"))
    claim(store)
    store.jobs.forget_finished(-1)
    store.jobs.finish("a", "w", "done")
    store.jobs.forget_finished(60)
    assert store.jobs.find("a") is not None
    store.jobs.forget_finished(-1)
    assert store.jobs.find("a") is None


def run_with_workers(
    store: Store, work: Work, use: Callable[[Jobs], Awaitable[Any]], number: int = 2
) -> Any:
    async def main() -> Any:
        thread = OneThread(lambda: store, "store")
        asking = Jobs(thread)
        workers = Workers(thread, asking, Crew({"sum": work}, number))
        asking.on_posted = workers.wake
        workers.start()
        try:
            return await use(asking)
        finally:
            await workers.stop()
            thread.close(lambda _: None)

    return run_apart(main())


def test_who_asks_gets_the_result(store: Store) -> None:
    async def work(row: JobRow) -> str:
        return row.payload * 2

    async def use(asking: Jobs) -> list[str]:
        keys = ["a", "b", "a", "c"]
        return list(await asyncio.gather(*(asking.ask(job(key)) for key in keys)))

    assert run_with_workers(store, work, use) == ["aa", "bb", "aa", "cc"]


def test_long_work_is_done_in_pieces(store: Store) -> None:
    async def work(row: JobRow) -> str | Again:
        return row.payload if len(row.payload) > 3 else Again(row.payload + "+")

    assert run_with_workers(store, work, lambda asking: asking.ask(job("a"))) == "a+++"


def test_work_that_fails_is_told_to_who_asked(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(row: JobRow) -> str:
        raise ZeroDivisionError

    with pytest.raises(JobError):
        run_with_workers(store, work, lambda asking: asking.ask(job("a")))
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


def test_a_search_is_a_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several processes share the work; here with a bot that takes no time."""
    monkeypatch.setattr("anden.server.bots.is_searcher", lambda bot: True)
    settings = quick_settings(tmp_path, database=postgres_for(str(tmp_path)))
    with serving(settings) as server:
        ana = Device(server.url)
        game = ana.create("london", "here", "random", start=True)
        table = ana.sit(game)
        play_on(table)
        assert table.over is not None
        ana.close()
        with server.open_tables.store.tool.reading() as connection:
            states = connection.execute(jobs.select()).all()
        assert len(states) > 20
        assert {row.state for row in states} == {DONE}
