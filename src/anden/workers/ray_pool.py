"""A Ray cluster: the same sets, played wherever there is room.

Every node needs the same version of Andén, and the bots. The chunk of a worker that dies is handed
out again, as on one machine.
"""

import logging
import time
from typing import Any

from anden.machine.cores import usable_cores

from .chunks import Chunk, Chunks
from .errors import MissingExtraError, WorkError
from .jobs import Done, Player, T, Work

LOCAL = "local"  # in place of an address: a cluster on this machine, for this match
_TASKS_PER_CORE = 2

_worker: tuple[Work[Any], Player[Any]] | None = None  # of this process: Ray uses processes again


def check_ray() -> Any:
    """The library, or MissingExtraError."""
    try:
        import ray
    except ModuleNotFoundError as error:
        raise MissingExtraError("ray", "ray") from error
    return ray


def play_on_ray(job: Work[T], chunks: Chunks, address: str = LOCAL, workers: int = 0) -> Done[T]:
    """Plays on the cluster at an address, `workers` tasks at a time (0: two per core)."""
    if not len(chunks):
        return
    ray = check_ray()
    was_connected = ray.is_initialized()
    if not was_connected:
        _connect(ray, address, workers)
    try:
        yield from _play(ray, ray.put(job), chunks, workers)
    finally:
        if not was_connected:
            ray.shutdown()


def _connect(ray: Any, address: str, workers: int) -> None:
    options: dict[str, Any] = {"address": address, "log_to_driver": False}
    options["logging_level"] = logging.ERROR
    if address == LOCAL:
        options |= {"num_cpus": workers or usable_cores(), "include_dashboard": False}
    try:
        ray.init(**options)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise WorkError("arena.error_ray", address=address, detail=error) from error


def _play(ray: Any, job: Any, chunks: Chunks, workers: int) -> Done[Any]:
    task = ray.remote(max_retries=0, num_cpus=1)(play_chunk)
    room = workers or _TASKS_PER_CORE * max(1, int(ray.cluster_resources().get("CPU", 1)))
    running: dict[Any, Chunk] = {}
    while True:
        while len(running) < room and (chunk := chunks.take(room)):
            running[task.remote(job, chunk.numbers)] = chunk
        if not running:
            return
        (done,), _ = ray.wait(list(running), num_returns=1)
        chunk = running.pop(done)
        try:
            played, seconds = ray.get(done)
        except ray.exceptions.RayTaskError as error:  # the code raised: it would again
            raise WorkError("arena.error_worker", detail=error.cause) from error
        except ray.exceptions.RayError as error:  # the worker or its node is gone
            chunks.give_back(chunk, type(error).__name__)
            continue
        chunks.done(chunk, seconds)
        yield played


def play_chunk(job: Work[T], numbers: tuple[int, ...]) -> tuple[list[T], float]:
    """The task: sets, and the seconds they took."""
    global _worker
    if _worker is None or _worker[0] != job:
        _worker = job, job.worker()
        _worker[1].warm_up()
    start = time.perf_counter()
    played = [_worker[1].play_set(number) for number in numbers]
    return played, time.perf_counter() - start
