"""The planner's numbers: the file and the record agree, and nobody writes to the stored ones."""

import json
from pathlib import Path

import numpy as np
import pytest

from anden.bots.levels import CHARACTERS, Character, bent
from anden.strategy import numbers as module
from anden.strategy.numbers import NAMES, NUMBERS, load_numbers, numbers_for, read_numbers
from tests.kernel.support import BOARDS, tables

FILE = Path(module.__file__).with_name("numbers.json")
SECTIONS = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", SECTIONS)
def test_the_file_has_every_number_and_no_other(kind: str) -> None:
    assert tuple(SECTIONS[kind]) == NAMES
    numbers = load_numbers(kind)
    for name in NAMES:
        assert numbers[name] == np.float32(SECTIONS[kind][name])


def test_a_missing_number_is_an_error() -> None:
    with pytest.raises(KeyError, match="turn_value"):
        read_numbers({name: 1.0 for name in NAMES if name != "turn_value"})


def test_each_kind_of_board_has_numbers_of_its_own() -> None:
    assert len({numbers_for(tables(name)).tobytes() for name in BOARDS}) == len(SECTIONS)


def test_numbers_are_a_copy() -> None:
    before = numbers_for(tables("usa")).tobytes()
    numbers = numbers_for(tables("usa"))
    numbers["turn_value"] = 99
    assert numbers_for(tables("usa")).tobytes() == before


def test_a_number_is_a_small_float() -> None:
    assert {NUMBERS[name] for name in NAMES} == {np.dtype("f4")}
    assert NUMBERS.itemsize == 4 * len(NAMES), "no padding: records of it stay aligned"


@pytest.mark.parametrize("character", CHARACTERS, ids=lambda character: character.name)
def test_a_character_bends_what_it_names_and_nothing_else(character: Character) -> None:
    for kind in SECTIONS:
        start, numbers = load_numbers(kind), bent(load_numbers(kind), character)
        changed = {name for name in NAMES if numbers[name] != start[name]}
        assert changed == set(character.factors)
