"""Which bots are played compiled, and how a seat then plays."""

from collections.abc import Sequence

import numpy as np

from anden.bots import BOTS
from anden.bots.style_bot import StyleBot
from anden.kernel.layout import Records, Tables
from anden.strategy.style import STYLE

_COMPILED = {
    name: bot for name, bot in BOTS.items() if isinstance(bot, type) and issubclass(bot, StyleBot)
}


def is_compiled(bot: str) -> bool:
    """Whether a bot is played without Python between its choices: all that neither search nor
    come from outside.
    """
    return bot in _COMPILED


def styles_of(names: Sequence[str], seeds: Sequence[int], tables: Tables) -> Records:
    """One per seat, from the bots themselves."""
    styles = np.zeros(len(names), STYLE)
    for style, name, seed in zip(styles, names, seeds, strict=True):
        _COMPILED[name](seed).fill_style(tables, style)
    return styles
