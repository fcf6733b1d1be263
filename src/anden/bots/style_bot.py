"""Bots whose choice is compiled: they only say in which style they play."""

from typing import Any

import numpy as np

from anden.kernel.ids import ActionId
from anden.kernel.layout import TABLES, Records, Tables
from anden.strategy.choosing import choose
from anden.strategy.style import STYLE, Style
from anden.strategy.workspace import WORKSPACE

from .base import DEFAULT_SECONDS, RecordBot


class TablesHolder:
    """The tables of the board that a bot plays on, in an array of one element."""

    def __init__(self) -> None:
        self.array = np.zeros(1, TABLES)
        self._origin: Any = None  # the array that holds the tables last seen

    def hold(self, tables: Tables) -> bool:
        """Takes other tables over; whether they are others than before."""
        if self._origin is tables.base:
            return False
        self._origin = tables.base
        self.array[0] = tables
        return True


def array_of(record: Any) -> Records:
    """An array of one element: the record itself where it is part of an array, or a copy."""
    return np.asarray(record).reshape(1)


class StyleBot(RecordBot):
    def __init__(self, seed: int = 0, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(seed, seconds)
        self._tables = TablesHolder()
        self._styles = np.zeros(1, STYLE)
        self._workspaces = np.zeros(1, WORKSPACE)

    def fill_style(self, tables: Tables, style: Style) -> None:
        """How it plays on this board, into an empty record."""
        raise NotImplementedError

    def choose_id(self, tables: Any, record: Any) -> ActionId:
        if self._tables.hold(tables):
            self.fill_style(tables, self._styles[0])
        views = array_of(record)
        return int(choose(self._tables.array, views, self._styles, self._workspaces))
