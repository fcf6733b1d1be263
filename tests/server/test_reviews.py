"""Reviews of finished games over HTTP, and branches to play on from a moment."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from anden.core.warm_up import warm_up_review
from anden.server.fair_turns import Payer
from anden.server.review_desk import Case, ReviewDesk
from tests.server.support import SECONDS, Device, Server, wait_until
from tools.positions import KEY, WHOLE, Point, store_game

POINT = Point("london", 2, 13, WHOLE)


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

    wait_until(lambda: standing()["state"] == "done")
    told = standing()
    review = told["review"]
    total = sum(review[term] for term in ("luck", "decisions", "others", "rest"))
    assert review["result"] - review["start"] == pytest.approx(total, abs=1e-6)
    assert told["curve"][-1][1] == review["result"]
    kept = Path(server.open_tables.settings.data / "reviews" / f"{game}-0.json")
    assert json.loads(kept.read_text())["review"] == review


def test_what_can_not_be_reviewed_is_refused(client: httpx.Client, ana: Device, game: str) -> None:
    path = f"/games/{game}/review"
    assert client.post(path, json={"seat": 7}).json()["error"]["code"] == "seat/unknown"
    assert client.get(path, params={"seat": -1}).json()["error"]["code"] == "seat/unknown"
    begun = ana.create("london", "here", "greedy", start=True)
    unfinished = ana.http.post(f"/api/games/{begun}/review", json={"seat": 0})
    assert unfinished.json()["error"]["code"] == "game/not-over"
    stranger = ana.http.get(f"/api/games/{game}/review")
    assert stranger.json()["error"]["code"] == "game/not-found"


def test_nobody_has_more_than_a_few_in_the_queue(server: Server) -> None:
    desk = server.open_tables.reviews
    payer = Payer("somebody", "10.0.0.1")

    async def ask_many() -> list[str]:
        told = []
        for number in range(5):
            try:
                told.append(desk.ask(Case(f"none{number}", 0, "no record"), payer).state)
            except Exception as error:
                told.append(getattr(error, "code", repr(error)))
        return told

    import asyncio

    told = asyncio.run_coroutine_threadsafe(ask_many(), server.loop).result(SECONDS)
    assert told == ["waiting"] * 3 + ["reviews/too-many"] * 2

    def are_given_up() -> bool:
        found = [desk.standing(Case(f"none{number}", 0, "")) for number in range(3)]
        return {each.state for each in found if each} == {"failed"}

    wait_until(are_given_up)  # what is no record is given up, and said so


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
