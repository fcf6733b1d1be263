"""Whether SQLite's write-ahead log can be read to its end.

SQLite takes what it can read of it and says nothing about the rest: games that were stored would be
gone. So it is looked at before SQLite does, and kept if something is wrong with it.

A log ends where a write was cut off, which is no damage: nothing after it was ever acknowledged. It
is damage if later frames of the same log follow, or if its head can't be read.
"""

import logging
import shutil
import struct
from dataclasses import dataclass
from pathlib import Path
from time import strftime

log = logging.getLogger("anden.server")

_HEAD, _FRAME_HEAD = 32, 24
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}  # the byte order of its checksums


@dataclass(frozen=True)
class Damage:
    """Where a log can no longer be read."""

    frame: int  # from 1; 0: its head
    of: int


def keep_damaged_log(database: Path) -> Path | None:
    """Copies the log of a database if it is damaged, and says so; the copy, if there is one."""
    wal = database.with_name(f"{database.name}-wal")
    damage = find_damage(wal)
    if damage is None:
        return None
    copy = wal.with_name(f"{wal.name}.damaged-{strftime('%Y%m%dT%H%M%S')}")
    shutil.copy2(wal, copy)
    log.error(
        "the write-ahead log %s is damaged: it can be read up to frame %d of %d, and what was "
        "stored after that is missing. It is kept as %s; a backup may have what is missing",
        wal,
        max(damage.frame - 1, 0),
        damage.of,
        copy,
    )
    return copy


def find_damage(wal: Path) -> Damage | None:
    """The first frame that can't be read although it was once written whole."""
    try:
        data = wal.read_bytes()
    except FileNotFoundError:
        return None
    if len(data) <= _HEAD:
        return None
    magic, _, page_size = struct.unpack(">III", data[:12])
    order = _MAGIC.get(magic)
    size = _FRAME_HEAD + page_size
    if order is None or page_size < 512 or page_size > 65536:
        return Damage(0, 0)
    salts, num_frames = data[16:24], (len(data) - _HEAD) // size
    sums = _checksum(data[:24], (0, 0), order)
    if sums != struct.unpack(">II", data[24:32]):
        return Damage(0, num_frames)
    for number in range(num_frames):
        start = _HEAD + number * size
        frame = data[start : start + size]
        sums = _checksum(frame[_FRAME_HEAD:], _checksum(frame[:8], sums, order), order)
        if frame[8:16] != salts or sums != struct.unpack(">II", frame[16:24]):
            is_damage = _was_committed(data, number, num_frames, size, salts)
            return Damage(number + 1, num_frames) if is_damage else None
    return None


def _was_committed(data: bytes, first: int, num_frames: int, size: int, salts: bytes) -> bool:
    """Whether frames of this log end a transaction, here or later: only whole ones are written."""
    for number in range(first, num_frames):
        start = _HEAD + number * size
        is_ours = data[start + 8 : start + 16] == salts
        if is_ours and data[start + 4 : start + 8] != b"\0\0\0\0":
            return True
    return False


def _checksum(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """As SQLite does it: over pairs of 32-bit words."""
    one, two = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
