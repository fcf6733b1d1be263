"""Everything that can be wrong in a board file is told with its place and reason."""

import json
from importlib import resources
from typing import Any

import jsonschema
import pytest

from anden.boards import BoardError, board_from_json, builtin_boards, load_board
from tests.boards.broken import Broken, changed
from tests.boards.broken_layouts import BROKEN_LAYOUTS
from tests.boards.broken_maps import BROKEN_MAPS
from tests.boards.broken_values import BROKEN_VALUES

BROKEN = BROKEN_VALUES | BROKEN_MAPS | BROKEN_LAYOUTS
SCHEMA = json.loads(
    resources.files("anden.boards").joinpath("board.schema.json").read_text(encoding="utf-8")
)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN.keys())
def test_broken_board_is_refused_with_file_place_and_reason(broken: Broken) -> None:
    with pytest.raises(BoardError) as caught:
        board_from_json(json.dumps(changed(broken)), "my.json")
    message = str(caught.value)
    assert message.startswith("my.json: ")
    assert broken.place in message
    assert broken.reason in message
    assert message.isprintable()
    assert len(message) < 250
    in_spanish = caught.value.text("es")
    assert broken.place in in_spanish
    assert broken.reason not in in_spanish or broken.reason in json.dumps(changed(broken))


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN.keys())
def test_schema_refuses_the_structurally_broken(broken: Broken) -> None:
    assert VALIDATOR.is_valid(changed(broken)) is not broken.in_schema


@pytest.mark.parametrize("name", builtin_boards())
def test_builtin_boards_fit_the_schema(name: str) -> None:
    file = resources.files("anden.boards").joinpath(f"{name}.json")
    VALIDATOR.validate(json.loads(file.read_text(encoding="utf-8")))
    VALIDATOR.validate(json.loads(load_board(name).source))


def test_schema_is_a_schema_and_describes_every_property() -> None:
    VALIDATOR.check_schema(SCHEMA)
    pending: list[Any] = [SCHEMA]
    while pending:
        node = pending.pop()
        if isinstance(node, list):
            pending += node
        elif isinstance(node, dict):
            pending += node.values()
            properties = node.get("properties", {})
            undescribed = [key for key, value in properties.items() if "description" not in value]
            assert undescribed == []
