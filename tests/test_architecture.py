"""What ARCHITECTURE.md says of the rooms, where imports alone do not show it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import anden
from anden.machine.jit import ROOMS

PACKAGE = Path(anden.__file__).parent
COMPILED = ROOMS


def modules(folder: str) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        yield str(path.relative_to(PACKAGE)), ast.parse(path.read_text(encoding="utf-8"))


def calls(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def decorated(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions that are compiled."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(d, ast.Name) and d.id in ("jit", "inline") for d in node.decorator_list
        ):
            yield node


def test_the_kernel_has_no_classes() -> None:
    for name, tree in modules("kernel"):
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)], name


def test_nothing_in_the_kernel_or_the_strategies_prints_or_opens_a_file() -> None:
    for folder in COMPILED:
        for name, tree in modules(folder):
            assert not set(calls(tree)) & {"print", "open", "input"}, name


def test_only_the_command_line_prints_and_the_progress_of_compiling() -> None:
    allowed = {
        "machine/notice.py",
        "machine/stages.py",
        "envs/describe.py",
        "envs/render.py",
        "learning/__main__.py",
    }
    printing = {name for name, tree in modules(".") if "print" in set(calls(tree))}
    assert {name for name in printing if not name.startswith("cli/")} <= allowed


@pytest.mark.parametrize("folder", COMPILED)
def test_compiled_functions_do_not_call_themselves(folder: str) -> None:
    for name, tree in modules(folder):
        for function in decorated(tree):
            assert function.name not in set(calls(function)), f"{name}: {function.name}"


def test_the_server_has_one_way_out() -> None:
    """Addresses that people give are checked there: nothing else connects to anything."""
    going_out = ("open_connection", "create_connection", "urlopen", "HTTPConnection")
    found = set()
    for name, tree in modules("server"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in going_out:
                found.add(name)
    assert found == {"server/outbound.py"}


def test_states_are_dealt_by_the_kernel_and_the_core_alone() -> None:
    """Whoever holds a state could look at hidden cards: there are few ways to come by one."""
    may_deal = ("kernel/", "core/", "envs/cuda/", "learning/compiled/")
    dealing = {name for name, tree in modules(".") if "new_state" in set(calls(tree))}
    assert {name for name in dealing if not name.startswith(may_deal)} == set()
