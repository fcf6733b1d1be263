"""Servers are killed while people play: a short form of `make faults`."""

import argparse
from concurrent.futures import ThreadPoolExecutor

import pytest

from anden.server.storage import parse_url
from tests.server.databases import IS_POSTGRESQL, postgres_for
from tools import faults


class Database:
    """One that is there; nobody crashes it here."""

    def __init__(self, url: str) -> None:
        self.url = url


def strike(processes: int, database: Database | None) -> None:
    options = argparse.Namespace(
        kills=3, seconds=60.0, games=2, processes=processes, restarts=False
    )
    with ThreadPoolExecutor(1) as pool:  # the browser's loop may be running in this thread
        found = pool.submit(faults.run, options, database).result()
    assert found["kills"] == 3
    assert found["acknowledged"] > 0
    assert (found["lost"], found["doubled"], found["unreadable"]) == (0, 0, 0)


@pytest.mark.skipif(IS_POSTGRESQL, reason="is about SQLite")
def test_nothing_is_lost_when_the_server_is_killed() -> None:
    strike(1, None)


@pytest.mark.skipif(IS_POSTGRESQL, reason="is run on PostgreSQL anyway")
def test_nothing_is_lost_when_one_of_several_servers_is_killed() -> None:
    url = parse_url(postgres_for("faults"))
    strike(2, Database(url.render_as_string(hide_password=False)))
