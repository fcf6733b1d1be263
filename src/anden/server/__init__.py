"""The game server: a referee for people on other devices. docs/server.md is its protocol.

Both names are loaded when they are asked for: the processes in which bots think are part of this
package and need neither the web framework nor the database.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .app import create_app
    from .settings import ServerSettings

__all__ = ["ServerSettings", "create_app"]

_HOMES = {"ServerSettings": ".settings", "create_app": ".app"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name], __name__), name)
