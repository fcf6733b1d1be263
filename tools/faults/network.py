"""The network between servers and PostgreSQL, which can lose the answer to a COMMIT.

The COMMIT arrives, and the transaction is stored; then the connection breaks, and the server that
asked for it does not know.
"""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tools.ports import free_port

_COMMIT = b"Q\0\0\0\x0bCOMMIT\0"  # as drivers send it: a query without parameters
_COMMITTED = b"COMMIT\0"  # in its answer
_CHUNK = 65536


class _Line:
    """One connection through the network."""

    def __init__(self) -> None:
        self.is_to_be_cut = False


class Network:
    """Passes everything on to a port of this machine, in a thread of its own."""

    def __init__(self, to: int) -> None:
        self.port = free_port()
        self.num_cuts = 0
        self._to = to
        self._num_due = 0
        self._loop = asyncio.new_event_loop()
        self._is_over = asyncio.Event()
        self._is_up = threading.Event()
        self._thread = threading.Thread(target=self._run, name="network", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._is_up.wait()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._is_over.set)
        self._thread.join()

    def cut(self) -> None:
        """The next COMMIT is stored, and its answer lost."""
        self._num_due += 1

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        listener = await asyncio.start_server(self._connect, "127.0.0.1", self.port)
        self._is_up.set()
        await self._is_over.wait()
        listener.close()

    async def _connect(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        try:
            server, to_server = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            to_client.transport.abort()
            return
        line = _Line()
        ways = {
            asyncio.create_task(self._ask(line, client, to_server)),
            asyncio.create_task(self._answer(line, server, to_client)),
        }
        with suppress(asyncio.CancelledError):  # the network ends
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        to_client.transport.abort()
        to_server.transport.abort()

    async def _ask(
        self, line: _Line, client: asyncio.StreamReader, server: asyncio.StreamWriter
    ) -> None:
        while chunk := await client.read(_CHUNK):
            if self._num_due > 0 and chunk.endswith(_COMMIT):
                self._num_due -= 1
                line.is_to_be_cut = True
            server.write(chunk)
            await server.drain()

    async def _answer(
        self, line: _Line, server: asyncio.StreamReader, client: asyncio.StreamWriter
    ) -> None:
        while chunk := await server.read(_CHUNK):
            if line.is_to_be_cut and _COMMITTED in chunk:
                self.num_cuts += 1
                return
            client.write(chunk)
            await client.drain()


@contextmanager
def between(to: int) -> Iterator[Network]:
    """A network to that port."""
    network = Network(to)
    network.start()
    try:
        yield network
    finally:
        network.stop()
