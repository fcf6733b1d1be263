"""Forms of the words a board gives in one form only."""

from anden.boards.names import fold

_UNACCENTED = str.maketrans("áéíóú", "aeiou")


def plural(language: str, word: str) -> str:
    """
    >>> plural("es", "autobús"), plural("es", "azul"), plural("es", "roja"), plural("en", "bus")
    ('autobuses', 'azules', 'rojas', 'buses')
    """
    if language == "es":
        return _spanish_plural(word)
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"


def card_colour(language: str, colour: str, n: int) -> str:
    """A colour as it is said of cards.

    >>> card_colour("es", "rojo", 2), card_colour("es", "verde", 1), card_colour("en", "red", 2)
    ('rojas', 'verde', 'red')
    """
    if language != "es" or " " in colour:
        return colour
    feminine = f"{colour[:-1]}a" if colour.endswith("o") else colour
    return feminine if n == 1 else _spanish_plural(feminine)


def sounds_like_i(text: str) -> bool:
    """Whether Spanish says "e" for "y" before it: Irene, Hilda, not hierro.

    >>> sounds_like_i("Irene"), sounds_like_i("hierro")
    (True, False)
    """
    start = fold(text)
    return start.startswith("i") or (start.startswith("hi") and start[2:3] not in ("a", "e", "o"))


def sounds_like_o(text: str) -> bool:
    """Whether Spanish says "u" for "o" before it."""
    return fold(text).startswith(("o", "ho"))


def starts_with_vowel(text: str) -> bool:
    """Whether English says "an" for "a" before it."""
    return text[:1] in "aeiou"


def _spanish_plural(word: str) -> str:
    if word[-1:] in "aeiouáéó":
        return f"{word}s"
    if word.endswith("z"):
        return f"{word[:-1]}ces"
    stem = word[:-2] + word[-2:].translate(_UNACCENTED)  # autobús, marrón
    return f"{stem}es"
