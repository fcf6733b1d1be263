"""This module is now part of `anden.bulk`."""

raise ImportError("anden.simulation is now part of anden.bulk")
