"""How many commits a PostgreSQL takes, alone and with NOTIFY: python benchmarks/commits.py

Each connection stores a row and commits, again and again, as a server process does with the
actions of its games. With NOTIFY the transaction says so to the others: PostgreSQL lets only one
such transaction commit at a time, so connections do not add up. Every commit is on the disk.
"""

import argparse
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.loading.database import own_database
from benchmarks.loading.text import as_table

STORE = "INSERT INTO anden_commits (connection, text) VALUES (%s, %s)"
TELL = "SELECT pg_notify('others', %s)"
TEXT = "x" * 100


def commits_per_second(url: str, connections: int, seconds: float, is_told: bool) -> float:
    begin = threading.Barrier(connections)

    def store(number: int) -> int:
        with psycopg.connect(url) as connection:
            begin.wait()
            commits, end = 0, time.monotonic() + seconds
            while time.monotonic() < end:
                connection.execute(STORE, (number, TEXT))
                if is_told:
                    connection.execute(TELL, (str(number),))
                connection.commit()
                commits += 1
        return commits

    with ThreadPoolExecutor(connections) as pool:
        return sum(pool.map(store, range(connections))) / seconds


def measure(url: str, connections: Sequence[int], seconds: float) -> list[dict[str, Any]]:
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS anden_commits (connection int, text text)")
    return [
        {
            "connections": number,
            "commits_per_second": round(commits_per_second(url, number, seconds, False)),
            "with_notify": round(commits_per_second(url, number, seconds, True)),
        }
        for number in connections
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--connections", type=int, nargs="+", default=[1, 2, 4, 8, 16])
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure")
    parser.add_argument("--database", default="", help="a URL; default: one of its own")
    options = parser.parse_args()
    with own_database(not options.database) as own:
        url = options.database if own is None else own.url
        try:
            print(as_table(measure(url, options.connections, options.seconds)))
        finally:
            with psycopg.connect(url) as connection:
                connection.execute("DROP TABLE IF EXISTS anden_commits")


if __name__ == "__main__":
    main()
