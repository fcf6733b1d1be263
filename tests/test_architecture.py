"""What ARCHITECTURE.md says of the rooms, where imports alone do not show it."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import anden
from anden.machine.jit import ROOMS

PACKAGE = Path(anden.__file__).parent
COMPILED = ROOMS


@cache
def modules(folder: str) -> list[tuple[str, ast.Module]]:
    paths = sorted((PACKAGE / folder).rglob("*.py"))
    return [(str(p.relative_to(PACKAGE)), ast.parse(p.read_text(encoding="utf-8"))) for p in paths]


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
    assert {name for name in printing if not name.startswith("cli/")} == allowed


def uses(tree: ast.AST) -> Iterator[str]:
    """What is used of modules, as `sys.stderr`, however it was imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.{node.attr}"
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def users(*names: str) -> set[str]:
    """The modules outside the command that use any of these."""
    wanted = set(names)
    using = {name for name, tree in modules(".") if wanted & set(uses(tree))}
    return {name for name in using if not name.startswith("cli/")}


def test_other_ways_to_the_terminal_are_found() -> None:
    for code in (
        "import sys; sys.stderr.write('x')",
        "from sys import stdout",
        "import warnings; warnings.warn('x')",
        "from warnings import warn",
        "import logging",
        "import logging as log",
        "from logging import getLogger",
    ):
        found = set(uses(ast.parse(code)))
        assert found & (STREAMS | WARNINGS) or any(name.startswith("logging") for name in found)


STREAMS = {f"sys.{name}" for name in ("stdout", "stderr", "__stdout__", "__stderr__")}
WARNINGS = {"warnings.warn", "warnings.warn_explicit"}


def test_streams_are_written_to_where_compiling_is_told_and_in_processes_of_their_own() -> None:
    assert users(*STREAMS) == {
        "core/warm_up.py",  # hands stderr to `machine/stages.py`
        "machine/notice.py",
        "workers/pool.py",  # what a bot prints goes to stderr
    }


def test_one_warning_is_given_and_the_server_alone_keeps_a_log() -> None:
    assert users(*WARNINGS) == {"bots/levels.py"}  # `expert` without a network
    logging = ("logging", "logging.getLogger", "logging.Logger")
    assert {name for name in users(*logging) if not name.startswith("server/")} == {
        "workers/ray_pool.py"  # which quiets Ray
    }


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


ID_TYPES = {
    "seat": "Seat",
    "mover": "Seat",
    "route": "RouteId",
    "city": "CityId",
    "ticket": "TicketId",
    "action": "ActionId",
}


def annotations(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Names of arguments and fields, each with its type."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None:
            yield node.arg, ast.unparse(node.annotation)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, ast.unparse(node.annotation)


def test_ids_are_annotated_as_what_they_are() -> None:
    bare = [
        (name, what)
        for name, tree in modules(".")
        for what, kind in annotations(tree)
        if what in ID_TYPES and "int" in kind.replace("[", " ").replace("]", " ").split()
    ]
    assert bare == []
