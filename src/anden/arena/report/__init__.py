"""The report of a match: one HTML page without anything from outside."""

from .page import build_report

__all__ = ["build_report"]
