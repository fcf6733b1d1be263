"""The code and shell blocks of the pages, and what they say about being run.

A comment before a block may say that it is not run, and why, or with which options instead:

    <!-- not run: needs an NVIDIA GPU -->
    <!-- run with: --games 2 -->
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), ROOT / "web" / "README.md", *(ROOT / "docs").rglob("*.md"))
)
PLAIN = ("", "text")  # what is printed, or belongs to another program

_BLOCK = re.compile(
    r"(?:^ *<!-- (?P<mark>[^>]+) -->\n\s*)?"
    r"^(?P<indent> *)```(?P<language>[^\n]*)\n(?P<code>.*?)^(?P=indent)```",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    page: str
    line: int
    language: str
    code: str
    not_run: str | None  # why
    options: tuple[str, ...]  # added to its commands

    @property
    def commands(self) -> list[list[str]]:
        """The words of each command of a shell block."""
        lines = self.code.replace("\\\n", " ").splitlines()
        return [words for line in lines if (words := shlex.split(line, comments=True))]


def blocks_of(page: str) -> Iterator[Block]:
    text = (ROOT / page).read_text("utf-8")
    for found in _BLOCK.finditer(text):
        mark = found["mark"] or ""
        indent = len(found["indent"])
        yield Block(
            page,
            text[: found.start("code")].count("\n"),
            found["language"].strip(),
            "".join(line[indent:] for line in found["code"].splitlines(keepends=True)),
            mark.removeprefix("not run: ") if mark.startswith("not run: ") else None,
            tuple(shlex.split(mark.removeprefix("run with: ")))
            if mark.startswith("run with: ")
            else (),
        )
