"""One line that says why it takes a moment, for people who use the package as a library."""

import os
import sys

MESSAGE = "Andén: compiling the rules, once for this version; this takes about a minute..."
VARIABLE = "ANDEN_QUIET"  # set to anything, it silences the line

_is_said = False


def say_once() -> None:
    """The line, when something is compiled for the first time in this process."""
    if not _is_said and not os.environ.get(VARIABLE):
        print(MESSAGE, file=sys.stderr, flush=True)
    count_as_said()


def count_as_said() -> None:
    """For whoever tells it in other words."""
    global _is_said
    _is_said = True
