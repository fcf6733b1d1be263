"""Running interpreted while another process compiles, so that nobody waits for a compiler.

Interpreted and compiled code do the same to the same bytes: each function changes over by itself
once its machine code is found in the cache.
"""

LOOK_SECONDS = 1.0  # between two looks at whether a function has been compiled

_is_on = False


def interpret_meanwhile(is_on: bool = True) -> None:
    """From now on this process compiles nothing: what is not in the cache runs interpreted."""
    global _is_on
    _is_on = is_on


def is_interpreting() -> bool:
    return _is_on
