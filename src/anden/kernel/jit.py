"""The one decorator of the kernel: compiled by Numba, cached on disk, or plain Python."""

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import njit
from numba.core import config
from numba.core.caching import FunctionCache

F = TypeVar("F", bound=Callable[..., object])

_KEPT_SECONDS = 60 * 24 * 3600

IS_INTERPRETED = bool(config.DISABLE_JIT)

if IS_INTERPRETED:
    # Compiled 64-bit words wrap silently; NumPy's scalars would warn about every wrap.
    np.seterr(over="ignore")


def _source_key(*further: Path) -> str:
    """Hash of every kernel source and of what compiles it, so that old rules can't be loaded.

    `further` folders hold code that is compiled on top of the kernel.
    """
    digest = hashlib.sha256()
    for folder in (Path(__file__).parent, *further):
        for path in sorted(folder.glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    digest.update(f"{sys.version_info}{numba.__version__}{np.__version__}".encode())
    digest.update(f"boundscheck={config.BOUNDSCHECK}".encode())
    return digest.hexdigest()[:16]


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _forget_unused(base: Path) -> None:
    """Removes compiled code that nothing has used for long; each start touches its own folder."""
    for folder in base.glob("[0-9a-f]" * 16):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > _KEPT_SECONDS:
                shutil.rmtree(folder)


def _writable_cache(*further: Path) -> Path | None:
    """The folder for compiled code, or None where nothing can be written."""
    if IS_INTERPRETED:
        return None
    try:
        base = Path(config.CACHE_DIR) if config.CACHE_DIR else _user_cache() / "anden" / "kernel"
        folder = base / _source_key(*further)
        if not folder.exists() and not config.CACHE_DIR:
            _forget_unused(base)
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".write-{os.getpid()}"
        probe.write_bytes(b"x")
        probe.unlink()
    except (OSError, RuntimeError):  # RuntimeError: no home directory
        return None
    return folder


CACHE = _writable_cache()


class _Cache(FunctionCache):  # type: ignore[misc] # Numba is untyped here
    """Numba's cache, for which a full disk or a damaged file means compiling again, no more."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)


def _compile(function: F, forceinline: bool, cache: Path | None) -> F:
    dispatcher = njit(nogil=True, error_model="numpy", forceinline=forceinline)(function)
    if cache is not None:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(cache)
        try:
            dispatcher._cache = _Cache(function)
        finally:
            config.CACHE_DIR = before
    compiled: F = dispatcher
    return compiled


def jit(function: F) -> F:
    """The function compiled: no GIL, no division checks, cached under `CACHE`."""
    return _compile(function, False, CACHE)


def inline(function: F) -> F:
    """Compiled into its callers, for what every step calls: 40 % more games a second."""
    return _compile(function, True, CACHE)


class Compiler:
    """`jit` and `inline` for a folder of code on top of the kernel, with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.cache = _writable_cache(folder)

    def jit(self, function: F) -> F:
        return _compile(function, False, self.cache)

    def inline(self, function: F) -> F:
        return _compile(function, True, self.cache)
