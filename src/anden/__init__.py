"""Andén: an open platform for train board games."""

__version__ = "0.1.0"
