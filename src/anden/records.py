"""What this module held is now in `anden.game`."""

raise ImportError("anden.records is now part of anden.game")
