"""docs/server.md tells what the server does: its examples are read, its tables compared."""

import json
import re
from pathlib import Path
from time import time
from typing import Any, get_args

from anden.game import Game
from anden.game.view_json import EVENTS, view_as_dict
from anden.locales import translate
from anden.server import ServerSettings, create_app
from anden.server.bodies import NewGame
from anden.server.errors import CODES
from anden.server.messages import CLIENT_MESSAGE
from anden.server.notices.wording import signature
from anden.server.options import options_as_dict, reasons_as_dict
from anden.server.results import results_as_dict
from anden.server.settings import PACES
from anden.server.wire import tables

PROBES = {"GET /healthz", "GET /readyz", "GET /metrics"}
DOC = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")


def examples() -> list[str]:
    return re.findall(r"^```json\n(.*?)^```", DOC, re.MULTILINE | re.DOTALL)


def example_with(*keys: str) -> Any:
    """The one example that has these keys."""
    found = [json.loads(text) for text in examples() if all(f'"{key}"' in text for key in keys)]
    (example,) = (value for value in found if all(key in value for key in keys))
    return example


def test_messages_of_the_client_are_understood() -> None:
    (text,) = (example for example in examples() if '"type": "hello"' in example)
    types = {CLIENT_MESSAGE.validate_json(line).type for line in text.splitlines()}
    assert types == {
        "hello",
        "show",
        "act",
        "why",
        "reasons",
        "say",
        "coach",
        "undo",
        "visible",
        "ping",
        "commit",
        "reveal",
    }


def test_new_game_of_the_example_can_be_made() -> None:
    new = json.loads(examples()[1])
    assert len(NewGame.model_validate_json(json.dumps(new)).seats) == 4


def test_game_and_its_seats_have_the_keys_that_are_described() -> None:
    told = example_with("status", "invite", "seats")
    assert set(told) == set(tables.Game.model_fields)
    assert all(set(seat) == set(tables.Seat.model_fields) for seat in told["seats"])
    assert set(told["chance"]) == set(tables.Chance.model_fields)


def test_all_that_stands_in_the_way_of_a_rating_is_listed() -> None:
    section = DOC[DOC.index("## Ratings") : DOC.index("## The socket")]
    rows = set(re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE))
    codes = {f"rated/{name}" for name in rows}
    (obstacles, _) = get_args(tables.Game.model_fields["rated_obstacle"].annotation)
    assert rows == set(get_args(obstacles))
    assert codes <= set(CODES)


def test_view_and_options_have_the_keys_that_are_described() -> None:
    view = Game("europe", 2, seed=1).view(0)
    assert set(example_with("to_act", "row", "own")) == set(view_as_dict(view))
    options = options_as_dict(view)
    assert options is not None
    assert set(example_with("is_now", "routes")) == set(options)
    reasons = {"type", "id", "seq", *reasons_as_dict(view, "en")}
    assert set(example_with("blocked", "no_claim")) == reasons


def test_result_has_the_keys_that_are_described() -> None:
    told = example_with("type", "scores", "winners")
    results = results_as_dict(Game("europe", 2, seed=1))
    assert set(told) == {"type", *results}
    assert set(told["scores"][0]) == set(results["scores"][0])


def test_every_refusal_is_listed_with_its_text() -> None:
    rows = dict(re.findall(r"^\| `([a-z]+/[a-z-]+)` \| (.+) \|$", DOC, re.MULTILINE))
    assert set(rows) == set(CODES)
    for code, text in rows.items():
        params = dict.fromkeys(("board", "bot", "detail", "n", "field", "host", "people"), "…")
        shown = translate("en", CODES[code].key, **params)
        assert re.sub(r"\{\w+\}", "…", text) == shown


def test_every_event_is_listed() -> None:
    section = DOC[DOC.index("### Events") : DOC.index("### Over")]
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == set(EVENTS)


def test_every_request_is_listed(tmp_path: Path) -> None:
    told = set(re.findall(r"^\| `([A-Z]+ /[^`?]+)[^`]*` \|", DOC, re.MULTILINE))
    paths = create_app(ServerSettings(data=tmp_path)).openapi()["paths"]
    there = {f"{m.upper()} {path}" for path, methods in paths.items() for m in methods}
    assert {_plain(request) for request in told} == {_plain(r) for r in there} | PROBES


def _plain(request: str) -> str:
    return re.sub(r"\{\w+\}", "{}", request)


def test_paces_are_the_ones_described() -> None:
    for name, seconds in PACES.items():
        assert f"`{name}` ({seconds:g} s)" in DOC


def test_the_check_of_a_signature_as_described_fits_what_is_sent() -> None:
    (code,) = re.findall(r"^```python\n(.*?is_genuine.*?)^```", DOC, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    header = signature("secret", b"{}", time())
    assert names["is_genuine"]("secret", header, b"{}")
    assert not names["is_genuine"]("secret", header, b"{} ")
    assert not names["is_genuine"]("secret", signature("secret", b"{}", time() - 3600), b"{}")
