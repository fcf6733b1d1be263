"""How many games a server carries: python benchmarks/load.py --games 1000 --seconds 60

Plays whole games of two people over real WebSockets, one action per game every two seconds, and
measures from the sending of an action until it is acknowledged and shown to both. Games that end
are followed by new ones. An action that the store fails to take is sent again with the same id.
Afterwards the store is read: actions that were acknowledged and are not there are `lost`, those
that are there twice, or though they were refused, are `doubled`. The generator runs on the same
machine as the server.

--processes N needs a PostgreSQL, by its URL or one that is started for the measurement. The two
people of a game are at different processes then, or with --one-place at the same, as behind a proxy
that sends a game to one of them. --restart-database restarts that PostgreSQL at half time:
`gap_seconds` is the longest time that nothing was acknowledged. --compression lets messages be
deflated, as browsers ask for it.

--watchers N lets so many people watch the first game: what their coming costs, and when they see an
action. --aggressor lets a guest of another address ask for all that the server gives, which has its
usual limits then (benchmarks/aggressor.py), and a bystander say how that is (bystander.py).
--reviews lets somebody have games reviewed all the while (benchmarks/reviewer.py); `reviews` is how
many got done.
--stored N begins with so many unfinished games in the store: how long the server takes to be ready
and to bring one of them back, and the memory that a game takes.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.loading.measure import Load, measure
from benchmarks.loading.stored import measure_store
from benchmarks.loading.text import as_table


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", default="", help="a URL; default: SQLite in a new folder")
    parser.add_argument("--postgresql", action="store_true", help="started for the measurement")
    parser.add_argument("--restart-database", action="store_true", help="with --postgresql")
    parser.add_argument("--one-place", action="store_true", help="both people of a game")
    parser.add_argument("--compression", action="store_true", help="of messages")
    parser.add_argument("--watchers", type=int, default=0, help="of the first game")
    parser.add_argument("--aggressor", action="store_true", help="and a bystander beside it")
    parser.add_argument("--reviews", action="store_true", help="of games, one after another")
    parser.add_argument("--stored", type=int, default=0, help="unfinished games; nothing is played")
    parser.add_argument("--json", action="store_true", help="one object per number of games")
    options = parser.parse_args()
    if options.restart_database and not options.postgresql:
        parser.error("--restart-database needs --postgresql: it restarts one of its own")
    if options.processes > 1 and not (options.postgresql or options.database):
        parser.error("several processes need --postgresql or --database")
    if options.postgresql and options.database:
        parser.error("--postgresql starts one of its own: it goes without --database")
    measured = []
    for games in [0] if options.stored else options.games:
        facts = measure_store(options.stored) if options.stored else measure(games, _load(options))
        measured.append(facts)
        if options.json:
            print(json.dumps(facts), flush=True)
    if not options.json:
        print(as_table(measured))


def _load(options: argparse.Namespace) -> Load:
    return Load(
        seconds=options.seconds,
        processes=options.processes,
        database=options.database,
        is_on_own_postgresql=options.postgresql,
        is_restarted=options.restart_database,
        is_packed=options.compression,
        is_in_one_place=options.one_place,
        watchers=options.watchers,
        has_aggressor=options.aggressor,
        has_reviews=options.reviews,
    )


if __name__ == "__main__":
    main()
