"""Reviews as jobs: by whoever is there, taken over from who dies, the same seen from everywhere."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from anden.core.warm_up import warm_up_review
from anden.server.storage import NewJob, Store, TooManyJobsError
from anden.server.storage.reviews import FullQueueError
from anden.server.storage.rows import GameRow, Lobby
from tests.server.databases import IS_POSTGRESQL, postgres_for
from tests.server.process import ServerProcess, WorkerProcess
from tests.server.support import quick_settings, wait_until
from tests.support.apart import at_once
from tools.ports import free_port
from tools.positions import KEY, WHOLE, Point, store_game

POINT = Point("london", 2, 13, WHOLE)
EFFORT = 0.25  # some slices of work
HEADERS = {"authorization": f"Bearer {KEY}"}
PATIENCE = 240.0  # for a whole review, on a machine that has much else to do


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(quick_settings(tmp_path).database_url)
    yield store
    store.close()


def game(store: Store, name: str) -> str:
    row = GameRow(name, "usa", "", 1, "0" * 32, "over", "quick", f"i{name}", f"w{name}", "ana", 1.0)
    store.create(Lobby(row, ()))
    return name


def job(game_id: str, key: str = "") -> NewJob:
    return NewJob(key or f"review:{game_id}", "review", "{}", "house", game_id, 1.5)


def ask(store: Store, game_id: str, asker: str = "ana", key: str = "", most: int = 9) -> None:
    store.reviews.ask(job(game_id, key), 0, asker, 3, most)


def claim(store: Store, worker: str = "w") -> str | None:
    row = store.jobs.claim(worker, ["review"])
    return None if row is None else row.key


def test_what_was_found_is_there_for_whoever_goes_on(store: Store) -> None:
    ask(store, game(store, "a"))
    assert claim(store, "one") == "review:a"
    store.reviews.note("review:a", 0.4, "[[1]]", '{"v0": 1}')
    store.reviews.note("review:a", 0.2, "[]", "{}")  # by somebody who was thought dead
    store.jobs.put_back("review:a", "one", "{}")
    assert claim(store, "two") == "review:a"
    assert store.reviews.found("review:a") == '{"v0": 1}'
    store.reviews.finish("review:a", "[[2]]", '{"result": 1}')
    store.jobs.finish("review:a", "two", "")
    store.jobs.forget_finished(-1)
    told = store.reviews.standing("a", 0, "review:a")
    assert told is not None
    assert (told.state, told.progress, told.review) == ("done", 1.0, '{"result": 1}')
    store.reviews.note("review:a", 1.0, "[]", "{}")
    assert store.reviews.found("review:a") is None
    ask(store, "a")
    assert claim(store) is None  # it is done


def test_how_far_it_is_can_be_seen_while_it_waits_for_its_turn(store: Store) -> None:
    assert store.reviews.standing(game(store, "a"), 0, "review:a") is None
    ask(store, "a")
    seen = [store.reviews.standing("a", 0, "review:a")]
    claim(store)
    seen.append(store.reviews.standing("a", 0, "review:a"))
    store.reviews.note("review:a", 0.4, "[]", "{}")
    store.jobs.put_back("review:a", "w", "{}")
    seen.append(store.reviews.standing("a", 0, "review:a"))
    assert [row and row.state for row in seen] == ["waiting", "running", "running"]


def test_one_that_was_given_up_can_be_asked_for_again_and_goes_on(store: Store) -> None:
    ask(store, game(store, "a"))
    claim(store)
    store.reviews.note("review:a", 0.4, "[]", '{"v0": 1}')
    store.jobs.finish("review:a", "w", None)
    told = store.reviews.standing("a", 0, "review:a")
    assert told is not None
    assert told.state == "failed"
    ask(store, "a")
    assert claim(store) == "review:a"
    assert store.reviews.found("review:a") == '{"v0": 1}'


def test_a_game_that_has_changed_is_reviewed_anew(store: Store) -> None:
    ask(store, game(store, "a"))
    store.reviews.note("review:a", 0.4, "[]", '{"v0": 1}')
    ask(store, "a", key="review:other")
    assert store.reviews.standing("a", 0, "review:a") is None
    assert store.reviews.found("review:other") is None


def test_a_review_goes_with_its_game(store: Store) -> None:
    ask(store, game(store, "a"))
    store.delete("a")
    assert claim(store) is None
    assert store.reviews.standing("a", 0, "review:a") is None


def test_nobody_has_more_than_a_few_and_all_together_not_too_many(store: Store) -> None:
    for number in range(3):
        ask(store, game(store, f"a{number}"))
    with pytest.raises(TooManyJobsError):
        ask(store, game(store, "a3"))
    ask(store, game(store, "l0"), "luis")
    with pytest.raises(FullQueueError):
        ask(store, game(store, "l1"), "luis", most=4)
    store.reviews.finish(str(claim(store)), "[]", "{}")
    ask(store, "a3")


def test_the_oldest_results_go_when_there_are_many(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("anden.server.storage.reviews._MOST_KEPT", 2)
    for name in "abc":
        ask(store, game(store, name))
        store.reviews.finish(f"review:{name}", "[]", "{}")
        store.jobs.finish(str(claim(store)), "w", "")
    store.jobs.forget_finished(-1)
    there = [store.reviews.standing(name, 0, f"review:{name}") for name in "abc"]
    assert [row is not None for row in there] == [False, True, True]


@pytest.mark.skipif(IS_POSTGRESQL, reason="is run on PostgreSQL anyway")
def test_the_limit_holds_for_all_processes_together(tmp_path: Path) -> None:
    url = quick_settings(tmp_path, database=postgres_for(str(tmp_path))).database_url
    stores = [Store(url) for _ in range(3)]
    names = [game(stores[0], f"g{number}") for number in range(9)]

    def ask_for_three(place: int) -> int:
        number = 0
        for name in names[place * 3 : place * 3 + 3]:
            with suppress(TooManyJobsError):
                ask(stores[place], name)
                number += 1
        return number

    assert sum(at_once(*(lambda place=place: ask_for_three(place) for place in range(3)))) == 3
    for each in stores:
        each.close()


def standing(process: ServerProcess, game_id: str) -> Any:
    answer = httpx.get(f"{process.url}/api/games/{game_id}/review", headers=HEADERS, timeout=60)
    return answer.json()


def ask_over_http(process: ServerProcess, game_id: str) -> None:
    url = f"{process.url}/api/games/{game_id}/review"
    answer = httpx.post(url, json={"seat": 0}, headers=HEADERS, timeout=60)
    assert answer.status_code == 202, answer.text


def go_on(process: ServerProcess, game_id: str, before: Any) -> None:
    """Nothing that was found is lost, and it comes to an end."""
    after = standing(process, game_id)
    assert after["progress"] >= before["progress"]
    assert len(after["curve"]) >= len(before["curve"])
    wait_until(lambda: standing(process, game_id)["state"] == "done", PATIENCE)


def test_a_review_goes_on_when_the_process_that_did_it_is_killed(tmp_path: Path) -> None:
    """On SQLite after a restart, on PostgreSQL at a process that has never heard of it."""
    warm_up_review()
    game_id = store_game(quick_settings(tmp_path), POINT)
    with ExitStack() as stack:
        first = ServerProcess(tmp_path, free_port(), review_effort=EFFORT)
        stack.callback(first.kill)
        ask_over_http(first, game_id)
        wait_until(lambda: standing(first, game_id)["progress"] > 0, PATIENCE)
        before = standing(first, game_id)
        assert before["state"] == "working"
        first.kill()
        second = ServerProcess(tmp_path, free_port(), review_effort=EFFORT)
        stack.callback(second.kill)
        go_on(second, game_id, before)


@pytest.mark.skipif(IS_POSTGRESQL, reason="is run on PostgreSQL anyway")
def test_workers_elsewhere_do_what_servers_are_asked_for(tmp_path: Path) -> None:
    """As `anden work` on other machines: one is killed, the next one goes on."""
    database = postgres_for(str(tmp_path))
    game_id = store_game(quick_settings(tmp_path, database=database), POINT)
    with ExitStack() as stack:
        servers = [
            ServerProcess(
                tmp_path, free_port(), review_effort=EFFORT, review_workers=0, database=database
            )
            for _ in range(2)
        ]
        for server in servers:
            stack.callback(server.kill)
        ask_over_http(servers[0], game_id)
        assert standing(servers[1], game_id)["state"] == "waiting"
        first = WorkerProcess(tmp_path, database)
        stack.callback(first.kill)
        wait_until(lambda: standing(servers[1], game_id)["progress"] > 0, PATIENCE)
        before = standing(servers[1], game_id)
        first.kill()
        second = WorkerProcess(tmp_path, database)
        stack.callback(second.kill)
        go_on(servers[1], game_id, before)
        assert standing(servers[0], game_id)["review"] is not None
