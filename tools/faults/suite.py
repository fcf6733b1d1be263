"""Runs one form of the fault suite, with all that it needs."""

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from anden.server.settings import ServerSettings
from anden.server.storage import Store
from tools import postgres_server
from tools.faults.disk import Disk, Quota, can_limit, mounted
from tools.faults.fleet import Fleet, serving
from tools.faults.forms import Form
from tools.faults.network import between
from tools.faults.strike import Place, Strike
from tools.faults.told import Told, judge
from tools.find_postgres import find_programs
from tools.postgres_server import PostgresServer

SQLITE_MEGABYTES = 32
POSTGRESQL_MEGABYTES = 160
GAMES = 6


class CannotError(Exception):
    """This machine lacks what a form needs."""


def run(form: Form, games: int = GAMES, seconds: float = 1e9) -> dict[str, Any]:
    """What was done and what is left; CannotError where a form can't be run."""
    began, told = time.monotonic(), Told()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server, disk = None, None
        if form.is_on_postgresql:
            server, disk = stack.enter_context(_postgresql(form))
        elif "fill" in form.troubles:
            disk = stack.enter_context(mounted(folder, SQLITE_MEGABYTES))
        url = "" if server is None else server.url
        with _place(form, folder, server, disk) as place:
            strike = Strike(place, told)
            finished = asyncio.run(strike.run(form, games, seconds))
        store = Store(ServerSettings(data=folder, database=url).database_url, is_serving=False)
        found = judge(store, told)
        store.close()
    return {
        "form": form.name,
        "database": form.database,
        "processes": form.processes,
        "kills": strike.done["kill"],
        "restarts": strike.done["restart"],
        "cuts": strike.done["cut"],
        "full": strike.done["fill"],
        "jumps": place.fleet.jumps,
        **asdict(found),
        "finished": finished,
        "unsure": told.unsure,
        "resent": told.resent,
        "seconds": round(time.monotonic() - began),
        "is_good": found.is_good,
    }


@contextmanager
def _place(
    form: Form, folder: Path, server: PostgresServer | None, disk: Disk | None
) -> Iterator[Place]:
    with ExitStack() as stack:
        network = None
        url = "" if server is None else server.url
        if server is not None and "cut" in form.troubles:
            network = stack.enter_context(between(server.port))
            url = server.url_at(network.port)
        fleet = stack.enter_context(serving(folder, url, form.processes))
        if disk is None and "fill" in form.troubles:
            disk = _quota(fleet)
        yield Place(fleet, server, network, disk)


def _quota(fleet: Fleet) -> Disk:
    """For SQLite, where no disk can be mounted."""
    if not can_limit():
        raise CannotError("a full disk needs Linux")
    return Quota(fleet.pids)


@contextmanager
def _postgresql(form: Form) -> Iterator[tuple[PostgresServer, Disk | None]]:
    """A PostgreSQL of its own, on a small disk if that is to be full."""
    programs = find_programs()
    if programs is None:
        raise CannotError("no PostgreSQL was found")
    with ExitStack() as stack:
        folder, disk = Path(stack.enter_context(postgres_server.own_folder())), None
        if "fill" in form.troubles:
            disk = stack.enter_context(mounted(folder, POSTGRESQL_MEGABYTES))
            if disk is None:
                raise CannotError("a small disk can be mounted by root alone, on Linux")
        is_small = disk is not None
        server = stack.enter_context(
            postgres_server.started(programs, folder, is_safe=True, is_small=is_small)
        )
        yield server, disk
