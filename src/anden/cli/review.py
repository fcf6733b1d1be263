"""`anden review`: what was luck, what was skill, and what would have been better."""

import math
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from anden.core.warm_up import warm_up_review
from anden.game import Game, NoFileError, RecordError, read_record
from anden.game.files import read_file
from anden.game.record import MAX_BYTES
from anden.locales import translate
from anden.machine.files import write_whole
from anden.review import ReviewError, ReviewJob, review_of
from anden.review.job import LEAST_EFFORT, MOST_EFFORT
from anden.review.kept import KeptReviews

from .fail import fail, fail_file
from .language import Json, Lang, choose_language
from .output import print_json
from .review_page import review_page
from .review_text import curve_lines, review_lines
from .review_words import ReviewWords
from .text.seats import seats_of

USUAL_MS = 200.0  # for each decision at effort 1, on one core
_SAVE_SECONDS = 2.0


def review(
    file: Annotated[str, typer.Argument(help="Record of a finished game.")],
    seat: Annotated[
        str, typer.Option(metavar="NUMBER", help="Whose game to review, counting from 0.")
    ] = "0",
    time_ms: Annotated[
        float,
        typer.Option(help="Approximate milliseconds per decision; more makes errors smaller."),
    ] = USUAL_MS,
    html: Annotated[Path | None, typer.Option(help="Write a report with plots too.")] = None,
    device: Annotated[str, typer.Option(help="Where to compute: cpu.")] = "cpu",
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Review a finished game: chances, mistakes and luck, judged from what the seat could know."""
    language = choose_language(lang)
    if device != "cpu":
        fail(translate(language, "review.error_device", given=device[:40]))
    _check_time(time_ms, language)
    place = _seat(seat, language)
    try:
        record = read_record(read_file(file, MAX_BYTES))
        job = ReviewJob(record, place, time_ms / USUAL_MS)
    except RecordError as error:
        fail_file(file, error.told(language), is_missing=isinstance(error, NoFileError))
    except ReviewError as error:
        fail(error.told(language))
    warm_up_review(message=translate(language, "text.compiling"))
    words = ReviewWords(record.board, language)
    names = [occupant.name for occupant in seats_of(Game.from_header(record), language)]
    kept = KeptReviews()
    kept.load(job)
    if not as_json:
        _work(job, kept, language, lambda: job.has_curve)
        _print(curve_lines(words, job, names[place]))
    _work(job, kept, language, lambda: job.is_done, is_quiet=as_json)
    found = review_of(job)
    if html is not None:
        _write(html, review_page(words, found, names))
    if as_json:
        print_json(found.as_json())
        return
    _print(review_lines(words, found, names))
    if html is not None:
        typer.echo(translate(language, "review.written", path=html))


def _seat(given: str, language: str) -> int:
    """Not by typer, which would say what is wrong in English alone."""
    try:
        return int(given)
    except ValueError:
        fail(translate(language, "review.error_seat_number", given=ascii(given[:40])))


def _check_time(time_ms: float, language: str) -> None:
    low, high = round(USUAL_MS * LEAST_EFFORT), round(USUAL_MS * MOST_EFFORT)
    if not math.isfinite(time_ms) or not low <= time_ms <= high:
        given = f"{time_ms:g}"
        fail(translate(language, "review.error_time", low=low, high=high, given=given))


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(line)


def _work(
    job: ReviewJob,
    kept: KeptReviews,
    language: str,
    is_enough: Callable[[], bool],
    *,
    is_quiet: bool = False,
) -> None:
    """Goes on where it stopped, below a bar, until it is enough."""
    if is_enough():
        return
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    is_shown = sys.stderr.isatty() and not is_quiet
    saved = time.monotonic()
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            title = translate(language, "review.working")
            task = bar.add_task(title, total=1.0, visible=is_shown)
            bar.update(task, completed=job.progress)
            for progress in job.run():
                bar.update(task, completed=progress)
                if time.monotonic() > saved + _SAVE_SECONDS:
                    kept.save(job)
                    saved = time.monotonic()
                if is_enough():
                    break
    except KeyboardInterrupt:
        kept.save(job)
        fail(translate(language, "review.stopped", done=round(100 * job.progress)), code=130)
    kept.save(job)


def _write(path: Path, content: str) -> None:
    try:
        write_whole(path, content.encode())
    except (OSError, ValueError) as error:
        fail(f"{path}: {getattr(error, 'strerror', None) or error}")
