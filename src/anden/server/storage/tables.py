"""Every module that has tables: whoever opens a store knows all of them, as a backup has to."""

from . import accounts, boards, listeners, moved, played, ratings, reviews, schema, tokens, turns

MODULES = (accounts, boards, listeners, moved, played, ratings, reviews, schema, tokens, turns)
