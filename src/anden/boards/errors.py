"""What can be wrong with a board, or with a name on it."""


class BoardError(ValueError):
    """A board file that can't be used: one message with file, place, reason and remedy."""


class NoBoardFileError(BoardError):
    """There is no file to read a board from, or it can't be opened."""


class BoardNameError(ValueError):
    """A name of a city, route, ticket or colour that fits nothing, or several things."""
