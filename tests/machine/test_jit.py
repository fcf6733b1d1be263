"""The cache of compiled code: never stale, and never needed."""

import errno
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from numba.core import config
from numba.core.caching import FunctionCache

import anden.kernel
from anden.machine.jit import ROOMS, cache_of, inline, source_key

SOURCES = Path(anden.kernel.__file__).parent
PACKAGE = SOURCES.parent

COUNT_BITS = """
import numpy as np
from anden.kernel.bits import count
from anden.machine.jit import cache_of
print(count(np.uint64(255)), cache_of("kernel"))
"""


def _successor(number: int) -> int:
    return number + 1


def key_of(room: Path) -> str:
    """The source key that code in a folder would have."""
    return source_key([room])


@pytest.fixture
def copied_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "cache"))
    copied = tmp_path / "kernel"
    shutil.copytree(SOURCES, copied, ignore=shutil.ignore_patterns("__pycache__"))
    return copied


def test_equal_sources_share_compiled_code(copied_kernel: Path) -> None:
    assert key_of(copied_kernel) == key_of(SOURCES)


@pytest.mark.parametrize("file", sorted(path.name for path in SOURCES.glob("*.py")))
def test_a_change_in_any_source_makes_a_new_cache(copied_kernel: Path, file: str) -> None:
    before = key_of(copied_kernel)
    with (copied_kernel / file).open("a", encoding="utf-8") as source:
        source.write("\n")
    assert key_of(copied_kernel) != before


def test_new_and_renamed_sources_make_a_new_cache(copied_kernel: Path) -> None:
    keys = {key_of(copied_kernel)}
    (copied_kernel / "bits.py").rename(copied_kernel / "words.py")
    keys.add(key_of(copied_kernel))
    (copied_kernel / "more.py").touch()
    keys.add(key_of(copied_kernel))
    assert len(keys) == 3


def test_a_room_has_another_cache_when_one_below_it_changes(copied_kernel: Path) -> None:
    strategy = PACKAGE / "strategy"
    before = source_key([copied_kernel, strategy])
    (copied_kernel / "bits.py").write_text("# changed", encoding="utf-8")
    assert source_key([copied_kernel, strategy]) != before


@pytest.mark.compiled_only
def test_every_room_that_is_compiled_has_a_cache_of_its_own() -> None:
    assert len({cache_of(room) for room in ROOMS}) == len(ROOMS)
    for room in ROOMS:
        assert list((PACKAGE / room).glob("*.py")), room


def test_bounds_checked_code_has_its_own_cache(
    copied_kernel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = set()
    for setting in (None, 0, 1):
        monkeypatch.setattr(config, "BOUNDSCHECK", setting)
        keys.add(key_of(copied_kernel))
    assert len(keys) == 3


def count_bits(cache: Path, variable: str = "NUMBA_CACHE_DIR", **more: str) -> list[str]:
    """Runs one small compiled function in a new process with this cache folder."""
    others = {name: text for name, text in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    environment = {**others, variable: str(cache), "NUMBA_DISABLE_JIT": "0", **more}
    command = [sys.executable, "-W", "error", "-c", COUNT_BITS]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.compiled_only
def test_rules_run_where_no_cache_can_be_written(tmp_path: Path) -> None:
    obstacle = tmp_path / "file"
    obstacle.touch()
    assert count_bits(obstacle / "below") == ["8", "None"]


@pytest.mark.compiled_only
def test_compiled_code_is_kept_under_the_source_key(tmp_path: Path) -> None:
    result, folder = count_bits(tmp_path)
    assert result == "8"
    assert Path(folder).parent == tmp_path
    assert list(Path(folder).rglob("*.nbi"))


@pytest.mark.compiled_only
@pytest.mark.skipif(sys.platform == "win32", reason="links need permission there")
def test_two_environments_share_what_is_compiled(tmp_path: Path) -> None:
    """The same version in another folder finds the code that its marks say is there."""
    cache = tmp_path / "cache"
    made = []
    for name in ("first", "second"):
        (tmp_path / name).symlink_to(PACKAGE.parent)
        count_bits(cache, PYTHONPATH=str(tmp_path / name))
        made.append({path: path.stat().st_mtime_ns for path in cache.rglob("*.nbc")})
    assert made[0] == made[1]
    assert made[0]


def test_every_kind_of_processor_has_its_own_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = set()
    for processor in (None, "generic", "znver3"):
        monkeypatch.setattr(config, "CPU_NAME", processor)
        keys.add(key_of(SOURCES))
    assert len(keys) == 3


@pytest.mark.compiled_only
@pytest.mark.skipif(sys.platform != "linux", reason="the user's cache is elsewhere")
def test_code_unused_for_long_is_forgotten_when_new_code_is_made(tmp_path: Path) -> None:
    base = tmp_path / "anden" / "kernel"
    days = {"0123456789abcdef": 90, "fedcba9876543210": 5, "not-a-key": 90}
    for name, age in days.items():
        (base / name / "cards").mkdir(parents=True)
        then = time.time() - age * 24 * 3600
        os.utime(base / name, (then, then))
    _, folder = count_bits(tmp_path, "XDG_CACHE_HOME")
    kept = {path.name for path in base.iterdir()}
    assert {"fedcba9876543210", "not-a-key", Path(folder).name} <= kept
    assert "0123456789abcdef" not in kept


@pytest.mark.compiled_only
def test_a_full_disk_does_not_stop_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(FunctionCache, "_save_overload", refuse)
    assert inline(_successor)(1) == 2


@pytest.mark.compiled_only
def test_a_damaged_cache_means_compiling_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: object) -> None:
        raise EOFError

    monkeypatch.setattr(FunctionCache, "_load_overload", damaged)
    assert inline(_successor)(2) == 3
