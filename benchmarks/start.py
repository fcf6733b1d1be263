"""How long `anden play` takes from nothing to a game: python benchmarks/start.py

Cold means that nothing has ever been compiled, warm that everything has. Per number of cores it
tells the seconds until the page answers, until a bot has answered the first move, and until all
that a table needs is compiled.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from anden.server.run import bind
from anden.server.settings import PROTOCOL

KEY = "k" * 40
PATIENCE = 300.0  # seconds for anything
COMMAND = (sys.executable, "-c", "from anden.cli import main; main()", "play", "--no-browser")


def main() -> None:
    cores = [number for number in (1, 2) if number <= (os.cpu_count() or 1)]
    print("seconds from `anden play` until        page   first answer   compiled")
    for number in cores:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("cold", "warm"):
                page, answer, compiled = measure(Path(folder), number)
                title = f"{name}, {number} core{'s' if number > 1 else ''}"
                print(f"{title:34s} {page:8.1f} {answer:14.1f} {compiled:10.1f}", flush=True)


def measure(folder: Path, cores: int) -> tuple[float, float, float]:
    start = time.monotonic()
    with playing(folder, cores) as address:
        until(lambda: is_there(address))
        page = time.monotonic() - start
        play_first_move(address)
        answer = time.monotonic() - start
        until(lambda: not is_compiling())
        return page, answer, time.monotonic() - start


@contextmanager
def playing(folder: Path, cores: int) -> Iterator[str]:
    """The table as a person starts it, with caches and games of its own."""
    listener = bind("127.0.0.1", 0)
    port = listener.getsockname()[1]
    listener.close()
    places = {"NUMBA_CACHE_DIR": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data")}
    process = subprocess.Popen(
        [*COMMAND, "--port", str(port)],
        env=os.environ | places,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, set(range(cores))),
    )
    try:
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def play_first_move(address: str) -> None:
    """Deals a game against `medium`, keeps all tickets, and waits until it has had its turn."""
    seats = [{"kind": "here"}, {"kind": "bot", "bot": "medium"}]
    game = post(address, "/api/games", {"board": "usa", "pace": "quick", "seats": seats})["id"]
    post(address, f"/api/games/{game}/start", {})
    with connect(f"ws://{address}/api/socket") as socket:
        hello = {"type": "hello", "protocol": PROTOCOL, "game": game, "key": KEY}
        socket.send(json.dumps(hello))
        has_chosen = False
        while True:
            message = json.loads(socket.recv(PATIENCE))
            if message["type"] != "state":
                continue
            if any(event.get("seat") == 1 for event in message["events"]):
                return
            if not has_chosen or message["view"]["to_act"] == 0:
                offer = message["options"]["keep"]
                action = "draw deck" if offer is None else f"keep {', '.join(offer['offer'])}"
                has_chosen = True
                move = {"id": str(message["seq"]), "seq": message["seq"], "seat": 0}
                socket.send(json.dumps({"type": "act", "action": action} | move))


def post(address: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    request = urllib.request.Request(
        f"http://{address}{path}", json.dumps(body).encode(), headers, method="POST"
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        told: dict[str, Any] = json.load(answer)
        return told


def is_there(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://{address}/", timeout=PATIENCE) as page:
            return bool(page.read())
    except urllib.error.URLError:
        return False


def is_compiling() -> bool:
    """Whether a process that compiles in the background is running on this machine."""
    commands = Path("/proc").glob("[0-9]*/cmdline")
    return any(b"anden.core.background" in read(command) for command in commands)


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # it has ended
        return b""


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > end:
            raise SystemExit("It took too long.")
        time.sleep(0.02)


if __name__ == "__main__":
    main()
