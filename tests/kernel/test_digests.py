"""Seeded games give the same bytes for ever, compiled and interpreted."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.golden.digests import GAMES, board_digests, load_digests
from tests.kernel.support import BOARDS

ROOT = Path(__file__).parents[2]


def interpreted_run(name: str) -> Any:
    """What another process, with the compiler off, says about the board's games."""
    command = [sys.executable, "-m", "tests.golden.digests", name]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", BOARDS)
def test_games_have_the_stored_digests(name: str) -> None:
    assert board_digests(name) == load_digests()[name]


@pytest.mark.compiled_only
def test_interpreted_games_have_the_stored_digests() -> None:
    with ThreadPoolExecutor() as pool:
        runs = dict(zip(BOARDS, pool.map(interpreted_run, BOARDS), strict=True))
    assert all(run["is_interpreted"] for run in runs.values())
    assert {name: run["digests"] for name, run in runs.items()} == load_digests()


def test_digests_cover_fifty_different_games_a_board() -> None:
    stored = load_digests()
    assert list(stored) == list(BOARDS)
    every = [digest for digests in stored.values() for digest in digests.values()]
    assert len(every) == len(set(every)) == GAMES * len(BOARDS)
