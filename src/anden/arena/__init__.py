"""Matches between bots, measured honestly."""
