"""The `anden` command."""

import sys
from typing import Any

from anden.locales import LANGUAGES, system_language, translate

from .in_spanish import teach_gettext, translate_error, translate_help
from .output import take_any_text

_OWN_OPTIONS = ("--version", "--help", "--install-completion", "--show-completion")
_INTERRUPTED = 130  # what a shell takes for the end by Ctrl-C


def main() -> None:
    take_any_text()
    arguments = sys.argv[1:]
    try:
        run(with_command(arguments), language_of(arguments))
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    except ModuleNotFoundError as error:
        if error.name not in ("typer", "rich"):
            raise
        sys.exit(f"anden: the command needs {error.name}; install it with: pip install anden")


def language_of(arguments: list[str]) -> str:
    """The language that `--lang` names among the arguments, else the machine's."""
    for place, argument in enumerate(arguments):
        named = argument.removeprefix("--lang=")
        if argument == "--lang" and place + 1 < len(arguments):
            named = arguments[place + 1]
        if argument.startswith("--lang") and named in LANGUAGES:
            return named
    return system_language()


def with_command(arguments: list[str]) -> list[str]:
    """Options alone are those of `anden play`, but for the few that the command itself has.

    A language may stand in front of a command, which then gets it as its own option.
    """
    if not arguments:
        return []
    language, rest = _leading_language(arguments)
    first = rest[0].partition("=")[0] if rest else "--lang"
    if first in _OWN_OPTIONS:
        return rest
    return ["play", *rest, *language] if first.startswith("-") else [*rest, *language]


def _leading_language(arguments: list[str]) -> tuple[list[str], list[str]]:
    """`--lang` with its value, where the arguments begin with it, and all others."""
    first = arguments[0] if arguments else ""
    length = 2 if first == "--lang" else 1 if first.startswith("--lang=") else 0
    return arguments[:length], arguments[length:]


def run(arguments: list[str], language: str) -> None:
    """Runs a command; help and errors about its arguments are in this language."""
    if language == "es":
        teach_gettext()
    from typer import Abort
    from typer.main import get_command

    from .app import app

    command: Any = get_command(app)
    if language == "es":
        translate_help(command)
    try:
        code = command.main(arguments, prog_name="anden", standalone_mode=False)
    except Exception as error:
        if isinstance(error, Abort):
            raise KeyboardInterrupt from None
        if not hasattr(error, "format_message"):
            raise
        code = _say_what_is_misread(error, language)
    sys.exit(code if isinstance(code, int) else 0)


def _say_what_is_misread(error: Any, language: str) -> int:
    """What is wrong with the arguments, and where to look; gives the exit code."""
    message = error.format_message()
    if not message:  # a group of commands alone, whose help has been shown
        return int(error.exit_code)
    message = translate_error(message) if language == "es" else message
    print(f"anden: {message}", file=sys.stderr)
    if getattr(error, "ctx", None) is not None:
        hint = translate(language, "cli.see_help", command=error.ctx.command_path)
        print(hint, file=sys.stderr)
    return int(error.exit_code)
