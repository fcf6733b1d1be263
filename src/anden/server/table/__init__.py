"""One game at this process: the authority over it, and the parts that do its work."""

from .authority import Table
from .tools import Tools

__all__ = ["Table", "Tools"]
