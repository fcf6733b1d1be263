"""Mutants that no test could notice, each with its reason: `equivalent.toml`."""

import tomllib
from pathlib import Path

from .workshop import Mutant

_FILE = Path(__file__).with_name("equivalent.toml")

Key = tuple[str, str, str]  # the function, what is gone, what is new


def load_known() -> dict[Key, str]:
    """Reasons. Modules and line numbers are left out, so that code can move."""
    told = tomllib.loads(_FILE.read_text())
    return {
        (entry["function"], entry["gone"], new): reason["reason"]
        for reason in told["equivalent"]
        for entry in reason["mutants"]
        for new in entry["new"]
    }


def key_of(mutant: Mutant) -> Key:
    gone, new = mutant.mutation.changed_lines(mutant.source)
    return mutant.mutation.function, " ".join(gone), " ".join(new)
