"""What the web app's introduction shows is what the referee says."""

import json

import pytest

pytest.importorskip("fastapi", reason="needs the server: pip install anden")

from anden.boards import load_board
from tools.lessons import DEMO, LESSONS, build_lesson

LESSON_LIST = json.loads(LESSONS.read_text("utf-8"))


@pytest.mark.parametrize("lesson", LESSON_LIST, ids=lambda lesson: str(lesson["board"]))
def test_lesson_comes_from_its_game(lesson: dict[str, object]) -> None:
    source = lesson["source"]
    assert isinstance(source, dict)
    assert json.loads(json.dumps(build_lesson(source))) == lesson


def test_demo_lays_routes_that_are_there() -> None:
    for name, demo in json.loads(DEMO.read_text("utf-8")).items():
        board = load_board(name)
        routes = {board.route_name(route.index) for route in board.routes}
        places = routes | {f"@{city.id}" for city in board.cities}
        assert {place for _, place in demo["laid"]} <= places
        assert {seat for seat, _ in demo["laid"]} <= set(range(len(demo["colours"])))
