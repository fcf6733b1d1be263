"""The tool behind `make mutants`: which mistakes it makes, and how it names known ones."""

from pathlib import Path

from tools.mutants.known import key_of, load_known
from tools.mutants.mutations import find_mutations
from tools.mutants.workshop import Mutant

SOURCE = '''"""Text stays as it is: 1 + 1."""

LIMIT: int = 3


def count(words: list[int], most: int = 9) -> int:
    """So do docstrings, defaults and types."""
    total = 0
    for word in words:
        if word < LIMIT and not word == 7:
            continue
        total += word
    return total
'''


def mutants() -> set[tuple[str, str]]:
    found = set()
    for mutation in find_mutations(SOURCE):
        gone, new = mutation.changed_lines(SOURCE)
        found.add((" ".join(gone), " ".join(new)))
    return found


def test_every_kind_of_mistake_is_made_and_no_other() -> None:
    condition = "if word < LIMIT and not word == 7:"
    assert mutants() == {
        ("LIMIT: int = 3", "LIMIT: int = 4"),
        ("LIMIT: int = 3", "LIMIT: int = 2"),
        ("total = 0", "pass"),
        ("total = 0", "total = 1"),
        ("total = 0", "total = (-1)"),
        (condition, "if word <= LIMIT and not word == 7:"),
        (condition, "if word < LIMIT or not word == 7:"),
        (condition, "if word < LIMIT and word == 7:"),
        (condition, "if word < LIMIT and not word != 7:"),
        (condition, "if word < LIMIT and not word == 8:"),
        (condition, "if word < LIMIT and not word == 6:"),
        (condition, "if not (word < LIMIT and not word == 7):"),
        ("continue", "break"),
        ("total += word", "total -= word"),
        ("total += word", "pass"),
        ("return total", "return (total) + 1"),
    }


def test_known_mutants_are_told_by_function_and_lines_so_that_code_can_move() -> None:
    moved = "\n\n" + SOURCE
    keys = [
        {key_of(Mutant(Path(name), text, mutation)) for mutation in find_mutations(text)}
        for name, text in (("a.py", SOURCE), ("b.py", moved))
    ]
    assert keys[0] == keys[1]
    assert ("count", "total += word", "total -= word") in keys[0]


def test_every_known_mutant_can_still_be_made() -> None:
    root = Path(__file__).parents[1]
    possible = set()
    for module in root.glob("src/anden/**/*.py"):
        source = module.read_text()
        if any(function.split(".")[-1] in source for function, _, _ in load_known()):
            for mutation in find_mutations(source):
                possible.add(key_of(Mutant(module, source, mutation)))
    assert set(load_known()) <= possible
