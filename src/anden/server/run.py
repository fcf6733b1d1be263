"""Runs the application on uvicorn, with the limits that a table in the open needs."""

import errno
import gc
import ipaddress
import os
import socket as sockets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import uvicorn

from .app import create_app
from .connection_limits import make_protocol
from .draining import DrainingServer
from .settings import ServerSettings

_BACKLOG = 1024
_SHUTDOWN_SECONDS = 5
_YOUNG = 10_000  # new objects until they are looked at
_NEVER = 1_000_000


def collect_seldom() -> None:
    """For a process that is a server and nothing else: no long pauses while people play.

    Looking through all objects would hold up everybody: for 114 ms with a hundred tables, 173 with
    a thousand. Tables and connections are freed without it; what refers to itself beside them lives
    for a moment only, and what is young is looked at as ever.
    """
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(max(young, _YOUNG), middle, _NEVER)


def make_server(settings: ServerSettings) -> uvicorn.Server:
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        http=make_protocol(settings),
        ws="websockets-sansio",
        ws_max_size=settings.max_frame,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `RealAddress` reads them
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
    )
    return DrainingServer(config, app, settings.drain_seconds)


@contextmanager
def serving(settings: ServerSettings) -> Iterator[str]:
    """A server in a thread of this process, for tools and tests; gives its address."""
    listener, server = bind("127.0.0.1", 0), make_server(settings)
    thread = Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():  # its store is there from then on
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(2 * _SHUTDOWN_SECONDS)
        listener.close()


def bind(host: str, port: int) -> sockets.socket:
    """A socket that listens there; OSError if it can't."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    # Named TCP: only then asyncio sends small messages at once.
    listener = sockets.socket(family, sockets.SOCK_STREAM, sockets.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere this would share a port that is in use
            listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def is_port_taken(error: OSError) -> bool:
    return error.errno == errno.EADDRINUSE


def lan_addresses(host: str, port: int) -> tuple[str, ...]:
    """How other devices of this network reach a server that listens at a host."""
    if host not in ("0.0.0.0", "::"):
        is_local = host in ("localhost", "::1") or host.startswith("127.")
        return () if is_local else (f"http://{_bracketed(host)}:{port}",)
    return tuple(f"http://{_bracketed(address)}:{port}" for address in _own_addresses())


def _own_addresses() -> list[str]:
    """This machine's address on its network. Nothing is sent: only the way is looked up."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return []
    return [] if ipaddress.ip_address(address).is_loopback else [address]


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
