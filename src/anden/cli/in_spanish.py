"""`--help` and the errors of the command line in Spanish: Typer itself speaks English only.

The English texts are the keys; `locales/spanish_help.json` has those of our commands and of Typer.
"""

import gettext
import json
import re
from functools import cache
from importlib import resources
from typing import Any

from anden import locales


@cache
def _catalogue() -> dict[str, dict[str, str]]:
    file = resources.files(locales) / "spanish_help.json"
    loaded: dict[str, dict[str, str]] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def spanish(message: str) -> str:
    """The text in Spanish, if there is one."""
    return _catalogue()["texts"].get(" ".join(message.split()), message)


def teach_gettext() -> None:
    """Typer asks gettext for its words when it is imported, so this has to come before."""
    gettext.gettext = spanish


def translate_help(command: Any) -> None:
    """Puts the help of a command, its options and the commands below it into Spanish."""
    for holder in (command, *command.params):
        if getattr(holder, "help", None):
            holder.help = spanish(holder.help)
    _translate_results(command)
    for below in getattr(command, "commands", {}).values():
        translate_help(below)


def _translate_results(command: Any) -> None:
    """What a command makes only when it is asked: the line of usage, and the option --help."""
    get_usage, get_help_option = command.get_usage, command.get_help_option

    def usage(context: Any) -> str:
        return _replaced(get_usage(context), "usage")

    def help_option(context: Any) -> Any:
        option = get_help_option(context)
        if option is not None:
            option.help = spanish(option.help)
        return option

    command.get_usage, command.get_help_option = usage, help_option


def translate_error(message: str) -> str:
    """What Typer says of arguments that it can't read."""
    return _replaced(message, "errors")


def _replaced(text: str, kind: str) -> str:
    for pattern, told in _catalogue()[kind].items():
        text = re.sub(pattern, told, text)
    return text
