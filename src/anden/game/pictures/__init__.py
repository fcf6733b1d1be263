"""Boards and games as SVG pictures in the look of the table; they show what everybody may know."""

from .animation import REST, SECONDS, replay_svg
from .drawing import board_svg, position_svg
from .looks import THEMES

__all__ = ["REST", "SECONDS", "THEMES", "board_svg", "position_svg", "replay_svg"]
