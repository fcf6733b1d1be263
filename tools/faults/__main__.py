"""Harms servers while people play, and looks what is left: python -m tools.faults --kills 340

Two people at each game, every connection to a server picked at random. Servers are killed with
SIGKILL at random moments, and a third of the new ones has a clock that is wrong by up to an hour.
PostgreSQL crashes (SIGQUIT). The answer to a COMMIT is lost between PostgreSQL and a server. Disks
are full for a while. Between two faults all servers are ready, and people play for half a second at
least. Clients hang up after sending an action without waiting for the answer, and send it again as
a client does.

Afterwards the store is read: actions that were acknowledged and are not there are `lost`; actions
stored twice, or stored though they were refused, are `doubled`; games that can't be played again
from their rows are `unreadable`.

Three forms have as many kills as --kills says, three others fewer. --at-once of them run at the
same time; what a machine can't do is left out, in words.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tools.faults.forms import Form, all_forms
from tools.faults.suite import GAMES, CannotError, run

DONE = ("form", "processes", "kills", "restarts", "cuts", "full")
LEFT = ("acknowledged", "stored", "lost", "doubled", "unreadable", "seconds")
COLUMNS = (*DONE, *LEFT)
WIDTHS = [max(15 if name == "form" else 6, len(name)) for name in COLUMNS]


def main() -> int:
    options = _options()
    forms = [form for form in all_forms(options.kills) if form.name in options.forms]
    results = (
        [_run_here(forms[0], options)] if len(forms) == 1 else _run_side_by_side(forms, options)
    )
    if not options.json:
        print(_line(dict(zip(COLUMNS, COLUMNS, strict=True))), flush=True)
    is_good = True
    for result in results:
        print(json.dumps(result) if options.json else _line(result), flush=True)
        is_good &= result.get("is_good", "left_out" in result)
    return 0 if is_good else 1


def _options() -> argparse.Namespace:
    names = [form.name for form in all_forms(1)]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=340, help="of each of three forms")
    parser.add_argument("--seconds", type=float, default=1e9, help="at most, for each form")
    parser.add_argument("--games", type=int, default=GAMES, help="played at the same time")
    parser.add_argument("--forms", nargs="+", choices=names, default=names)
    parser.add_argument("--at-once", type=int, default=3, help="forms")
    parser.add_argument("--json", action="store_true", help="an object a form")
    return parser.parse_args()


def _run_here(form: Form, options: argparse.Namespace) -> dict[str, Any]:
    try:
        return run(form, options.games, options.seconds)
    except CannotError as why:
        return {"form": form.name, "left_out": str(why)}


def _run_side_by_side(forms: list[Form], options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    with ThreadPoolExecutor(options.at_once) as pool:
        yield from pool.map(lambda form: _run_apart(form, options), forms)


def _run_apart(form: Form, options: argparse.Namespace) -> dict[str, Any]:
    """In a process of its own."""
    command = [sys.executable, "-m", "tools.faults", "--forms", form.name, "--json"]
    for name in ("kills", "seconds", "games"):
        command += [f"--{name}", str(getattr(options, name))]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if not done.stdout:
        return {"form": form.name, "failed": f"ended with {done.returncode}"}
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def _line(result: dict[str, Any]) -> str:
    for word in ("left_out", "failed"):
        if word in result:
            return f"{result['form']:<{WIDTHS[0]}}  {word.replace('_', ' ')}: {result[word]}"
    cells = [f"{result[name]:>{width}}" for name, width in zip(COLUMNS, WIDTHS, strict=True)]
    return "  ".join([f"{result['form']:<{WIDTHS[0]}}", *cells[1:]])


if __name__ == "__main__":
    sys.exit(main())
