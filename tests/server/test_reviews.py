"""Reviews of finished games over HTTP, and branches to play on from a moment."""

import asyncio
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from anden.core.warm_up import warm_up_review
from anden.server.errors import RefusedError
from anden.server.fair_turns import Payer
from anden.server.review_desk import Case, ReviewDesk
from tests.server.support import SECONDS, Device, Server, quick_settings, serving, wait_until
from tools.positions import KEY, WHOLE, Point, store_game

POINT = Point("london", 2, 13, WHOLE)
PATIENCE = 240.0  # for a whole review, on a machine that has much else to do
BEGUN = Point("london", 2, 13, 4)


@pytest.fixture(autouse=True)
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReviewDesk, "effort", 0.25)


@pytest.fixture(scope="module")
def game(server: Server) -> str:
    warm_up_review()  # not while somebody waits for a review
    return store_game(server.open_tables.settings, POINT)


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    headers = {"authorization": f"Bearer {KEY}"}
    url = f"{server.url}/api"
    with httpx.Client(base_url=url, timeout=SECONDS, headers=headers) as opened:
        yield opened


def test_a_review_is_asked_for_and_is_there_when_one_comes_back(
    client: httpx.Client, server: Server, game: str
) -> None:
    path = f"/games/{game}/review"
    assert client.get(path, params={"seat": 0}).json()["state"] == "none"
    asked = client.post(path, json={"seat": 0})
    assert asked.status_code == 202
    assert asked.json()["state"] in ("waiting", "working")
    assert client.post(path, json={"seat": 0}).json()["state"] != "none"  # once is enough

    def standing() -> Any:
        return client.get(path, params={"seat": 0}).json()

    wait_until(lambda: standing()["state"] == "done", PATIENCE)
    told = standing()
    review = told["review"]
    total = sum(review[term] for term in ("luck", "decisions", "others", "rest"))
    assert review["result"] - review["start"] == pytest.approx(total, abs=1e-6)
    assert told["curve"][-1][1] == review["result"]
    assert client.post(path, json={"seat": 0}).json() == told  # and is not worked out again


def test_what_can_not_be_reviewed_is_refused(client: httpx.Client, ana: Device, game: str) -> None:
    path = f"/games/{game}/review"
    assert client.post(path, json={"seat": 7}).json()["error"]["code"] == "seat/unknown"
    assert client.get(path, params={"seat": -1}).json()["error"]["code"] == "seat/unknown"
    begun = ana.create("london", "here", "greedy", start=True)
    unfinished = ana.http.post(f"/api/games/{begun}/review", json={"seat": 0})
    assert unfinished.json()["error"]["code"] == "game/not-over"
    stranger = ana.http.get(f"/api/games/{game}/review")
    assert stranger.json()["error"]["code"] == "game/not-found"


async def ask_for(desk: ReviewDesk, case: Case, payer: Payer) -> str:
    try:
        return (await desk.ask(case, payer)).state
    except RefusedError as refusal:
        return refusal.code


def on_loop(server: Server, work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(SECONDS)


def test_nobody_has_more_than_a_few_in_the_queue(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path, review_workers=0)) as server:
        desk, settings = server.open_tables.reviews, server.open_tables.settings
        cases = [Case(store_game(settings, BEGUN), 0, 0) for _ in range(5)]
        ana, luis = Payer("ana", "10.0.0.1"), Payer("luis", "10.0.0.1")
        told = [on_loop(server, ask_for(desk, case, ana)) for case in cases]
        assert told == ["waiting"] * 3 + ["reviews/too-many"] * 2
        assert on_loop(server, ask_for(desk, cases[0], ana)) == "waiting"  # the same once more
        assert on_loop(server, ask_for(desk, cases[4], luis)) == "waiting"


def test_what_can_not_be_done_is_given_up_and_can_be_asked_for_again(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    desk = server.open_tables.reviews
    case = Case(store_game(server.open_tables.settings, BEGUN), 0, 0)
    for _ in range(2):
        told = on_loop(server, ask_for(desk, case, Payer("somebody")))
        assert told in ("waiting", "working", "failed")
        wait_until(lambda: on_loop(server, desk.standing(case)).state == "failed")
    assert "is not over" in caplog.text


def test_one_plays_on_from_a_moment_with_the_same_chance_to_come(
    client: httpx.Client, server: Server, game: str
) -> None:
    replay = client.get(f"/games/{game}/replay", params={"seat": "all"}).json()
    moves = [step for step in replay["steps"] if step["seat"] == 0]
    move = moves[len(moves) // 2]["seq"]
    made = client.post(f"/games/{game}/branch", json={"seat": 0, "move": move})
    assert made.status_code == 201, made.text
    branch = made.json()
    assert branch["status"] == "playing"
    assert [seat["kind"] for seat in branch["seats"]] == ["human", "bot"]
    table = server.open_tables._tables[branch["id"]]
    assert table.seq == move - 1
    assert table.game is not None
    assert table.game.to_act == 0
    original = server.open_tables._tables[game]
    assert original.game is not None
    assert table.game.seed == original.game.seed
    others = next(step for step in replay["steps"] if step["seat"] == 1)
    wrong = client.post(f"/games/{game}/branch", json={"seat": 0, "move": others["seq"]})
    assert wrong.json()["error"]["code"] == "branch/not-your-move"
