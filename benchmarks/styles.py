"""How bots played: `python -m benchmarks.styles FILE...`, with games that `patient` wrote.

One table for each board and number of players: wins of the first bot, and means by bot of points
by source, tickets, turns and time. Every match is summed up by itself.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from .patient import SOURCES, Game, share_of

COUNTS = ("kept", "completed", "drawn", "turns", "pieces", "cards")
NAMES = ("total", *SOURCES, *COUNTS)


def read_games(paths: Iterable[Path]) -> list[Game]:
    """Each game once, however often it was played."""
    games = {}
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            game: Game = json.loads(line)
            games[(*match_of(game), game["deal"], game["place"])] = game
    return list(games.values())


def match_of(game: Game) -> tuple[object, ...]:
    names = ("board", "players", "bot", "rivals", "time_ms", "seed")
    return (*(game[name] for name in names), *game["changes"])


def whole_deals(games: list[Game]) -> list[Game]:
    """Without deals that were not played from every seat."""
    by_deal: dict[int, list[Game]] = defaultdict(list)
    for game in games:
        by_deal[game["deal"]].append(game)
    played = (games for _, games in sorted(by_deal.items()))
    return [game for games in played if len(games) == games[0]["players"] for game in games]


def row_of(seats: list[dict[str, float]]) -> str:
    means = [f"{np.mean([seat[name] for seat in seats]):.1f}" for name in NAMES]
    seconds = sum(seat["seconds"] for seat in seats)
    time = f"{1000 * seconds / sum(seat['decisions'] for seat in seats):.1f}"
    return f"| {' | '.join([*means, time])} |"


def table_of(games: list[Game]) -> list[str]:
    first = games[0]
    own = [game["seats"][game["place"]] for game in games]
    others = [
        seat for game in games for at, seat in enumerate(game["seats"]) if at != game["place"]
    ]
    rows = ((first["bot"], own), (first["rivals"], others))
    lines = [f"{' '.join(map(str, match_of(first)))}: wins of {first['bot']} in {share_of(games)}"]
    heading = ["bot", *(name.removesuffix("_points") for name in NAMES), "ms/decision"]
    lines += ["", f"| {' | '.join(heading)} |", "|---" * len(heading) + "|"]
    return [*lines, *(f"| `{name}` {row_of(seats)}" for name, seats in rows), ""]


def main() -> None:
    matches: dict[tuple[object, ...], list[Game]] = defaultdict(list)
    for game in read_games(map(Path, sys.argv[1:])):
        matches[match_of(game)].append(game)
    for key in sorted(matches, key=str):
        games = whole_deals(matches[key])
        print("\n".join(table_of(games) if games else []))


if __name__ == "__main__":
    main()
