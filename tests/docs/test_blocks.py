"""Every code and shell block of the READMEs and the documentation is run."""

import json
import os
import re
import runpy
import shlex
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest
import typer
from typer.testing import CliRunner

from anden.cli.app import app
from tests.docs.blocks import PAGES, PLAIN, ROOT, Block, blocks_of

EXAMPLES = ROOT / "examples" / "bots"
MAX_NOT_RUN = 12
WAITING = ("play", "serve", "work")  # for people: their options are read, and that is all

DONE: set[tuple[str, ...]] = set()  # commands, in this process
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@cache
def blocks() -> dict[str, list[Block]]:
    """By page; the same block on a later page is left out."""
    seen: set[tuple[str, str]] = set()
    found: dict[str, list[Block]] = {}
    for page in PAGES:
        new = [block for block in blocks_of(page) if (block.language, block.code) not in seen]
        seen |= {(block.language, block.code) for block in new}
        found[page] = new
    return found


def run_block(block: Block, names: dict[str, Any]) -> None:
    match block.language:
        case "python":
            exec(compile(block.code, f"{block.page}:{block.line}", "exec"), names)
        case "sh":
            for words in block.commands:
                run_command(words, block)
        case "json":
            read_json(block.code)
        case "toml":
            tomllib.loads(block.code)
        case "sql":
            (file,) = Path.cwd().rglob("games.parquet")
            answer = duckdb.sql(block.code.replace("games.parquet", str(file)))
            assert answer is not None
            assert answer.fetchall()
        case other:
            raise AssertionError(f"nothing runs {other!r}: {block.page}:{block.line}")


def read_json(code: str) -> None:
    """One value, or one on each line."""
    try:
        json.loads(code)
    except json.JSONDecodeError:
        for line in code.splitlines():
            json.loads(line)


def run_command(words: list[str], block: Block) -> None:
    match words:
        case ["pip", "install", *packages]:
            for package in packages:
                if not package.startswith("-"):
                    check_requirement(package)
        case ["uvx", "anden"]:
            assert "anden" in PROJECT["scripts"]
        case ["make", target, *_]:
            makefile = (ROOT / "Makefile").read_text("utf-8")
            assert re.search(rf"^{target}:.* ##", makefile, re.MULTILINE), target
        case ["npm", "ci"]:
            assert (ROOT / "web" / "package-lock.json").is_file()
        case ["npm", "test"] | ["npm", "run", _]:
            package = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
            assert words[-1] in package["scripts"], words[-1]
        case ["export", _]:
            pass  # the names of settings: tests/server/test_operations_page.py
        case ["anden"]:
            pass  # the table opens: tests/cli
        case ["anden", command, *options] if command in WAITING:
            read_options(command, options)
        case ["anden", *options]:
            run_anden(options, block.options)
        case ["python", "-m", module, *options]:
            run_python(block, options, lambda: runpy.run_module(module, run_name="__main__"))
        case ["python", file, *options]:
            run_python(block, options, lambda: runpy.run_path(file, run_name="__main__"))
        case _:
            raise AssertionError(f"nothing runs {words}: {block.page}:{block.line}")


def run_anden(words: list[str], options: tuple[str, ...]) -> None:
    """Each option is added if the command takes it; what was run is not run again."""
    command = tuple(words)
    for option in re.findall(r"--\S+(?: (?!--)\S+)?", " ".join(options)):
        if CliRunner().invoke(app, [*words, *option.split(), "--help"]).exit_code == 0:
            command += tuple(option.split())
    if command not in DONE:
        result = CliRunner().invoke(app, command)
        assert result.exit_code == 0, f"{' '.join(words)}\n{result.output}"
        DONE.add(command)


def run_python(block: Block, options: list[str], program: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["program", *options, *block.options])
        code: object = None
        try:
            program()
        except SystemExit as end:
            code = end.code
        assert not code


def check_requirement(text: str) -> None:
    """Ours with extras that exist, or a package that ours needs."""
    found = re.fullmatch(r"(?:anden|\.)(?:\[([a-z0-9,]+)\])?", text)
    if found is None:
        assert any(re.match(rf"{text}\b", needed) for needed in PROJECT["dependencies"]), text
        return
    extras = set(found[1].split(",")) if found[1] else set()
    assert extras <= set(PROJECT["optional-dependencies"]), text


def read_options(command: str, options: list[str]) -> None:
    group: Any = typer.main.get_command(app)
    parent = group.make_context("anden", [command, *options])
    group.commands[command].make_context(command, list(options), parent=parent)


@pytest.mark.parametrize("page", [page for page in PAGES if blocks()[page]])
def test_blocks_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("docs", "examples", "src"):
        os.symlink(ROOT / name, tmp_path / name)
    (tmp_path / "my_bot.py").write_bytes((EXAMPLES / "first_bot.py").read_bytes())
    (tmp_path / "my_bot.js").write_bytes((EXAMPLES / "jsonl_bot.js").read_bytes())
    london = ROOT / "src" / "anden" / "boards" / "london.json"
    (tmp_path / "my_board.json").write_bytes(london.read_bytes())
    names: dict[str, Any] = {"__name__": page}
    for block in blocks()[page]:
        if block.not_run is None and block.language not in PLAIN:
            run_block(block, names)


def test_few_blocks_are_not_run_and_say_why() -> None:
    reasons = [block.not_run for page in PAGES for block in blocks_of(page) if block.not_run]
    assert all(len(reason) > 10 for reason in reasons)
    assert len(reasons) <= MAX_NOT_RUN


def test_commands_in_the_text_are_understood() -> None:
    """`anden …` between the lines: its options exist."""
    for page in PAGES:
        text = (ROOT / page).read_text("utf-8")
        for command in re.findall(r"`anden ([a-z][^`…]*)`", text):
            name, *words = shlex.split(command)
            result = CliRunner().invoke(app, [name, "--help", *words])
            is_cut_short = "requires an argument" in result.output  # `anden play --bots`
            assert result.exit_code == 0 or is_cut_short, f"{page}: anden {command}"
