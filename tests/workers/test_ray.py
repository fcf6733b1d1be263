"""Matches, data and simulations on a Ray cluster of this machine, also when a worker dies."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from anden.arena import WorkError, run_match
from anden.boards import load_board
from anden.bulk import settings as bulk_settings
from anden.bulk import simulate_games, simulation, write_dataset
from anden.workers.pool import play_here
from anden.workers.ray_pool import play_on_ray
from tests.arena.support import make, without_times
from tests.arena.support import settings as match_of
from tests.bulk.support import settings as dataset_of

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'anden[ray]'")

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # Ray's own sockets
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{ROOT}:{ROOT / 'src'}")  # for all that the cluster starts
        patch.setenv("RAY_worker_niceness", "0")  # the other tests would keep them waiting
        ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_ray_plays_the_same_match_though_a_worker_dies(cluster: None, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    match = match_of(f"dying:{mark}", "first", seed=4)
    there = run_match(match, 24, runner=play_on_ray, make=make)
    assert mark.exists()
    here = run_match(match, 24, runner=play_here, make=make)
    assert without_times(there.rows) == without_times(here.rows)


def test_what_no_worker_survives_ends_the_match(cluster: None) -> None:
    with pytest.raises(WorkError, match="ended 3 times"):
        run_match(match_of("dead", "quick"), 2, runner=play_on_ray, make=make)


def test_ray_writes_the_same_file_though_a_worker_dies(cluster: None, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    wanted = dataset_of(f"dying:{mark}", "first", games=4 * bulk_settings.OTHER_GAMES)
    there, here = tmp_path / "there.parquet", tmp_path / "here.parquet"
    write_dataset(there, wanted, runner=play_on_ray, make=make)
    assert mark.exists()
    write_dataset(here, wanted, runner=play_here, make=make)
    assert there.read_bytes() == here.read_bytes()


def test_ray_simulates_the_same_games(cluster: None, monkeypatch: pytest.MonkeyPatch) -> None:
    board = load_board("london")
    whole = simulate_games(board, 3, 100, seed=8)
    monkeypatch.setattr(simulation, "CHUNK", 7)
    there = simulate_games(board, 3, 100, seed=8, ray="local")
    assert there.digest == whole.digest
    assert (there.mean_scores, there.steps) == (whole.mean_scores, whole.steps)


def test_a_cluster_that_is_not_there_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(**options: object) -> None:
        raise ConnectionError("nobody answers")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", nobody)
    runner = partial(play_on_ray, address="10.0.0.1:6379")
    with pytest.raises(WorkError, match=r"no Ray cluster at 10.0.0.1:6379: nobody answers"):
        run_match(match_of("quick", "first"), 2, runner=runner, make=make)
