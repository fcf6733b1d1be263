"""What an action costs beside sockets and store: python benchmarks/telling.py

Plays games of two on every board and measures the CPU time in which an action is judged and played,
and both people are told how the game stands. Each action is measured several times, and the
shortest counts, so that other work on the machine matters little.

--gap SECONDS waits between two actions, as a server does that has little to do, and takes the mean:
the same work, by a processor that has done something else in between.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import sleep, thread_time
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
    parser.add_argument("--gap", type=float, default=0.0, help="seconds; one pass is counted")
    options = parser.parse_args()
    scripts = [_script(board) for board in BOARDS]
    measured = [_pass(scripts, 0.0) for _ in range(1 if options.gap else options.passes)]
    if options.gap:
        measured = [_pass(scripts, options.gap)]
    number = sum(len(actions) for _, actions in scripts)
    for what in ("judged", "played", "told"):
        seconds = sum(
            min(times[key] for times in measured) for key in measured[0] if key[0] == what
        )
        print(f"{what:8}{1e6 * seconds / number:8.1f} microseconds per action")


def _pass(scripts: list[Script], gap: float) -> Times:
    times = Times()
    for board, actions in scripts:
        for what, number, seconds in _played(board, actions):
            times[what, board, number] = seconds
            if what == "told":
                sleep(gap)
    return times


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
    began = thread_time()
    return job(), thread_time() - began


if __name__ == "__main__":
    main()
