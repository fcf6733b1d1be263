"""The tool behind `make mutants`: which mistakes it makes, and how it names known ones."""

from pathlib import Path

from tools.mutants.known import Known, load_known
from tools.mutants.mutations import find_mutations
from tools.mutants.suites import GOLDEN, NOT_RUN_INTERPRETED, SUITES
from tools.mutants.workshop import Mutant

ROOT = Path(__file__).parents[1]

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


def test_mutants_are_sources_that_compile() -> None:
    for source in (SOURCE, (ROOT / "src/anden/kernel/legal.py").read_text("utf-8")):
        for mutation in find_mutations(source):
            compile(mutation.apply(source), "mutant", "exec", dont_inherit=True)


def covered(known: Known, source: str) -> list[str]:
    mutants = [Mutant(Path("a.py"), source, mutation) for mutation in find_mutations(source)]
    return [mutant.diff.split("+ ")[1] for mutant in mutants if known.covers(mutant)]


def test_known_mutants_are_told_by_function_and_line_so_that_code_can_move() -> None:
    line, sign = "total += word", ("total -= word",)
    for source in (SOURCE, "\n\n" + SOURCE):
        assert covered(Known("", "count", line, sign), source) == ["total -= word"]
        assert covered(Known("", "count", line), source) == ["pass", "total -= word"]
        assert len(covered(Known("", "count"), source)) == len(mutants()) - 2
        assert covered(Known("", "other", line), source) == []


def test_the_tests_of_every_suite_are_there() -> None:
    wanted = [*GOLDEN, *(path for suite in SUITES for path in suite.tests)]
    assert [path for path in wanted if not (ROOT / path).exists()] == []


def test_what_suites_leave_out_is_a_module_of_theirs() -> None:
    stems = {path.stem for s in SUITES for path in (ROOT / "src/anden" / s.package).rglob("*.py")}
    assert stems >= NOT_RUN_INTERPRETED
    packages = {suite.package: list(suite.modules(ROOT)) for suite in SUITES}
    assert set(packages) == {"kernel", "core", "game", "server"}
    assert all(packages.values())
    assert Path("src/anden/core/warm_up.py") not in packages["core"]


def test_every_known_mutant_can_still_be_made() -> None:
    unmet = set(load_known())
    for module in ROOT.glob("src/anden/**/*.py"):
        source = module.read_text()
        if not any(f"def {k.function}(" in source or (k.line or "-") in source for k in unmet):
            continue
        for mutation in find_mutations(source):
            mutant = Mutant(module, source, mutation)
            unmet -= {known for known in unmet if known.covers(mutant)}
    assert unmet == set()
