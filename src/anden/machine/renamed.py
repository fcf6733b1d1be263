"""Names that have moved: importing one raises an error that gives the new one."""

from collections.abc import Callable
from typing import NoReturn


def renamed(module: str, names: dict[str, str]) -> Callable[[str], NoReturn]:
    """A `__getattr__` for a module that had these names, each with its new place."""

    def look_up(name: str) -> NoReturn:
        if name in names:
            raise ImportError(f"{module}.{name} is now {names[name]}")
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return look_up
