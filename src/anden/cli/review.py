"""`anden review`: what was luck, what was skill, and what would have been better."""

import sys
import time
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
from anden.review.kept import KeptReviews

from .fail import fail, fail_file
from .language import Json, Lang, choose_language
from .output import print_json
from .review_page import review_page
from .review_text import review_lines
from .review_words import ReviewWords
from .text.seats import seats_of

USUAL_MS = 100.0  # for each decision at effort 1, on one core
_SAVE_SECONDS = 2.0


def review(
    file: Annotated[str, typer.Argument(help="Record of a finished game.")],
    seat: Annotated[int, typer.Option(help="Whose game to review, counting from 0.")] = 0,
    time_ms: Annotated[
        float,
        typer.Option(help="Milliseconds for each decision, about; more makes errors smaller."),
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
    try:
        record = read_record(read_file(file, MAX_BYTES))
        job = ReviewJob(record, seat, time_ms / USUAL_MS)
    except RecordError as error:
        fail_file(file, error.told(language), is_missing=isinstance(error, NoFileError))
    except ReviewError as error:
        fail(error.told(language))
    warm_up_review(message=translate(language, "text.compiling"))
    _work(job, language, is_quiet=as_json)
    found = review_of(job)
    words = ReviewWords(record.board, language)
    names = [occupant.name for occupant in seats_of(Game.from_header(record), language)]
    if html is not None:
        _write(html, review_page(words, found, names))
    if as_json:
        print_json(found.as_json())
        return
    for line in review_lines(words, found, names):
        typer.echo(line)
    if html is not None:
        typer.echo(translate(language, "review.written", path=html))


def _work(job: ReviewJob, language: str, *, is_quiet: bool) -> None:
    """Goes on where an earlier run stopped, below a bar."""
    kept = KeptReviews()
    kept.load(job)
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
    except KeyboardInterrupt:
        kept.save(job)
        fail(translate(language, "review.stopped", done=round(100 * job.progress)), code=130)
    kept.save(job)


def _write(path: Path, content: str) -> None:
    try:
        write_whole(path, content.encode())
    except (OSError, ValueError) as error:
        fail(f"{path}: {getattr(error, 'strerror', None) or error}")
