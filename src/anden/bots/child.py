"""A program that lines are sent to and read from, and that can block or flood nobody.

Three threads each own one pipe: they read or write it, and close it at its end. Killing the
program ends them, so a program that hangs, floods or does not read is a matter of one call.
"""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import IO

MAX_LINE = 64 * 1024  # bytes
MAX_LINES = 64  # read ahead; a program that says more waits
MAX_LAST_WORDS = 4096  # bytes of its error output that are kept
FAREWELL_SECONDS = 0.3  # to end by itself once its input ends
_CHUNK = 8192
_LOOK_SECONDS = 0.05  # after which a full queue is tried again: the program may be closing


class ChildEnded(Exception):  # noqa: N818 # an ending need not be an error
    """There will be no more lines."""


class LineTooLongError(Exception):
    pass


class Child:
    def __init__(self, command: Sequence[str], env: Mapping[str, str] | None = None) -> None:
        """Starts the program, in a process group of its own; OSError if that can't be done."""
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=env,
            start_new_session=True,  # has no meaning on Windows
        )
        self._said: queue.Queue[bytes | Exception] = queue.Queue(MAX_LINES)
        self._to_say: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._last_words = b""
        self._is_closing = threading.Event()
        self._threads = [
            threading.Thread(target=work, args=(pipe,), daemon=True)
            for work, pipe in (
                (self._write, self._process.stdin),
                (self._read, self._process.stdout),
                (self._listen, self._process.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def last_words(self) -> str:
        """The end of its error output."""
        return self._last_words.decode("utf-8", "replace").strip()

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def send(self, line: bytes) -> None:
        """Sends the line some time; never waits."""
        self._to_say.put(line + b"\n")

    def receive(self, seconds: float) -> bytes:
        """The next line; TimeoutError, ChildEnded or LineTooLongError if there is none."""
        try:
            line = self._said.get(timeout=seconds) if seconds > 0 else self._said.get_nowait()
        except queue.Empty:
            raise TimeoutError from None
        if isinstance(line, Exception):
            raise line
        return line

    def close(self, farewell: float = FAREWELL_SECONDS) -> int:
        """Ends the program and all it started, at once or after it had time; its exit code.

        It is not waited for before it is killed: until then its number can't pass to another.
        """
        self._to_say.put(None)
        self._is_closing.set()
        _, reader, _ = self._threads
        if farewell and self._process.returncode is None:
            _join(reader, farewell)
        self._kill()
        code = self._process.wait()
        for thread in self._threads:
            _join(thread, 1)
        return code

    def _kill(self) -> None:
        if self._process.returncode is not None:
            return
        with contextlib.suppress(OSError):  # gone already
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:  # it does not listen any more
            while (line := self._to_say.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[pipe.write(rest) :]

    def _read(self, pipe: IO[bytes]) -> None:
        rest = b""
        with contextlib.suppress(OSError), pipe:
            while chunk := pipe.read(_CHUNK):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    self._tell(LineTooLongError() if len(line) > MAX_LINE else line)
                if len(rest) > MAX_LINE:
                    self._tell(LineTooLongError())
                    break
        self._tell(ChildEnded())

    def _tell(self, line: bytes | Exception) -> None:
        while not self._is_closing.is_set():
            with contextlib.suppress(queue.Full):
                return self._said.put(line, timeout=_LOOK_SECONDS)

    def _listen(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:
            while chunk := pipe.read(_CHUNK):
                self._last_words = (self._last_words + chunk)[-MAX_LAST_WORDS:]


def _join(thread: threading.Thread, seconds: float) -> None:
    if thread is not threading.current_thread():  # garbage is collected on any thread
        thread.join(seconds)
