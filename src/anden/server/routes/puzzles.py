"""Puzzles: which there are, each with its question, and answers checked.

What is best goes out only with the verdict on an answer.
"""

from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Any

from fastapi import APIRouter

from anden.game.view_json import view_as_dict
from anden.puzzles import (
    THEMES,
    Puzzle,
    PuzzleError,
    credit_for,
    daily,
    find_puzzle,
    grade,
    load_puzzles,
)
from anden.puzzles.words import Words

from ..bodies import Answer
from ..errors import RefusedError
from .caller import CallerOf

router = APIRouter(prefix="/puzzles")


@router.get("")
def list_puzzles() -> dict[str, Any]:
    """All of them, and the one of this day."""
    today = datetime.now(UTC).date()
    return {
        "day": today.isoformat(),
        "daily": daily(today).id,
        "themes": {name: theme.family for name, theme in THEMES.items()},
        "puzzles": [
            {"id": each.id, "board": each.board_id, "theme": each.theme, "level": each.level}
            for each in load_puzzles()
        ],
    }


@router.get("/{puzzle_id}")
async def show_puzzle(puzzle_id: str, caller: CallerOf) -> dict[str, Any]:
    puzzle = _puzzle(puzzle_id)
    words = Words(puzzle, caller.language)
    return {
        "id": puzzle.id,
        "board": puzzle.board_id,
        "theme": puzzle.theme,
        "level": puzzle.level,
        "title": words.title(),
        "question": words.question(),
        "view": await caller.open_tables.threads.run(caller.payer, partial(_view, puzzle.id)),
        "choices": [
            {"answer": choice.answer, "label": words.label(choice.answer)}
            for choice in puzzle.choices
        ],
    }


@router.post("/{puzzle_id}/answer")
async def answer(puzzle_id: str, body: Answer, caller: CallerOf) -> dict[str, Any]:
    """What an answer is worth, and the best one with its reason."""
    puzzle = _puzzle(puzzle_id)
    given = body.routes if puzzle.network else body.answer
    try:
        job = partial(grade, puzzle, given or "")
        verdict = await caller.open_tables.threads.run(caller.payer, job)
    except PuzzleError as error:
        raise RefusedError("puzzle/bad-answer", detail=error) from error
    words = Words(puzzle, caller.language)
    return {
        "credit": verdict.credit,
        "is_best": verdict.is_best,
        "text": words.verdict(verdict),
        "why": words.explanation(),
        "fares": words.fares(),
        "network": list(puzzle.network),
        "choices": [
            {
                "answer": choice.answer,
                "label": words.label(choice.answer),
                "worth": words.worth(choice),
                "credit": credit_for(puzzle.kind, choice.loss),
            }
            for choice in puzzle.choices
        ],
    }


def _puzzle(name: str) -> Puzzle:
    try:
        return find_puzzle(name)
    except PuzzleError as error:
        raise RefusedError("puzzle/unknown") from error


@lru_cache(64)
def _view(name: str) -> dict[str, Any]:
    """What the seat sees; the cheapest ways of its tickets are left for it to find."""
    view = view_as_dict(find_puzzle(name).position())
    for ticket in (*view["own"]["tickets"], *view["own"]["offer"]):
        if ticket["status"] != "done":
            ticket |= {"status": "open", "missing": [], "pieces": 0}
    return view
