"""Lines in, lines out: the only place that touches the keyboard and the screen."""

import sys
from collections.abc import Callable

MAX_LINE = 300  # nothing sensible is longer
_CLEAR_SCREEN = "\033[2J\033[3J\033[H"  # what has scrolled away as well
_BLANK_LINES = 60


class LeaveError(Exception):
    """The player wants to go: asked for it, or pressed Ctrl-C."""


class InputClosedError(LeaveError):
    """There is nobody left to answer."""


class Terminal:
    """`read` shows a prompt and returns a line; `write` shows text as it is."""

    def __init__(
        self,
        read: Callable[[str], str],
        write: Callable[[str], object],
        *,
        is_screen: bool = False,
        forget: Callable[[], object] = lambda: None,
    ) -> None:
        self._read = read
        self._write = write
        self._is_screen = is_screen
        self._forget = forget  # the lines typed so far, which arrow keys would bring back

    def ask(self, prompt: str) -> str:
        """What is typed, cut to a sensible length and without control characters."""
        try:
            line = self._read(prompt)
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
            self._write(f"{text}\n")
        except (BrokenPipeError, ValueError):  # ValueError: the stream was closed
            raise InputClosedError from None

    def clear(self) -> None:
        """Nothing written so far stays in sight."""
        self._forget()
        self.say("\n" * _BLANK_LINES + (_CLEAR_SCREEN if self._is_screen else ""))


def clean(text: str) -> str:
    """The text on one line, without anything that can't be shown."""
    shown = "".join(c if c.isprintable() else " " for c in text[: 4 * MAX_LINE])
    return " ".join(shown.split())[:MAX_LINE]


def standard_terminal() -> Terminal:
    """The real keyboard and screen."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a strange byte is no reason to stop
    read = input if _is_terminal(sys.stdin) else _read_aloud
    return Terminal(
        read, _write, is_screen=_is_terminal(sys.stdout), forget=_line_editing(sys.stdin)
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
