"""The game server: a referee for people on other devices. docs/server.md is its protocol."""

from .app import create_app
from .settings import ServerSettings

__all__ = ["ServerSettings", "create_app"]
