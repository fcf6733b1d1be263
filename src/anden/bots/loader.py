"""Bots by spec: a name, a Python file, or any program.

Only what ships with Andén runs in the process of the table. A file, and the bot of an installed
package, is played by `anden.bots.host` in a process of its own, so it can neither hang nor crash
the table, nor reach what its memory hides.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Hashable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TypeAlias

import anden

from .base import Bot
from .errors import BotError
from .external import START_SECONDS, ExternalBot
from .packages import entry_point, packaged_bots

BotFactory: TypeAlias = Callable[[int, float], Bot]  # from a seed and the seconds for a choice

EXEC = "exec:"
HOSTED = "ANDEN_HOSTED"  # the files whose bots this process and those above it are hosts of
FRESH = b"fresh"  # what a host says of a bot that wants a new process for every game
_NAMED = re.compile(r"([A-Za-z][\w.-]{0,29})=(.+)", re.DOTALL)
_FILE = re.compile(r"(.+\.py)(?::([A-Za-z_]\w*))?")
_MAX_LABEL = 30


def find_factory(spec: str, named: Mapping[str, BotFactory]) -> BotFactory:
    """What makes the bots of this spec; `named` go before packages. BotError says what is wrong."""
    _, spec = split_name(spec)
    if spec in named:
        return named[spec]
    if spec.startswith(EXEC):
        return partial(_external, program_command(spec))
    file, _ = split_file(spec)
    if file:
        return partial(_hosted, *_checked_file(spec, file))
    if entry_point(spec) is None:
        raise _unknown(spec, named)
    return partial(_hosted, spec, _check_host(spec, 0))


def split_specs(text: str) -> tuple[str, ...]:
    """The specs of a list with commas; a comma in quotes belongs to its spec, with its quotes."""
    parts, quote = [""], ""
    for character in text:
        if character == "," and not quote:
            parts.append("")
            continue
        if character in "\"'" and quote in ("", character):
            quote = "" if quote else character
        parts[-1] += character
    return tuple(part.strip() for part in parts)


def split_name(spec: str) -> tuple[str | None, str]:
    """The name that `NAME=SPEC` gives a bot, None if there is none, and the rest."""
    match = _NAMED.fullmatch(spec)
    return (match[1], match[2].strip()) if match else (None, spec)


def bot_name(spec: str) -> str:
    """What a bot is called in results: the name it was given, or its whole spec."""
    return split_name(spec)[0] or spec


def bot_label(spec: str) -> str:
    """A short name to show: of a file its class or stem, of a program its script or itself."""
    given, spec = split_name(spec)
    if given is not None:
        return given
    file, class_name = split_file(spec)
    if file:
        label = class_name or Path(file).stem
    elif spec.startswith(EXEC):
        words = _split(spec.removeprefix(EXEC)) or [spec]
        scripts = [word for word in words[1:] if Path(word).suffix and not word.startswith("-")]
        label = Path((scripts or words)[0]).name
    else:
        label = spec
    return "".join(c for c in label if c.isprintable() and c != ",")[:_MAX_LABEL]


def split_file(spec: str) -> tuple[str | None, str | None]:
    """The file and the class of a spec; no file if the spec does not name one."""
    match = None if spec.startswith(EXEC) else _FILE.fullmatch(spec)
    return (match[1], match[2]) if match else (None, None)


def runs_own_code(spec: str) -> bool:
    """Whether the spec names a file or a program, not a bot that is installed here."""
    _, spec = split_name(spec)
    return spec.startswith(EXEC) or split_file(spec)[0] is not None


def program_command(spec: str) -> tuple[str, ...]:
    """The words of `exec:COMMAND ARGS…`; no shell reads them."""
    words = _split(spec.removeprefix(EXEC))
    if not words:
        raise BotError("bots.error_no_program", bot=spec)
    if shutil.which(words[0]) is None:
        raise BotError("bots.error_program", program=words[0])
    return tuple(words)


def host_command(target: str) -> tuple[str, ...]:
    """The command that plays a name or `FILE[:CLASS]` in a process of its own."""
    return (sys.executable, "-P", "-m", "anden.bots.host", target)


def host_env(target: str) -> dict[str, str]:
    """Where the process finds the package that this one runs, and what it is being a host of."""
    here = str(Path(anden.__file__).parents[1])
    there = os.environ.get("PYTHONPATH")
    hosted = os.environ.get(HOSTED, "")
    return {
        "PYTHONPATH": os.pathsep.join([here, there] if there else [here]),
        HOSTED: os.pathsep.join([split_file(target)[0] or target, hosted]),
    }


def _external(command: tuple[str, ...], seed: int, seconds: float) -> Bot:
    return ExternalBot(command, seed, seconds)


def _hosted(target: str, kept_as: Hashable | None, seed: int, seconds: float) -> Bot:
    command = host_command(target)
    return ExternalBot(command, seed, seconds, env=host_env(target), is_host=True, kept_as=kept_as)


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text, posix=os.name == "posix")
    except ValueError as error:
        raise BotError("bots.error_command", text=text, detail=error) from None


def _checked_file(spec: str, file: str) -> tuple[str, Hashable | None]:
    """The spec with an absolute path, and what its process is kept as from game to game."""
    path = Path(file).expanduser().absolute()
    if not path.is_file():
        raise BotError("bots.error_file", file=file)
    if str(path) in os.environ.get(HOSTED, "").split(os.pathsep):
        raise BotError("bots.error_endless", file=file)
    target = f"{path}{spec[len(file) :]}"
    return target, _check_host(target, path.stat().st_mtime_ns)


@cache
def _check_host(target: str, version: int) -> Hashable | None:
    """Loads the bot in a process of its own, once; BotError tells why if that fails.

    What its process is kept as from game to game; None if it wants a fresh one for each.
    """
    try:
        done = subprocess.run(
            [*host_command(target), "--check"],
            env=os.environ | host_env(target),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=START_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise BotError("bots.error_slow_start", bot=target, seconds=START_SECONDS) from None
    if done.returncode != 0:
        raise _host_error(done.stderr.decode("utf-8", "replace"), target)
    return None if FRESH in done.stdout else (target, version)


def _host_error(output: str, target: str) -> BotError:
    """What a host said last: an error of ours as JSON, or whatever ended it."""
    last = output.strip().rpartition("\n")[2]
    try:
        told = json.loads(last)
        return BotError(told["key"], **told["params"])
    except (ValueError, TypeError, KeyError):
        return BotError(last) if last else BotError("bots.error_unloadable", bot=target)


def _unknown(spec: str, named: Mapping[str, BotFactory]) -> BotError:
    names = [*named, *(bot.name for bot in packaged_bots() if bot.name not in named)]
    return BotError("bots.error_unknown", bot=spec, names=", ".join(names))
