"""What the tables of a process share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..action_writer import ActionWriter
from ..bots import Thinker
from ..notices.herald import Herald
from ..one_thread import OneThread
from ..settings import ServerSettings
from ..storage import Store

if TYPE_CHECKING:
    from .authority import Table

MAX_TRIES = 5  # at a change, while other processes make theirs


@dataclass(frozen=True)
class Tools:
    store: OneThread[Store]
    writer: ActionWriter
    thinker: Thinker
    settings: ServerSettings
    is_shared: bool  # whether other processes change the same games
    announce: Callable[["Table"], None]  # who is present has changed
    herald: Herald
