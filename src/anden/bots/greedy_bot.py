"""Takes the most points available now; otherwise collects cards for the next route."""

from anden.kernel.layout import Tables
from anden.strategy.style import Style

from .luck import luck_of
from .style_bot import StyleBot


class GreedyBot(StyleBot):
    def fill_style(self, tables: Tables, style: Style) -> None:
        style["luck"] = luck_of(self.seed)
        style["is_greedy"] = 1
