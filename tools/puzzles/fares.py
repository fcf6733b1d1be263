"""How bots of each level fare: the credit of what they answer, and the level that follows."""

import numpy as np

from anden.boards import BoardNameError
from anden.bots import make_bot
from anden.bots.base import RecordBot
from anden.bots.levels import LevelPlanner
from anden.core.game_core import tables_array
from anden.core.sets import members_of_words
from anden.game import ClaimRoute, View
from anden.kernel.actions import CLAIM
from anden.puzzles import Puzzle, PuzzleError, grade
from anden.strategy.choosing import choose
from anden.strategy.style import STYLE
from anden.strategy.workspace import WORKSPACE

LEVELS = ("easy", "medium", "hard", "expert")
SEEDS = range(5)
SECONDS = 0.2  # for a bot that searches, so that its answer is found again
PASSED = 0.7  # mean credit from which a level has solved a puzzle
NAIVE = ("easy", "medium")


def fares_of(puzzle: Puzzle) -> dict[str, float]:
    """Mean credit by level of bots. Nobody asks bots for odds."""
    if puzzle.theme == "odds":
        return {}
    view = puzzle.position()
    levels = LEVELS[:-1] if puzzle.network else LEVELS
    return {
        level: round(
            float(np.mean([_credit(puzzle, view, level, seed) for seed in _seeds(level)])), 2
        )
        for level in levels
    }


def level_of(fares: dict[str, float]) -> int:
    """One more than the levels of bots that fail."""
    return 1 + sum(fare < PASSED for fare in fares.values()) if fares else 2


def _seeds(level: str) -> range:
    return SEEDS[:1] if level == "expert" else SEEDS


def _credit(puzzle: Puzzle, view: View, level: str, seed: int) -> float:
    try:
        answer = _plan(view, level, seed) if puzzle.network else _choice(puzzle, view, level, seed)
        return grade(puzzle, answer).credit
    except (PuzzleError, BoardNameError):
        return 0.0


def _plan(view: View, level: str, seed: int) -> list[str]:
    """The routes that a planner of this level would claim for its tickets."""
    bot = make_bot(level, seed)
    assert isinstance(bot, LevelPlanner)
    styles, workspaces = np.zeros(1, STYLE), np.zeros(1, WORKSPACE)
    bot.fill_style(view.tables, styles[0])
    choose(tables_array(view.board), np.array([view.state]), styles, workspaces)
    return [view.board.route_name(route) for route in members_of_words(workspaces[0]["plan"])]


def _choice(puzzle: Puzzle, view: View, level: str, seed: int) -> str:
    """What the bot does, as the puzzle words it."""
    bot = make_bot(level, seed, SECONDS)
    assert isinstance(bot, RecordBot)
    if puzzle.theme == "tunnel":
        return str(_payment(view, bot, str(puzzle.facts["route"])))
    return worded(puzzle, str(bot.choose(view, ())))


def worded(puzzle: Puzzle, action: str) -> str:
    """An action as the answer that stands for it."""
    short = action.split(" with ")[0]
    words = [action, short]
    if puzzle.theme == "last" and action.startswith("draw "):
        words.append("draw deck")
    if short.startswith("claim "):
        board = puzzle.board
        twin = board.routes[board.find_route(short.removeprefix("claim "))].twin
        words += [] if twin is None else [f"claim {board.route_name(twin)}"]
    answers = {choice.answer for choice in puzzle.choices}
    return next((word for word in words if word in answers), action)


def _payment(view: View, bot: RecordBot, route: str) -> ClaimRoute:
    """How the bot pays for a tunnel that has been chosen for it."""
    from anden.core import GameCore

    number = view.board.find_route(route)
    core = GameCore(view.board, view.players)
    core.states[0] = view.state
    core.step(CLAIM + number)
    paid = bot.choose_id(view.tables, core.states[0].copy())
    action = view.action_of([CLAIM + number, paid])
    assert isinstance(action, ClaimRoute)
    return action
