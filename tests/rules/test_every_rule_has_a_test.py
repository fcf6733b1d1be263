"""Every rule of docs/rules.md is named by a test, and tests name no rule that isn't there."""

import ast
import re
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "docs" / "rules.md"
HOW_MANY = {"C": 27, "U": 6, "E": 16, "L": 7}


def rule_ids() -> list[str]:
    """The ids of the list items `- **C9** …`, in order."""
    return re.findall(r"^- \*\*([A-Z]\d+)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE)


def named_in(source: str) -> set[str]:
    """The ids a test file passes to `rule`, as a decorator or a mark of a parameter.

    Sources are read, not collected items: so the answer is the same for any selection of tests.
    """
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return {
        argument.value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "rule"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def ids_in_tests() -> set[str]:
    sources = [path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py")]
    return set().union(*map(named_in, sources))


def test_the_rules_are_numbered_without_gaps() -> None:
    ids = rule_ids()
    assert Counter(i[0] for i in ids) == HOW_MANY
    assert ids == [f"{letter}{n + 1}" for letter, most in HOW_MANY.items() for n in range(most)]


def test_every_rule_has_a_test() -> None:
    tested = ids_in_tests()
    assert [rule_id for rule_id in rule_ids() if rule_id not in tested] == []


def test_no_test_names_an_unknown_rule() -> None:
    assert ids_in_tests() - set(rule_ids()) == set()


def test_marks_are_found_in_decorators_and_parameters() -> None:
    source = '@rule("C1", "C2")\n@mark([param(1, marks=rule("U3"))])\ndef test_it(): other("C9")'
    assert named_in(source) == {"C1", "C2", "U3"}
