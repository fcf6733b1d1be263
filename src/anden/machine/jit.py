"""The two decorators of compiled code: compiled by Numba, cached on disk, or plain Python."""

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.runtime import rtsys

from .dispatcher import ThriftyDispatcher
from .folders import cache_folder

F = TypeVar("F", bound=Callable[..., object])

# The packages that are compiled, as folders of `anden`: each on top of those before it.
ROOMS = ("kernel", "strategy", "core/compiled", "learning/compiled")

_KEPT_SECONDS = 60 * 24 * 3600

IS_INTERPRETED = bool(config.DISABLE_JIT)

if IS_INTERPRETED:
    # Compiled 64-bit words wrap silently; NumPy's scalars would warn about every wrap.
    np.seterr(over="ignore")


@cache
def _features() -> str:
    """What the processor can do."""
    features: str = config.CPU_FEATURES or get_host_cpu_features().flatten()
    return features


def source_key(layers: Sequence[Path]) -> str:
    """Hash of all sources and of what compiles them, for which processor, so that nothing old is
    ever loaded, and nothing made on another machine is waited for.
    """
    digest = hashlib.sha256()
    for folder in (Path(__file__).parent, *layers):
        for path in sorted(folder.glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    digest.update(f"{sys.version_info}{numba.__version__}{np.__version__}".encode())
    digest.update(f"boundscheck={config.BOUNDSCHECK}".encode())
    digest.update(f"{config.CPU_NAME or get_host_cpu_name()}{_features()}".encode())
    return digest.hexdigest()[:16]


def _forget_unused(base: Path) -> None:
    """Removes compiled code that nothing has used for long; each start touches its own folder."""
    for folder in base.glob("[0-9a-f]" * 16):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > _KEPT_SECONDS:
                shutil.rmtree(folder)


def _writable_cache(layers: Sequence[Path]) -> Path | None:
    """The folder for compiled code, or None where nothing can be written."""
    if IS_INTERPRETED:
        return None
    try:
        base = Path(config.CACHE_DIR) if config.CACHE_DIR else cache_folder() / "kernel"
        folder = base / source_key(layers)
        if not folder.exists() and not config.CACHE_DIR:
            _forget_unused(base)
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".write-{os.getpid()}"
        probe.write_bytes(b"x")
        probe.unlink()
    except (OSError, RuntimeError):  # RuntimeError: no home directory
        return None
    return folder


@cache
def cache_of(room: str) -> Path | None:
    """Where the code of one of the ROOMS lies compiled; an edit in it or below moves it."""
    package = Path(__file__).parent.parent
    return _writable_cache([package / layer for layer in ROOMS[: ROOMS.index(room) + 1]])


def _cache_for(function: Callable[..., object]) -> Path | None:
    """The cache of the room that a function stands in; what stands elsewhere has none."""
    module = function.__module__.removeprefix("anden.").replace(".", "/")
    for room in ROOMS:
        if module.rpartition("/")[0] == room:
            return cache_of(room)
    return None


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc] # Numba is untyped here
    """The room's folder as it is, wherever the package is installed: its name says which sources
    the code was made of. Two environments then share it, and what is marked as done is there.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return ""

    def get_source_stamp(self) -> str:
        return ""

    def ensure_cache_path(self) -> None:
        pass  # it has been written to


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache, for which a full disk or a damaged file means compiling again, no more."""

    _impl_class = _CacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled before, with no more of Numba than running it takes.

        Numba's own method first loads all that compiling may need, SciPy included: half of the
        time that a process takes to start.
        """
        try:
            rtsys.initialize(target_context)
            return self._load_overload(sig, target_context)
        except Exception:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)


def _compile(function: F, forceinline: bool) -> F:
    if IS_INTERPRETED:
        return function
    options = {"nopython": True, "nogil": True, "error_model": "numpy", "forceinline": forceinline}
    dispatcher = ThriftyDispatcher(function, options)
    folder = _cache_for(function)
    if folder is not None:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            dispatcher._cache = _Cache(function)
        finally:
            config.CACHE_DIR = before
    compiled: F = dispatcher
    return compiled


def jit(function: F) -> F:
    """The function compiled: no GIL, no division checks, cached under its room's `cache_of`."""
    return _compile(function, False)


def inline(function: F) -> F:
    """Compiled into its callers, for what every step calls: 40 % more games per second."""
    return _compile(function, True)
