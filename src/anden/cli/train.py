"""`anden train`: a network learns to play."""

from pathlib import Path
from typing import Annotated

import typer

from anden.core.warm_up import warm_up
from anden.envs import EnvError
from anden.learning.errors import LearningError
from anden.learning.settings import TrainingSettings, check_settings, with_words
from anden.locales import translate
from anden.workers.errors import MissingExtraError

from .boards import load_or_fail
from .fail import fail
from .language import Lang, choose_language


def train(
    board: Annotated[str, typer.Option(help="Name of a board.")] = "usa",
    players: Annotated[
        int, typer.Option(help="Seats at the table; 0: every number the board allows.")
    ] = 0,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    minutes: Annotated[float, typer.Option(help="How long this run may take.")] = 9.0,
    out: Annotated[Path, typer.Option(help="Writes OUT.pt, OUT.csv and OUT.svg.")] = Path("run"),
    resume: Annotated[Path | None, typer.Option(help="A checkpoint to resume from.")] = None,
    seed: Annotated[int, typer.Option(help="Fixes deals and first weights.")] = 0,
    threads: Annotated[int, typer.Option(help="CPU cores for planners; 0: all but one.")] = 0,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="Any other setting, NAME=VALUE; can be repeated."),
    ] = None,
    export: Annotated[
        tuple[Path, Path] | None,
        typer.Option(help="Train nothing: write the policy of a checkpoint for the bot neural."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Teach a network to play: first it imitates planners, then it plays itself and them."""
    language = choose_language(lang)
    try:
        if export is not None:
            _export(language, *export)
            return
        load_or_fail(board, language)
        wanted = TrainingSettings(board, players, device, minutes, seed=seed, threads=threads)
        wanted = with_words(wanted, settings or ())
        check_settings(wanted)
        _train(language, wanted, out, resume)
    except (LearningError, MissingExtraError) as error:
        fail(error.told(language))
    except EnvError as error:
        fail(error)
    except KeyboardInterrupt:
        fail(translate(language, "train.stopped", file=out.with_suffix(".pt")), code=130)


def _train(language: str, settings: TrainingSettings, out: Path, resume: Path | None) -> None:
    try:
        from anden.learning import training
    except ImportError as error:
        raise MissingExtraError("PyTorch", "learn") from error
    warm_up(message=translate(language, "text.compiling"), with_search=False)
    training.train(settings, out, resume, tell=typer.echo)


def _export(language: str, checkpoint: Path, target: Path) -> None:
    try:
        from anden.learning import export
    except ImportError as error:
        raise MissingExtraError("PyTorch", "learn") from error
    export.export(checkpoint, target)
    typer.echo(translate(language, "train.exported", file=target))
