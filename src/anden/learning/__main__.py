"""`python -m anden.learning --board usa --minutes 9 --device cuda --out runs/usa`."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from anden.workers.errors import MissingExtraError

from .settings import TrainingSettings


def parse_words(words: Sequence[str] | None) -> tuple[TrainingSettings, Path, Path | None]:
    """Every setting is an option."""
    parser = argparse.ArgumentParser("anden.learning", description=__doc__)
    for setting in fields(TrainingSettings):
        kind = type(setting.default)
        parser.add_argument(
            f"--{setting.name.replace('_', '-')}", type=kind, default=setting.default
        )
    parser.add_argument("--out", type=Path, default=Path("run"), help="writes OUT.pt, .csv, .svg")
    parser.add_argument("--resume", type=Path, help="a checkpoint to resume from")
    chosen = vars(parser.parse_args(words))
    out, resume = chosen.pop("out"), chosen.pop("resume")
    return TrainingSettings(**chosen), out, resume


def main(words: Sequence[str] | None = None) -> None:
    wanted = parse_words(words)
    try:
        from .training import train
    except ModuleNotFoundError:
        sys.exit(f"anden: {MissingExtraError('PyTorch', 'learn')}")
    train(*wanted, tell=lambda text: print(text, flush=True))


if __name__ == "__main__":
    main()
