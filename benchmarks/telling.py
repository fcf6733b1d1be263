"""What an action costs beside sockets and store: python benchmarks/telling.py

Plays games of two on every board and measures how long an action is judged and played, and how long
it takes to tell both people how the game stands. Each is measured several times, and the shortest
counts, so that other work on the machine matters little.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
from anden.game import Game
from anden.server.audience import Audience
from anden.server.options import options_as_dict
from anden.server.state_text import state_text
from benchmarks.loading.tables import BOARDS, choose

ACTIONS = 90  # of a game, at most
Script = tuple[str, list[tuple[int, str]]]
Times = dict[tuple[str, str, int], float]  # by what is done, board and action


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--passes", type=int, default=15)
    options = parser.parse_args()
    scripts, best = [_script(board) for board in BOARDS], Times()
    for _ in range(options.passes):
        for board, actions in scripts:
            for what, number, seconds in _played(board, actions):
                key = what, board, number
                best[key] = min(best.get(key, seconds), seconds)
    number = sum(len(actions) for _, actions in scripts)
    for what in ("judged", "played", "told"):
        seconds = sum(time for key, time in best.items() if key[0] == what)
        print(f"{what:8}{1e6 * seconds / number:8.1f} microseconds per action")


def _script(board: str) -> Script:
    """A game, as two people play it who do not think."""
    game, luck, actions = Game(board, 2, seed=1), random.Random(1), list[tuple[int, str]]()
    while not game.is_over and len(actions) < ACTIONS:
        seat = next(seat for seat in (0, 1) if game.can_act(seat))
        told = options_as_dict(game.view(seat))
        assert told is not None
        actions.append((seat, choose(told, luck)))
        game.play(actions[-1][1], seat)
    return board, actions


def _played(board: str, actions: list[tuple[int, str]]) -> Iterator[tuple[str, int, float]]:
    """The game once more, with how long everything takes."""
    game = Game(board, 2, seed=1)
    table = _table_of(game)
    for number, (seat, action) in enumerate(actions):
        judged, seconds = _timed(partial(game.judge, action, seat))
        yield "judged", number, seconds
        events, seconds = _timed(partial(game.play, judged, seat))
        yield "played", number, seconds
        since = len(table.event_seqs)
        table.event_seqs += [number + 1] * len(events)
        table.seq, table.is_playing = number + 1, not game.is_over
        yield "told", number, _timed(partial(_tell_both, table, since))[1]


def _tell_both(table: Any, since: int) -> None:
    table.audience.tell(lambda visitor: state_text(table, visitor.seat, since))


def _table_of(game: Game) -> Any:
    """As much of a table as messages are made from."""
    row = SimpleNamespace(status="playing")
    table: Any = SimpleNamespace(
        id="g",
        game=game,
        event_seqs=[],
        seq=0,
        is_playing=True,
        lobby=SimpleNamespace(row=row, holders=()),
        clock=None,
        undoable=lambda seat: None,
    )
    table.audience = Audience(table)
    table.audience.visitors = [SimpleNamespace(seat=seat) for seat in (0, 1)]
    return table


def _timed(job: Callable[[], Any]) -> tuple[Any, float]:
    began = perf_counter()
    return job(), perf_counter() - began


if __name__ == "__main__":
    main()
