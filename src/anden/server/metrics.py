"""What is counted and measured while the server runs, in the form that Prometheus reads.

Labels are few and known beforehand: no game, device, name or address is ever one of them.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.exposition import generate_latest
from prometheus_client.registry import Collector

import anden
from anden.kernel import RULESET

from .settings import PROTOCOL

OUTSIDE = "other"  # requests that no route was found for

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_SLOW = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 180.0)

disable_created_metrics()  # type: ignore[no-untyped-call]
_registry = CollectorRegistry()
ProcessCollector(registry=_registry)

refusals = Counter(
    "anden_refusals", "Requests and messages that were refused.", ["code"], registry=_registry
)
requests = Counter(
    "anden_requests", "HTTP requests.", ["method", "route", "status"], registry=_registry
)
request_seconds = Histogram(
    "anden_request_seconds",
    "From a request to the end of its response.",
    ["route"],
    buckets=_QUICK,
    registry=_registry,
)
action_seconds = Histogram(
    "anden_action_seconds",
    "From the arrival of a person's action until it is stored and acknowledged.",
    buckets=_QUICK,
    registry=_registry,
)
store_seconds = Histogram(
    "anden_store_seconds",
    "From asking the store to its answer, waiting included.",
    buckets=_QUICK,
    registry=_registry,
)
bot_seconds = Histogram(
    "anden_bot_seconds",
    "From asking a bot to its choice, waiting included.",
    buckets=_SLOW,
    registry=_registry,
)
bots_asked = Gauge(
    "anden_bot_queue", "Bots that were asked and have not chosen yet.", registry=_registry
)
notices = Counter(
    "anden_notices",
    "Messages by push and to webhooks, by what became of them.",
    ["kind", "result"],
    registry=_registry,
)
loop_delay = Gauge(
    "anden_loop_delay_seconds", "How late the server's loop was last.", registry=_registry
)


@contextmanager
def measured(histogram: Histogram) -> Iterator[None]:
    """Measures what succeeds."""
    began = perf_counter()
    yield
    histogram.observe(perf_counter() - began)


@contextmanager
def asked_bot() -> Iterator[None]:
    with bots_asked.track_inprogress(), measured(bot_seconds):
        yield


def as_text(games: Mapping[str, int], sockets: Mapping[str, int], open_tables: int) -> bytes:
    """Everything, with how things stand at this moment."""
    now = CollectorRegistry()
    now.register(_Now(games, sockets, open_tables))
    return generate_latest(_registry) + generate_latest(now)


class _Now(Collector):
    """What is read rather than counted."""

    def __init__(
        self, games: Mapping[str, int], sockets: Mapping[str, int], open_tables: int
    ) -> None:
        self._games, self._sockets, self._open_tables = games, sockets, open_tables

    def collect(self) -> Iterable[GaugeMetricFamily | InfoMetricFamily]:
        versions = {
            "version": anden.__version__,
            "protocol": str(PROTOCOL),
            "ruleset": str(RULESET),
        }
        yield InfoMetricFamily("anden", "The versions of this server.", versions)
        yield _by_label("anden_games", "Games in the store.", "status", self._games)
        yield _by_label("anden_sockets", "Open WebSockets.", "role", self._sockets)
        yield GaugeMetricFamily("anden_tables", "Games in memory.", self._open_tables)


def _by_label(name: str, about: str, label: str, values: Mapping[str, int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, about, labels=[label])
    for value, number in values.items():
        family.add_metric([value], number)
    return family
