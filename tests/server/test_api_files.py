"""The files that describe the interface: as the code has it, and whole."""

import json
from typing import Any

import pytest

from tools.api_files import FOLDER, api_files


@pytest.mark.parametrize("name", ["openapi.json", "asyncapi.json"])
def test_the_file_says_what_the_code_does(name: str) -> None:
    told = (FOLDER / name).read_text(encoding="utf-8")
    assert told == api_files()[name], "write it anew: python -m tools.api_files"


@pytest.mark.parametrize("name", ["openapi.json", "asyncapi.json"])
def test_every_reference_of_the_file_leads_somewhere(name: str) -> None:
    whole = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    for place in references(whole):
        found = whole
        for part in place.removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/")]


def references(value: Any) -> list[str]:
    if isinstance(value, list):
        return [place for item in value for place in references(item)]
    if not isinstance(value, dict):
        return []
    own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
    return own + [place for item in value.values() for place in references(item)]
