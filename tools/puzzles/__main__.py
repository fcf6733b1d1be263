"""Makes, collects and checks puzzles.

    python -m tools.puzzles make --themes network,keep --boards usa --players 2 --minutes 8
    python -m tools.puzzles collect    # what was made becomes the collection of the package
    python -m tools.puzzles check      # the collection once more, from its records
    python -m tools.puzzles renew      # what was measured, by the evaluator as it is now

What is made lies in `build/puzzles`, a line for each game that was looked at: a run that is stopped
continues where it stopped, and the same seeds give the same puzzles.
"""

import argparse
import json
import time
from itertools import count
from pathlib import Path

from .collect import check, collect, renew
from .games import Deal
from .make import FINDERS, make_puzzles

DRAFTS = Path("build") / "puzzles"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("make", "collect", "check", "renew"))
    parser.add_argument("--themes", default=",".join(FINDERS))
    parser.add_argument("--boards", default="usa,europe,london")
    parser.add_argument("--players", default="2")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--number", type=int, default=20, help="puzzles of each theme and board")
    parser.add_argument("--folder", type=Path, default=DRAFTS)
    given = parser.parse_args()
    if given.what == "make":
        make(given)
    elif given.what == "collect":
        collect(given.folder)
    elif given.what == "renew":
        renew()
    else:
        check()


def make(given: argparse.Namespace) -> None:
    end = time.monotonic() + 60 * given.minutes
    given.folder.mkdir(parents=True, exist_ok=True)
    for board in given.boards.split(","):
        for theme in given.themes.split(","):
            if theme in ("tunnel", "odds") and board != "europe":
                continue
            for players in map(int, given.players.split(",")):
                _make(given.folder, theme, board, players, given.number, end)


def _make(folder: Path, theme: str, board: str, players: int, number: int, end: float) -> None:
    path = folder / f"{board}-{theme}-{players}.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    done = [json.loads(line) for line in lines]
    found = sum(entry["puzzle"] is not None for entry in done)
    deals = (Deal(board, players, seed) for seed in count(len(done) + 1))
    for deal, puzzle in make_puzzles(theme, deals) if found < number else ():
        entry = {"seed": deal.seed, "puzzle": None if puzzle is None else puzzle.as_dict()}
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n")
        found += puzzle is not None
        if found >= number or time.monotonic() > end:
            break
    print(f"{path.name}: {found}", flush=True)


if __name__ == "__main__":
    main()
