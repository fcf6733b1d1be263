"""Plans the cheapest network for its tickets, and makes the move that serves the plan."""

from anden.kernel.layout import Tables
from anden.strategy.numbers import Numbers, numbers_for
from anden.strategy.style import THOROUGH, Style

from .luck import luck_of
from .style_bot import StyleBot


class PlannerBot(StyleBot):
    orders = THOROUGH

    def numbers(self, tables: Tables) -> Numbers:
        """What it believes on this board, as a new record."""
        return numbers_for(tables)

    def fill_style(self, tables: Tables, style: Style) -> None:
        style["luck"] = luck_of(self.seed)
        style["orders"] = self.orders
        style["numbers"] = self.numbers(tables)
