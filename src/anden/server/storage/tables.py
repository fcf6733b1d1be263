"""Every module that has tables, so that whoever opens a store knows all of them: a backup has to."""

from . import accounts, boards, played, ratings, reviews, schema, tokens, turns

MODULES = (accounts, boards, played, ratings, reviews, schema, tokens, turns)
