"""Reviews of finished games over HTTP, and branches to play on from a moment."""

import asyncio
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from anden.core.warm_up import warm_up_review
from anden.game import Game
from anden.game.record import Redeal
from anden.server.branches import branch_lobby, has_new_future, seeds_of
from anden.server.errors import RefusedError
from anden.server.fair_turns import Payer
from anden.server.review_desk import Case, ReviewDesk
from anden.server.storage import GameRow, Lobby
from anden.server.storage.rows import SeatRow
from anden.server.upkeep.check import examine
from tests.server.support import SECONDS, Device, Server, quick_settings, serving, wait_until
from tools.positions import KEY, WHOLE, Point, store_game

POINT = Point("london", 2, 13, WHOLE)
PATIENCE = 240.0  # for a whole review, on a machine that has much else to do
BEGUN = Point("london", 2, 13, 4)
GAME_ROW: dict[str, Any] = {
    "id": "4F7KQ2MXW9TB",
    "board": "london",
    "board_sha256": "0" * 64,
    "ruleset": 1,
    "seed": "5" * 32,
    "status": "over",
    "pace": "quick",
    "invite": "K7QM2XPA",
    "watch": "M3WR8TCN",
    "host": "1" * 64,
    "created": 1.0,
}


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
    assert branch["branch_of"] == game
    listed = client.get(f"/games/{game}/branches").json()["branches"]
    assert [(each["game"], each["move"], each["future"]) for each in listed] == [
        (branch["id"], move, "same")
    ]
    others = next(step for step in replay["steps"] if step["seat"] == 1)
    wrong = client.post(f"/games/{game}/branch", json={"seat": 0, "move": others["seq"]})
    assert wrong.json()["error"]["code"] == "branch/not-your-move"


def test_a_new_future_keeps_all_that_was_dealt_and_deals_the_rest_anew(
    client: httpx.Client, server: Server, ana: Device, game: str
) -> None:
    replay = client.get(f"/games/{game}/replay", params={"seat": "all"}).json()
    moves = [step["seq"] for step in replay["steps"] if step["seat"] == 0]
    move = moves[len(moves) // 2]
    asked = {"seat": 0, "move": move, "future": "new"}
    made = client.post(f"/games/{game}/branch", json=asked)
    assert made.status_code == 201, made.text
    branch = made.json()["id"]
    open_tables = server.open_tables
    one, other = (open_tables._tables[name].game for name in (game, branch))
    assert one is not None
    assert other is not None
    assert other.num_moves == move - 1
    start = Game.from_header(one.record())
    for number, played in enumerate(one.moves[: move - 1], 1):
        start.replay_move(number, played)
    for seat in (0, 1):
        assert start.view(seat).state.tobytes() == other.view(seat).state.tobytes()
    assert (start.position.state["hand"] == other.position.state["hand"]).all()
    assert (start.position.state["seed"] != other.position.state["seed"]).any()
    (row,) = open_tables.store.tool.branches(game, open_tables._tables[branch].lobby.row.host)[-1:]
    assert examine(row, open_tables.store.tool.actions(branch)) is None, "it can be played again"
    told = client.get(f"/games/{game}/branches").json()["branches"][-1]
    assert (told["game"], told["move"], told["future"]) == (branch, move, "new")
    assert ana.http.get(f"/api/games/{game}/branches").status_code == 404, "they are one's own"
    again = client.post(f"/games/{game}/branch", json=asked).json()["id"]
    third = open_tables._tables[again].game
    assert third is not None
    assert (third.position.state["seed"] != other.position.state["seed"]).any()


def test_branches_of_branches_remember_every_change_of_chance() -> None:
    row = GameRow(**GAME_ROW)
    lobby = Lobby(row, (SeatRow("human", "Ana", "red"), SeatRow("bot", "Bot", "blue", "easy")))
    one = branch_lobby(lobby, "d", 0, 11, is_new=True)
    two = branch_lobby(one, "d", 0, 21, is_new=True)
    first, redeals = seeds_of(two.row)
    assert first == int(row.seed, 16)
    assert [redeal.after for redeal in redeals] == [10, 20]
    assert redeals[0].seed == int(one.row.seed, 16)
    assert redeals[1].seed == int(two.row.seed, 16)
    same = branch_lobby(two, "d", 0, 31, is_new=False)
    assert seeds_of(same.row) == seeds_of(two.row)
    assert not has_new_future(same.row)
    assert has_new_future(two.row)
    before = branch_lobby(two, "d", 0, 6, is_new=True)
    assert seeds_of(before.row) == (first, [Redeal(5, int(before.row.seed, 16))])
    between = branch_lobby(two, "d", 0, 16, is_new=True)
    assert seeds_of(between.row)[1][0] == redeals[0]
    assert [redeal.after for redeal in seeds_of(between.row)[1]] == [10, 15]
