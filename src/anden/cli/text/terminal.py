"""Lines in, lines out: the only place that touches the keyboard and the screen."""

import os
import shlex
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable

MAX_LINE = 300  # nothing sensible is longer
_CLEAR_SCREEN = "\033[2J\033[3J\033[H"  # what has scrolled away as well
_BLANK_LINES = 60
_PAPER = (78, 34)
_NARROWEST = 20

Size = tuple[int, int]  # columns and rows


class LeaveError(Exception):
    """The player wants to go: asked for it, or pressed Ctrl-C."""


class InputClosedError(LeaveError):
    """There is nobody left to answer."""


class Terminal:
    """`read` shows a prompt and returns a line; `write` shows text as it is.

    On a screen, which has a size, lines are broken between words, and lists longer than it wait.
    """

    def __init__(
        self,
        read: Callable[[str], str],
        write: Callable[[str], object],
        *,
        size: Callable[[], Size] | None = None,
        forget: Callable[[], object] = lambda: None,
    ) -> None:
        self._read = read
        self._write = write
        self._size = size
        self._forget = forget  # the lines typed so far, which arrow keys would bring back

    def ask(self, prompt: str) -> str:
        """What is typed, cut to a sensible length and without control characters."""
        *before, last = self._wrap(prompt.rstrip())
        try:
            for part in before:
                self._write(f"{part}\n")
            line = self._read(f"{last} ")
        except KeyboardInterrupt:
            self.say()
            raise LeaveError from None
        except (EOFError, OSError, RuntimeError, UnicodeDecodeError):
            # RuntimeError: Python's answer when standard input was closed before the start.
            self.say()
            raise InputClosedError from None
        return clean(line)

    def say(self, text: str = "") -> None:
        try:
            for line in self._wrap(text):
                self._write(f"{line}\n")
        except (BrokenPipeError, ValueError):  # ValueError: the stream was closed
            raise InputClosedError from None

    def say_command(self, *words: object) -> None:
        """A command for the shell on a line of its own, which is never broken."""
        try:
            self._write(f"{shell_line(map(str, words))}\n")
        except (BrokenPipeError, ValueError):
            raise InputClosedError from None

    def say_pages(self, lines: Iterable[str], more: str) -> str:
        """Shows the lines; where they don't fit the screen, asks `more` after each screenful.

        Whoever answers with more than Enter has seen enough; the answer comes back.
        """
        left = [part for line in lines for part in self._wrap(line)]
        rows = self._size()[1] - 1 if self._size else len(left)
        while len(left) > max(rows, 2):
            page, left = left[: rows - 1], left[rows - 1 :]
            for line in page:
                self.say(line)
            if answer := self.ask(more):
                return answer
        for line in left:
            self.say(line)
        return ""

    def sheet(self) -> Size:
        """How much can be shown at a time; paper has no end, but lines must not be too long."""
        return self._size() if self._size else _PAPER

    def clear(self) -> None:
        """Nothing written so far stays in sight."""
        self._forget()
        self.say("\n" * _BLANK_LINES)
        if self._size:
            self._write(_CLEAR_SCREEN)

    def _wrap(self, text: str) -> list[str]:
        """Lines that fit, broken between words; a path that is longer stays whole."""
        if self._size is None:
            return [text]
        width = max(self._size()[0], _NARROWEST)
        return [part for line in text.split("\n") for part in _wrapped(line, width)]


def _wrapped(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    return textwrap.wrap(line, width, break_on_hyphens=False, break_long_words=False)


def shell_line(words: Iterable[str]) -> str:
    """The words as the shell of this system reads them back."""
    return subprocess.list2cmdline(list(words)) if os.name == "nt" else shlex.join(words)


def clean(text: str) -> str:
    """The text on one line, without anything that can't be shown."""
    shown = "".join(c if c.isprintable() else " " for c in text[: 4 * MAX_LINE])
    return " ".join(shown.split())[:MAX_LINE]


def standard_terminal() -> Terminal:
    """The real keyboard and screen."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # a strange byte is no reason to stop
    read = input if _is_terminal(sys.stdin) else _read_aloud
    return Terminal(
        read,
        _write,
        size=shutil.get_terminal_size if _is_terminal(sys.stdout) else None,
        forget=_line_editing(sys.stdin),
    )


def _read_aloud(prompt: str) -> str:
    """A line that does not come from a keyboard, written down as a keyboard's would be seen."""
    line = input(prompt)
    _write(f"{clean(line)}\n")
    return line


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _is_terminal(stream: object) -> bool:
    return bool(getattr(stream, "isatty", lambda: False)())


def _line_editing(stream: object) -> Callable[[], object]:
    """Lets arrow keys edit the line where Python can, and returns what empties the history."""
    try:
        import readline
    except ImportError:
        return lambda: None
    return readline.clear_history if _is_terminal(stream) else lambda: None
