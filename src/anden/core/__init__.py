"""One game as the rules play it: dealt, stepped, seen and scored in action ids."""

from .game_core import GameCore
from .seeds import game_seed, split_seed
from .whole_actions import WholeActions, choose_rest, choose_whole, is_unpaid

__all__ = [
    "GameCore",
    "WholeActions",
    "choose_rest",
    "choose_whole",
    "game_seed",
    "is_unpaid",
    "split_seed",
]
