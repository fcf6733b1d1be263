"""From what was made to the collection of the package; and the collection checked."""

import json
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import anden
from anden.puzzles import Puzzle, grade, load_puzzles
from anden.puzzles.words import Words

from .make import finished
from .moments import find_moment

DATA = Path(anden.__file__).parent / "puzzles" / "data"
MOST = 45  # of a theme on a board
EASIEST_SHARE = 0.3  # of a theme's puzzles that every bot solves, at most


def collect(folder: Path) -> None:
    """Numbers what was found, leaves out the too many easy ones, and writes it board by board."""
    found: dict[tuple[str, str], list[Puzzle]] = defaultdict(list)
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            plain = json.loads(line)["puzzle"]
            if plain is not None:
                puzzle = told_once(Puzzle.from_dict(plain))
                found[puzzle.board_id, puzzle.theme].append(puzzle)
    DATA.mkdir(exist_ok=True)
    for (board, theme), puzzles in sorted(found.items()):
        chosen = _chosen(puzzles)
        named = [
            replace(puzzle, id=f"{board}-{theme}-{number}")
            for number, puzzle in enumerate(chosen, 1)
        ]
        _write(DATA / f"{board}-{theme}.jsonl", named)
        print(f"{board}-{theme}: {len(named)} of {len(puzzles)}")


def told_once(puzzle: Puzzle) -> Puzzle:
    """Without the second of two answers that read alike: lanes of one colour."""
    words, kept = Words(puzzle, "en"), {}
    for choice in sorted(puzzle.choices, key=lambda choice: -choice.loss):
        kept[words.label(choice.answer)] = choice  # the better one stays
    return replace(puzzle, choices=tuple(c for c in puzzle.choices if c in kept.values()))


def _chosen(puzzles: list[Puzzle]) -> list[Puzzle]:
    """Easiest first, without most of those that every bot solves."""
    easy = [puzzle for puzzle in puzzles if puzzle.level == 1]
    hard = [puzzle for puzzle in puzzles if puzzle.level > 1]
    most = max(3, round(len(hard) * EASIEST_SHARE / (1 - EASIEST_SHARE)))
    return sorted((easy[:most] + hard)[:MOST], key=lambda puzzle: puzzle.level)


def renew() -> None:
    """Moments, measured again by the evaluator as it is now; those that no longer hold go."""
    for path in sorted(DATA.glob("*-moment.jsonl")):
        lines = path.read_text("utf-8").splitlines()
        before = [Puzzle.from_dict(json.loads(line)) for line in lines]
        found = [(puzzle.id, find_moment(puzzle.game())) for puzzle in before]
        kept = [told_once(finished(draft, name)) for name, draft in found if draft is not None]
        _write(path, kept)
        print(f"{path.stem}: {len(kept)} of {len(before)}", flush=True)


def _write(path: Path, puzzles: list[Puzzle]) -> None:
    lines = (json.dumps(p.as_dict(), ensure_ascii=False, separators=(",", ":")) for p in puzzles)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def check() -> None:
    """Every puzzle is replayed, and its best answer graded."""
    for puzzle in load_puzzles():
        answer = puzzle.network or puzzle.best.answer
        assert grade(puzzle, answer).is_best, puzzle.id
        print(puzzle.id, end=" ", flush=True)
    print()
