"""Puzzles over HTTP: asked without their answers, checked by the server."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from anden.puzzles import load_puzzles
from tests.server.support import SECONDS, Server


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{server.url}/api", timeout=SECONDS) as opened:
        yield opened


def one_of(theme: str) -> Any:
    return next(puzzle for puzzle in load_puzzles() if puzzle.theme == theme)


def test_all_are_listed_and_one_is_todays(client: httpx.Client) -> None:
    listed = client.get("/puzzles").json()
    ids = [entry["id"] for entry in listed["puzzles"]]
    assert ids == [puzzle.id for puzzle in load_puzzles()]
    assert listed["daily"] in ids
    assert {entry["theme"] for entry in listed["puzzles"]} <= set(listed["themes"])


def test_the_question_does_not_give_the_answer_away(client: httpx.Client) -> None:
    puzzle = one_of("network")
    asked = client.get(f"/puzzles/{puzzle.id}")
    assert '"seed"' not in asked.text
    shown = asked.json()
    assert set(shown) == {
        "id",
        "board",
        "theme",
        "level",
        "title",
        "question",
        "view",
        "choices",
    }
    assert all(ticket["missing"] == [] for ticket in shown["view"]["own"]["tickets"])
    keep = client.get(f"/puzzles/{one_of('keep').id}").json()
    assert all(set(choice) == {"answer", "label"} for choice in keep["choices"])
    assert all(ticket["pieces"] == 0 for ticket in keep["view"]["own"]["offer"])


def test_answers_are_graded_in_the_language_of_the_reader(client: httpx.Client) -> None:
    puzzle = one_of("last")
    worst = max(puzzle.choices, key=lambda choice: choice.loss)
    path = f"/puzzles/{puzzle.id}/answer"
    good = client.post(path, json={"answer": puzzle.best.answer}).json()
    bad = client.post(path, json={"answer": worst.answer}, headers={"accept-language": "es"}).json()
    assert (good["credit"], good["is_best"]) == (1.0, True)
    assert bad["credit"] < 1
    assert bad["text"].startswith("No es la mejor")
    network = one_of("network")
    answer = {"routes": list(network.network)}
    drawn = client.post(f"/puzzles/{network.id}/answer", json=answer).json()
    assert drawn["is_best"]
    assert drawn["network"] == list(network.network)


@pytest.mark.parametrize("body", [{}, {"answer": "nonsense"}, {"routes": ["a-b"]}])
def test_what_is_no_answer_is_refused(client: httpx.Client, body: dict[str, Any]) -> None:
    for theme in ("last", "network"):
        answer = client.post(f"/puzzles/{one_of(theme).id}/answer", json=body)
        if theme == "network" and "answer" not in body and "routes" not in body:
            assert answer.json()["credit"] == 0
        elif not (theme == "network" and "answer" in body):
            assert answer.status_code == 422
            assert answer.json()["error"]["code"] == "puzzle/bad-answer"


def test_a_puzzle_that_does_not_exist_is_not_found(client: httpx.Client) -> None:
    for answer in (client.get("/puzzles/none"), client.post("/puzzles/none/answer", json={})):
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "puzzle/unknown")
