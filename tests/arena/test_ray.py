"""The same match on a Ray cluster of this machine, also when a worker dies."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from anden.arena import WorkError, play_here, run_match
from anden.workers.ray_pool import play_on_ray
from tests.arena.support import make, settings, without_times

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
    ray.init(
        address="local",
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"}},
    )
    yield
    ray.shutdown()


def test_ray_plays_the_same_match(cluster: None) -> None:
    match = settings("quick", "first", seed=4)
    there = run_match(match, 24, runner=play_on_ray, make=make)
    here = run_match(match, 24, runner=play_here, make=make)
    assert without_times(there.rows) == without_times(here.rows)


def test_a_worker_of_ray_may_die(cluster: None, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    match = settings(f"dying:{mark}", "first")
    there = run_match(match, 16, runner=play_on_ray, make=make)
    assert mark.exists()
    here = run_match(match, 16, runner=play_here, make=make)
    assert without_times(there.rows) == without_times(here.rows)


def test_what_no_worker_survives_ends_the_match(cluster: None) -> None:
    with pytest.raises(WorkError, match="ended 3 times"):
        run_match(settings("dead", "quick"), 2, runner=play_on_ray, make=make)


def test_a_cluster_that_is_not_there_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(**options: object) -> None:
        raise ConnectionError("nobody answers")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", nobody)
    runner = partial(play_on_ray, address="10.0.0.1:6379")
    with pytest.raises(WorkError, match=r"no Ray cluster at 10.0.0.1:6379: nobody answers"):
        run_match(settings("quick", "first"), 2, runner=runner, make=make)
