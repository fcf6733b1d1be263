"""What can be wrong with a board, or with a name on it."""


class BoardError(ValueError):
    """A board file that can't be used: one message with file, place, reason and remedy."""


class BoardNameError(ValueError):
    """A name of a city, route, ticket or colour that fits nothing, or several things."""
