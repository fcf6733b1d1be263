"""How strong the bots are, on every board and with 2 to 5 players: the table of docs/strength.md.

    python -m benchmarks.bots_table --out matches

Every match is kept in a folder of its own below --out, so an interrupted run continues when
it is called again, and more --games are added to those already played.
"""

import argparse
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path

from anden.arena import (
    MatchFolder,
    MatchSettings,
    Standing,
    Summary,
    WorkError,
    play_on_cores,
    run_match,
    summarise,
)
from anden.arena.journal import NAME
from anden.arena.match import Runner
from anden.arena.outputs import write_outputs
from anden.arena.report.wording import Wording
from anden.arena.statistics import BotResult
from anden.boards import builtin_boards, load_board
from anden.bots import BOTS
from anden.core.warm_up import warm_up

PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"

_HEAD = ("bot", "rating", "wins", "score", "margin", "ms/move", "forfeits")


def matches(options: argparse.Namespace) -> Iterator[MatchSettings]:
    for name in options.boards:
        board = load_board(name)
        for players in options.players:
            if board.players.min <= players <= board.players.max:
                seconds = options.time_ms / 1000
                yield MatchSettings(board, tuple(options.bots), players, options.seed, seconds)


def play(settings: MatchSettings, options: argparse.Namespace) -> Summary | None:
    """Plays what is missing of a match; None if it was interrupted."""
    path = Path(options.out) / f"{settings.board.id}-{settings.players}"
    is_begun = (path / NAME).exists()
    folder = MatchFolder.reopen(path) if is_begun else MatchFolder.create(path, settings, True)
    try:
        if folder.journal.settings != settings:
            sys.exit(f"{path} holds another match; name another --out")

        def show(standing: Standing) -> None:
            games, goal = (n * settings.players for n in (standing.sets, standing.goal))
            print(f"\r{path.name}: {games} of {goal} games", end="", file=sys.stderr, flush=True)

        result = run_match(
            settings, options.games, folder=folder, runner=_runner(options), on_progress=show
        )
        print(file=sys.stderr)
        if not result.is_complete:
            return None
        summary = summarise(result, has_records=True)
        write_outputs(path, result, summary, "en")
        return summary
    finally:
        folder.close()


def _runner(options: argparse.Namespace) -> Runner:
    if options.ray is None:
        return partial(play_on_cores, workers=options.workers)
    from anden.workers.ray_pool import play_on_ray

    return partial(play_on_ray, address=options.ray, workers=options.workers)


def figures(summaries: Sequence[Summary], options: argparse.Namespace) -> str:
    """The generated part of the page."""
    lines = [
        f"Played on {datetime.now(UTC):%Y-%m-%d} with",
        f"`{command(options)}`",
        f"on {machine()}. In brackets: 95% intervals.",
    ]
    board = None
    for summary in summaries:
        if summary.board != board:
            board = summary.board
            lines += ["", f"## {load_board(board).names['en']}"]
        lines += ["", *_table(summary)]
    return "\n".join(lines)


def command(options: argparse.Namespace) -> str:
    """What plays the same again, wherever the matches are kept."""
    return (
        f"python -m benchmarks.bots_table --boards {','.join(options.boards)}"
        f" --players {','.join(map(str, options.players))} --bots {','.join(options.bots)}"
        f" --games {options.games} --time-ms {options.time_ms:g} --seed {options.seed}"
        " --out matches"
    )


def machine() -> str:
    """The processor, its cores, and the versions that speed depends on."""
    name = platform.processor() or platform.machine()
    try:
        facts = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        name = next(line.split(":", 1)[1].strip() for line in facts if "model name" in line)
    except (OSError, StopIteration):
        pass
    return (
        f"{name} ({os.cpu_count()} cores), Python {platform.python_version()}, "
        f"NumPy {version('numpy')}, Numba {version('numba')}"
    )


def _table(summary: Summary) -> Iterator[str]:
    say = Wording("en")
    order = ", ".join(
        f"{place.order}: {say.percent(place.win_rate)}" for place in summary.turn_orders
    )
    yield f"### {summary.players} players"
    yield ""
    yield f"{summary.games} games on {summary.sets} deals. Wins by turn order: {order}."
    yield ""
    yield f"| {' | '.join(_HEAD)} |"
    yield f"|{'---|' * len(_HEAD)}"
    for result in summary.results:
        yield f"| {' | '.join(_cells(say, result))} |"


def _cells(say: Wording, result: BotResult) -> list[str]:
    rating = "–" if result.rating is None else say.number(result.rating, 0)
    return [
        f"`{result.bot}`",
        f"{rating} ({say.between(result.rating_ci95, 0)})",
        f"{say.percent(result.win_rate)} ({say.between(result.win_rate_ci95, factor=100)})",
        f"{say.number(result.mean_score)} ({say.between(result.mean_score_ci95)})",
        f"{say.signed(result.mean_margin)} ({say.between(result.mean_margin_ci95)})",
        say.number(result.ms_per_move, 2),
        str(result.forfeits),
    ]


def write_page(page: Path, content: str) -> None:
    """Puts the figures between their marks."""
    text = page.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        sys.exit(f"{page} has no marks {BEGIN} and {END} to write between")
    page.write_text(f"{before}{BEGIN}\n\n{content}\n\n{END}{after}", "utf-8", newline="\n")


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    names = _names
    parser.add_argument("--out", required=True, help="folder for the matches")
    parser.add_argument("--bots", type=names, default=list(BOTS), help="default: all of them")
    parser.add_argument("--boards", type=names, default=list(builtin_boards()))
    parser.add_argument(
        "--players", type=lambda text: [*map(int, names(text))], default=[2, 3, 4, 5]
    )
    parser.add_argument("--games", type=int, default=1000, help="of each match")
    parser.add_argument("--time-ms", type=float, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--ray", help="address of a Ray cluster, or local")
    parser.add_argument("--page", type=Path, default=PAGE)
    return parser.parse_args(arguments)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def main() -> None:
    options = read_options()
    warm_up()
    summaries = []
    try:
        for settings in matches(options):
            summary = play(settings, options)
            if summary is None:
                sys.exit("stopped; the same command continues")
            summaries.append(summary)
    except WorkError as error:
        sys.exit(str(error))
    write_page(options.page, figures(summaries, options))


if __name__ == "__main__":
    main()
