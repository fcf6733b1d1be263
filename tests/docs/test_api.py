"""docs/api says what is public: all of it is there and has a text, and nothing else is shown."""

import ast
import importlib
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.docs.blocks import PAGES, ROOT, blocks_of

PAGES_OF_API = ROOT / "docs" / "api"
INDEX = (PAGES_OF_API / "index.md").read_text("utf-8")
PUBLIC = re.findall(r"^\| \[`(anden[\w.]*)`\]", INDEX, re.MULTILINE)
# Their functions and methods are those of another library's interface, which describes them.
FOREIGN = ("anden.envs.spiel",)
# Internals that some examples show on purpose: how fast bots and learners reach the kernel.
SHOWN_INSIDE = {"anden.kernel", "anden.kernel.encode", "anden.boards.tables", "anden.envs.spaces"}
SHOWN_INSIDE |= {"anden.arena.intervals", "anden.learning", "anden.game.progress"}
SHOWN_INSIDE |= {"anden.server.jobs", "anden.server.storage"}


def public_names(module: ModuleType) -> list[str]:
    """What `__all__` says, or what the module defines."""
    defined = (name for name, value in vars(module).items() if _is_defined(module, name, value))
    return list(getattr(module, "__all__", None) or defined)


def _is_defined(module: ModuleType, name: str, value: Any) -> bool:
    return not name.startswith("_") and getattr(value, "__module__", None) == module.__name__


def undocumented(module: ModuleType) -> Iterator[str]:
    for name in public_names(module):
        value = getattr(module, name)
        is_ours = module.__name__ not in FOREIGN
        if not (inspect.isclass(value) or (is_ours and inspect.isfunction(value))):
            continue
        if not value.__doc__ or value.__doc__.startswith(f"{name}("):  # a dataclass's own
            yield name
        if is_ours and inspect.isclass(value):
            yield from (f"{name}.{member}" for member in _members_without_text(value))


def _members_without_text(owner: type) -> Iterator[str]:
    for name, member in vars(owner).items():
        function = getattr(member, "fget", None) or getattr(member, "func", None) or member
        is_function = inspect.isfunction(inspect.unwrap(getattr(function, "__func__", function)))
        if not name.startswith("_") and is_function and not inspect.getdoc(getattr(owner, name)):
            yield name


def test_the_pages_show_what_the_index_lists() -> None:
    pages = "\n".join(path.read_text("utf-8") for path in sorted(PAGES_OF_API.glob("*.md")))
    assert sorted(re.findall(r"^::: (anden[\w.]*)$", pages, re.MULTILINE)) == sorted(PUBLIC)


@pytest.mark.parametrize("name", PUBLIC)
def test_everything_public_has_a_text(name: str) -> None:
    module = importlib.import_module(name)
    assert public_names(module)
    assert not list(undocumented(module))


def imported(source: str) -> set[str]:
    """The modules of ours that a program imports."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name.partition(".")[0] == "anden"}


def programs() -> Iterator[tuple[str, str]]:
    """What we show to others: examples, blocks of pages, cells of notebooks."""
    for path in sorted((ROOT / "examples").rglob("*.py")):
        yield path.name, path.read_text("utf-8")
    for page in PAGES:
        yield from ((page, block.code) for block in blocks_of(page) if block.language == "python")
    for path in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        yield path.name, "\n".join(code)


def test_what_we_show_uses_what_is_public() -> None:
    used = {name: where for where, source in programs() for name in imported(source)}
    assert {name: used[name] for name in set(used) - set(PUBLIC) - SHOWN_INSIDE} == {}
    assert set(used) >= SHOWN_INSIDE


def test_the_versions_page_tells_the_versions() -> None:
    import anden
    from anden.bots import protocol
    from anden.game import record
    from anden.kernel import RULESET
    from anden.kernel.encode import OBSERVATION_VERSION
    from anden.server import settings

    page = (ROOT / "docs" / "versions.md").read_text("utf-8")
    told = dict(re.findall(r"^\| ([a-z ]+) \| ([\d.]+) \|", page, re.MULTILINE))
    board = json.loads(Path(anden.__file__).with_name("boards").joinpath("usa.json").read_text())
    assert told == {
        "package": anden.__version__,
        "ruleset": str(RULESET),
        "observation": str(OBSERVATION_VERSION),
        "bot protocol": str(protocol.PROTOCOL),
        "server protocol": str(settings.PROTOCOL),
        "board format": str(board["format"]),
        "record format": str(record.FORMAT),
    }


@pytest.mark.parametrize(
    ("what", "newest"), [("observation", 2), ("bot-protocol", 1), ("server-protocol", 2)]
)
def test_former_versions_keep_their_pages(what: str, newest: int) -> None:
    page = (ROOT / "docs" / "versions.md").read_text("utf-8")
    told = re.search(rf"^\| {what.replace('-', ' ')} \| (\d+) \|", page, re.MULTILINE)
    assert told is not None
    assert int(told[1]) == newest, "keep the former page under docs/versions, then raise this"
    for version in range(1, newest):
        assert f"versions/{what}-{version}.md" in page
        assert (ROOT / "docs" / "versions" / f"{what}-{version}.md").is_file()
