"""The same data and the same simulation on a Ray cluster of this machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from anden.boards import load_board
from anden.bulk import settings as module
from anden.bulk import simulate_games, simulation, write_dataset
from anden.workers.pool import play_here
from anden.workers.ray_pool import play_on_ray
from tests.arena.support import make
from tests.bulk.support import settings

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'anden[ray]'")

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # Ray's own sockets
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(
        address="local",
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"}},
    )
    yield
    ray.shutdown()


def test_ray_writes_the_same_file_though_a_worker_dies(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    wanted = settings(f"dying:{mark}", "first", games=4 * module.OTHER_GAMES)
    there, here = tmp_path / "there.parquet", tmp_path / "here.parquet"
    write_dataset(there, wanted, runner=play_on_ray, make=make)
    assert mark.exists()
    write_dataset(here, wanted, runner=play_here, make=make)
    assert there.read_bytes() == here.read_bytes()


def test_ray_simulates_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    board = load_board("london")
    whole = simulate_games(board, 3, 100, seed=8)
    monkeypatch.setattr(simulation, "CHUNK", 7)
    there = simulate_games(board, 3, 100, seed=8, ray="local")
    assert there.digest == whole.digest
    assert (there.mean_scores, there.steps) == (whole.mean_scores, whole.steps)
