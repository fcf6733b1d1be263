"""The files: the same rows whoever plays them, whatever ends a run, and in either form."""

import errno
import json
import os
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import anden
from anden.bulk import (
    COLUMNS,
    DatasetError,
    dataset_info,
    files,
    read_dataset,
    write_dataset,
)
from anden.bulk import (
    settings as module,
)
from anden.bulk.folder import PartsFolder, parts_path
from anden.kernel import RULESET
from anden.kernel.encode import OBSERVATION_VERSION
from anden.workers import WorkError
from anden.workers.pool import play_here, play_on_cores
from tests.bulk.support import are_equal, settings, whole

WANTED = settings("greedy", "planner", games=40, seed=11)
write_here = partial(write_dataset, runner=play_here)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COMPILED_GAMES", 4)


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of WANTED, written in one go."""
    path = tmp_path_factory.mktemp("reference") / "data.parquet"
    write_here(path, WANTED)
    return path.read_bytes()


def test_bytes_are_the_same_whatever_the_parts(
    reference: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for games in (1, 7, 64):
        monkeypatch.setattr(module, "COMPILED_GAMES", games)
        path = tmp_path / f"{games}.parquet"
        write_here(path, WANTED)
        assert path.read_bytes() == reference


def test_bytes_are_the_same_on_all_cores(tmp_path: Path) -> None:
    wanted = settings("greedy", "random", games=16)
    write_here(tmp_path / "one.parquet", wanted)
    write_dataset(tmp_path / "two.parquet", wanted, runner=partial(play_on_cores, workers=2))
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "two.parquet").read_bytes()


def test_metadata_tells_what_the_rows_depend_on(reference: bytes, tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    path.write_bytes(reference)
    info = dataset_info(path)
    expected = {
        "anden": anden.__version__,
        "ruleset": RULESET,
        "observation_version": OBSERVATION_VERSION,
        "board": "london",
        "board_sha256": WANTED.board.sha256,
        "players": 2,
        "bots": ["greedy", "planner"],
        "seed": 11,
        "games": 40,
        "forfeits": 0,
    }
    assert info | expected == info
    assert info["rows"] == pq.read_metadata(path).num_rows
    assert json.loads(pq.read_schema(path).metadata[b"anden"]) == info


def test_columns_have_the_types_that_are_reported(reference: bytes) -> None:
    schema = pq.read_schema(pa.BufferReader(reference))
    assert schema.names == list(COLUMNS)
    size = json.loads(schema.metadata[b"anden"])["observation_size"]
    observation = schema.field("observation").type
    assert (observation.list_size, observation.value_type) == (size, pa.int16())
    legal = schema.field("legal").type
    assert (legal.list_size, legal.value_type) == (5, pa.uint64())
    assert not any(field.nullable for field in schema)


def test_npz_holds_the_same(reference: bytes, tmp_path: Path) -> None:
    (tmp_path / "data.parquet").write_bytes(reference)
    write_here(tmp_path / "data.npz", WANTED)
    rows = whole(tmp_path / "data.parquet")
    assert are_equal(rows, whole(tmp_path / "data.npz"))
    assert dataset_info(tmp_path / "data.npz") == dataset_info(tmp_path / "data.parquet")
    with np.load(tmp_path / "data.npz") as loaded:  # as anybody reads it
        assert sorted(loaded) == sorted([*COLUMNS, "metadata"])
        assert are_equal(rows, {name: loaded[name] for name in COLUMNS})


def test_a_dataset_is_read_in_batches_of_some_columns(reference: bytes, tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    path.write_bytes(reference)
    batches = list(read_dataset(path, rows=100, columns=["action", "legal"]))
    assert all(list(batch) == ["action", "legal"] for batch in batches)
    assert max(len(batch["action"]) for batch in batches) == 100
    assert batches[0]["legal"].shape == (100, 5)
    with pytest.raises(DatasetError, match="there is no column colour"):
        read_dataset(path, columns=["colour"])


def test_row_groups_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "ROW_GROUP", 500)
    path = tmp_path / "data.parquet"
    summary = write_here(path, WANTED)
    metadata = pq.read_metadata(path)
    sizes = [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)]
    assert sum(sizes) == summary.rows
    assert set(sizes[:-1]) == {500}
    assert sizes[-1] <= 500


def peak(write: Callable[[], object]) -> tuple[int, int]:
    """The most memory in use at a time, of NumPy and Python, and of Arrow."""
    usual = pa.default_memory_pool()
    counting = pa.proxy_memory_pool(usual)
    pa.set_memory_pool(counting)
    tracemalloc.start()
    try:
        write()
        return tracemalloc.get_traced_memory()[1], counting.max_memory()
    finally:
        tracemalloc.stop()
        pa.set_memory_pool(usual)


@pytest.mark.parametrize("name", ["data.parquet", "data.npz"])
def test_memory_does_not_grow_with_the_games(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "ROW_GROUP", 500)
    write_here(tmp_path / f"warm-{name}", settings("greedy", games=4))
    few, few_arrow = peak(lambda: write_here(tmp_path / f"a-{name}", settings("greedy", games=20)))
    many, many_arrow = peak(
        lambda: write_here(tmp_path / f"b-{name}", settings("greedy", games=200))
    )
    one_row = 2 * dataset_info(tmp_path / f"b-{name}")["observation_size"]
    whole_file = 200 * 50 * one_row
    assert many - few < whole_file / 10
    assert 0 < many_arrow < few_arrow + whole_file / 10


def interrupted(after: int) -> Callable[[int, int], None]:
    def stop(done: int, played: int) -> None:
        if played >= after:
            raise KeyboardInterrupt

    return stop


def test_a_run_that_was_stopped_goes_on(reference: bytes, tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    with pytest.raises(KeyboardInterrupt):
        write_here(path, WANTED, on_progress=interrupted(12))
    assert not path.exists()
    assert len(list(parts_path(path).glob("part-*.arrow"))) == 3
    told: list[tuple[int, int]] = []
    write_here(path, WANTED, resume=True, on_progress=lambda *numbers: told.append(numbers))
    assert path.read_bytes() == reference
    assert (told[0], told[-1]) == ((12, 0), (40, 28))
    assert [file.name for file in tmp_path.iterdir()] == ["data.parquet"]


def test_a_part_that_is_damaged_is_played_again(reference: bytes, tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    with pytest.raises(KeyboardInterrupt):
        write_here(path, WANTED, on_progress=interrupted(20))
    parts = sorted(parts_path(path).glob("part-*.arrow"))
    parts[0].write_bytes(parts[0].read_bytes()[:100])
    parts[1].write_bytes(b"")
    write_here(path, WANTED, resume=True)
    assert path.read_bytes() == reference


KILLED = """
import sys
from anden.workers.pool import play_here
from anden.bulk import write_dataset
from anden.bulk import settings as module
from tests.bulk.test_files import WANTED
module.COMPILED_GAMES = 4
def tell(done, played):
    print(done, flush=True)
    if played >= 8:
        sys.stdin.read()
write_dataset(sys.argv[1], WANTED, runner=play_here, on_progress=tell)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_a_run_that_was_killed_goes_on(reference: bytes, tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    while int(process.stdout.readline()) < 8:
        pass
    with pytest.raises(DatasetError, match="written by another run"):
        write_here(path, WANTED, resume=True)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdin.close()
    process.stdout.close()
    (parts_path(path) / "part-0000002.arrow.tmp").write_bytes(b"half")
    assert len(list(parts_path(path).glob("part-*.arrow"))) == 2
    write_here(path, WANTED, resume=True)
    assert path.read_bytes() == reference


def test_a_run_killed_before_its_settings_were_written_starts_over(
    reference: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "data.parquet"
    parts_path(path).mkdir()
    write_here(path, WANTED, resume=True)
    assert path.read_bytes() == reference


def test_a_run_killed_before_it_cleaned_up_is_complete(reference: bytes, tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    PartsFolder.create(path, WANTED).close()
    path.write_bytes(reference)
    assert write_here(path, WANTED, resume=True).rows == dataset_info(path)["rows"]
    assert [file.name for file in tmp_path.iterdir()] == ["data.parquet"]


def fill_disk_after(files_written: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After this many files, writing one fails as on a full disk."""
    left = [files_written]
    fsync = os.fsync

    def full(file: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(file)

    monkeypatch.setattr(os, "fsync", full)


@pytest.mark.parametrize("room", [4, 11])  # while parts are played; while they are joined
def test_a_full_disk_is_told_and_what_is_there_is_kept(
    room: int, reference: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "data.parquet"
    with monkeypatch.context() as full:
        fill_disk_after(room, full)
        with pytest.raises(WorkError, match=r"No space left on device.*--resume continues"):
            write_here(path, WANTED)
    assert not list(tmp_path.rglob("*.tmp"))
    assert len(list(parts_path(path).glob("part-*.arrow"))) == room - 1
    write_here(path, WANTED, resume=True)
    assert path.read_bytes() == reference


def test_a_file_that_is_there_is_not_lost(reference: bytes, tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    path.write_bytes(reference)
    with pytest.raises(DatasetError, match=r"already exists.*--overwrite"):
        write_here(path, WANTED)
    other = settings("greedy", games=4)
    with pytest.raises(DatasetError, match="started with another bots"):
        write_here(path, other, resume=True)
    with pytest.raises(KeyboardInterrupt):
        write_here(path, other, overwrite=True, on_progress=interrupted(0))
    assert path.read_bytes() == reference
    with pytest.raises(DatasetError, match="already exists"):
        write_here(path, other)
    write_here(path, other, overwrite=True)
    assert dataset_info(path)["games"] == 4


def test_parts_of_another_run_are_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    with pytest.raises(KeyboardInterrupt):
        write_here(path, WANTED, on_progress=interrupted(0))
    with pytest.raises(DatasetError, match="already exists"):
        write_here(path, WANTED)
    with pytest.raises(DatasetError, match="started with another seed: 11, not 0"):
        write_here(path, settings("greedy", "planner", games=40), resume=True)


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PK"])
@pytest.mark.parametrize("name", ["data.parquet", "data.npz"])
def test_what_is_no_dataset_is_reported(name: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(DatasetError, match="can't be read as a dataset"):
        dataset_info(path)


def test_other_parquet_files_are_no_datasets(tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    pq.write_table(pa.table({"action": [1]}), path)
    with pytest.raises(DatasetError, match="no metadata"):
        read_dataset(path)
    with pytest.raises(DatasetError, match=r"ends in .parquet or .npz"):
        write_here(tmp_path / "data.csv", WANTED)
