"""Where this user's data and compiled code are kept on this system."""

from pathlib import Path

import platformdirs


def data_folder() -> Path:
    return _checked(platformdirs.user_data_path("anden", appauthor=False))


def cache_folder() -> Path:
    return _checked(platformdirs.user_cache_path("anden", appauthor=False))


def _checked(folder: Path) -> Path:
    """RuntimeError for a user without a home, where the path begins with a bare tilde."""
    if not folder.is_absolute():
        raise RuntimeError("no home folder")
    return folder
