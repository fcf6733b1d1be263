"""Digests of seeded random games: one changed byte of one state changes them.

`python -m tests.golden.digests usa` prints those of a board, compiled or interpreted.
"""

import hashlib
import json
import random
import sys
from pathlib import Path

from anden.kernel import NET, RESULT, final_scores
from anden.machine.jit import IS_INTERPRETED
from tests.kernel.support import NUM_STYLES, blank, new_game, player_counts, tables, walk

FILE = Path(__file__).with_name("digests.json")
GAMES = 50


def game_digest(name: str, players: int, seed: int, style: int) -> str:
    """Hash of every state of a random game, and of its result."""
    board = tables(name)
    state, result = new_game(board, players, seed), blank(RESULT)
    digest = hashlib.sha256(state.tobytes())
    for _ in walk(board, state, random.Random(seed), style):
        digest.update(state.tobytes())
    final_scores(board, state, result, blank(NET))
    digest.update(result.tobytes())
    return digest.hexdigest()[:32]


def board_digests(name: str) -> dict[str, str]:
    """By game: all player counts and styles in turn."""
    counts = list(player_counts(name))
    digests = {}
    for game in range(GAMES):
        players, style = counts[game % len(counts)], game % NUM_STYLES
        seed = game << 64 | game * 0x9E3779B97F4A7C15 % 2**64
        digests[f"{game} players={players} style={style}"] = game_digest(name, players, seed, style)
    return digests


def load_digests() -> dict[str, dict[str, str]]:
    stored: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return stored


if __name__ == "__main__":
    print(json.dumps({"is_interpreted": IS_INTERPRETED, "digests": board_digests(sys.argv[1])}))
