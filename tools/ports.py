"""Ports for servers that are killed and started again at the same place."""

import random
import socket

# Below those that systems give to outgoing connections: one of these, perhaps a client's own
# that asks again and again, would take the port while its server is down.
_CHOICE = range(20_000, 32_000)
_TRIES = 100


def free_port() -> int:
    """A port of this machine where nobody listens."""
    for port in random.SystemRandom().sample(_CHOICE, _TRIES):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError(f"no free port among {_TRIES} from {_CHOICE.start} to {_CHOICE.stop}")
