"""`anden admin`: what an operator does with the games of a server, while it runs or not."""

from .app import admin

__all__ = ["admin"]
