"""Kills servers while people play, and looks what is left: python -m tools.faults --kills 1000

Two people at each game, every connection to a server picked at random; servers are killed with
SIGKILL at random moments, and their clocks jump by up to an hour each time. Clients hang up after
sending an action without waiting for the answer, and send it again as a client does. With
--restarts PostgreSQL crashes too (SIGQUIT) in between.

Afterwards the store is read: actions that were acknowledged and are not there are `lost`; actions
stored twice, or stored though they were refused, are `doubled`; games that can't be played again
from their rows are `unreadable`.
"""

import argparse
import asyncio
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from anden.game import Game, GameError
from anden.server.lobby import board_of
from anden.server.settings import PROTOCOL, ServerSettings
from anden.server.storage import Store
from tools import postgres_server
from tools.faults_server import PROGRAM
from tools.find_postgres import NOTHING
from tools.ports import free_port

PATIENCE = 5.0  # seconds for an answer, then it is asked again
START_SECONDS = 120.0  # for a server to be back, on a machine that has much else to do
HANG_UP = 0.1  # of all actions
KILL_AFTER = (0.05, 0.6)  # seconds of play
LOST_CONNECTION = (WebSocketException, OSError, TimeoutError, httpx.HTTPError, KeyError)


@dataclass
class Told:
    """What the servers have said."""

    acknowledged: dict[tuple[str, int], str] = field(default_factory=dict)  # game, number: id
    refused: set[str] = field(default_factory=set)
    games: set[str] = field(default_factory=set)
    finished: int = 0


class Fleet:
    """Servers that are forked from a process that has loaded everything, and can be killed."""

    def __init__(self, folder: Path, database: str, number: int) -> None:
        self.ports = [free_port() for _ in range(number)]
        command = [sys.executable, "-c", PROGRAM, str(folder), database]
        self._nursery = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._pids = [self._start(port, 0.0) for port in self.ports]

    def any_address(self) -> str:
        return f"127.0.0.1:{random.choice(self.ports)}"

    def kill_one(self) -> str:
        """Kills a server, and starts it again with another time of day; its address."""
        place = random.randrange(len(self._pids))
        with suppress(ProcessLookupError):
            os.kill(self._pids[place], signal.SIGKILL)
        jump = random.choice((0.0, 0.0, random.uniform(-3600, 3600)))
        self._pids[place] = self._start(self.ports[place], jump, self._pids[place])
        return f"127.0.0.1:{self.ports[place]}"

    def stop(self) -> None:
        for pid in self._pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._nursery.kill()
        self._nursery.communicate()

    def _start(self, port: int, jump: float, former: int = 0) -> int:
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        self._nursery.stdin.write(f"{former} {port} {jump}\n")
        self._nursery.stdin.flush()
        return int(self._nursery.stdout.readline())


class Pair:
    """Two people who play one game after another, through whatever happens."""

    def __init__(self, fleet: Fleet, told: Told, luck: random.Random) -> None:
        self._fleet, self._told, self._luck = fleet, told, luck
        self._key = secrets.token_hex(20)
        self._game = ""
        self._pending: dict[str, Any] | None = None  # an action without an answer

    async def play(self) -> None:
        while True:
            try:
                if not self._game:
                    self._game = await self._open()
                    self._told.games.add(self._game)
                await self._sit_and_act()
            except LOST_CONNECTION:
                await asyncio.sleep(self._luck.uniform(0.02, 0.1))

    async def _open(self) -> str:
        headers = {"authorization": f"Bearer {self._key}"}
        address = f"http://{self._fleet.any_address()}/api/games"
        seats = [{"kind": "here"}, {"kind": "here"}]
        async with httpx.AsyncClient(headers=headers, timeout=PATIENCE) as client:
            made = await client.post(address, json={"board": "london", "seats": seats})
            game: str = made.raise_for_status().json()["id"]
            (await client.post(f"{address}/{game}/start")).raise_for_status()
        return game

    async def _sit_and_act(self) -> None:
        address = f"ws://{self._fleet.any_address()}/api/socket"
        async with connect(address, max_size=None, open_timeout=PATIENCE) as socket:
            hello = {"type": "hello", "protocol": PROTOCOL, "game": self._game, "key": self._key}
            seat = 0 if self._pending is None else self._pending["seat"]
            await socket.send(json.dumps(hello | {"show": seat}))
            state = await self._next(socket, "state")
            if self._pending is not None:
                await self._settle(socket)
                return
            for _ in range(self._luck.randrange(1, 30)):
                if state["options"] is None:
                    self._game, self._told.finished = "", self._told.finished + 1
                    return
                if not state["options"]["is_now"]:
                    seat = 1 - seat
                    await socket.send(json.dumps({"type": "show", "seat": seat}))
                    state = await self._next(socket, "state")
                    continue
                state = await self._act(socket, seat, state)

    async def _act(
        self, socket: ClientConnection, seat: int, state: dict[str, Any]
    ) -> dict[str, Any]:
        action = _choose(state["options"], self._luck)
        act = {"type": "act", "id": secrets.token_hex(8), "seq": state["seq"], "seat": seat}
        self._pending = act | {"action": action}
        await socket.send(json.dumps(self._pending))
        if self._luck.random() < HANG_UP:
            socket.transport.abort()
        while True:
            message = await self._next(socket, "state", "ack", "refused")
            if message["type"] == "state":
                state = message
            else:
                self._note(message)
                return state

    async def _settle(self, socket: ClientConnection) -> None:
        """Sends what got no answer once more."""
        await socket.send(json.dumps(self._pending))
        self._note(await self._next(socket, "ack", "refused"))

    def _note(self, answer: dict[str, Any]) -> None:
        assert self._pending is not None
        if answer["type"] == "ack":
            self._told.acknowledged[self._game, answer["seq"]] = self._pending["id"]
        elif answer["code"] == "storage/failed":  # it may have been stored: asked again
            raise TimeoutError
        else:
            self._told.refused.add(self._pending["id"])
        self._pending = None

    async def _next(self, socket: ClientConnection, *types: str) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while True:
                message: dict[str, Any] = json.loads(await socket.recv())
                if message["type"] in types:
                    return message


async def strike(fleet: Fleet, told: Told, options: argparse.Namespace, server: Any) -> int:
    """Kills, as often as asked for or as there is time for; how often it did."""
    pairs = [Pair(fleet, told, random.Random(n)) for n in range(options.games)]
    playing = [asyncio.create_task(pair.play()) for pair in pairs]
    end = asyncio.get_running_loop().time() + options.seconds
    kills = 0
    while kills < options.kills and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(random.uniform(*KILL_AFTER))
        kills += 1
        await _until_ready(await asyncio.to_thread(fleet.kill_one))
        if options.restarts and server is not None and kills % 25 == 0:
            await asyncio.to_thread(server.stop, signal.SIGQUIT)
            await asyncio.to_thread(server.start)
    await asyncio.sleep(1.0)
    for task in playing:
        task.cancel()
    for outcome in await asyncio.gather(*playing, return_exceptions=True):
        if not isinstance(outcome, asyncio.CancelledError):
            raise RuntimeError("somebody could not play on") from outcome
    return kills


async def _until_ready(address: str) -> None:
    loop = asyncio.get_running_loop()
    end = loop.time() + START_SECONDS
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        while loop.time() < end:
            with suppress(httpx.HTTPError):
                if (await client.get(f"http://{address}/healthz")).status_code == 200:
                    return
            await asyncio.sleep(0.05)
    raise TimeoutError(f"{address} does not come back")


def judge(settings: ServerSettings, told: Told) -> dict[str, int]:
    """Compares what was said with what is stored."""
    store = Store(settings.database_url, is_serving=False)
    lost = doubled = unreadable = stored = 0
    for game_id in told.games:
        lobby, rows = store.load(game_id), store.actions(game_id)
        stored += len(rows)
        known = {row.number: row.request for row in rows}
        said = {n: request for (game, n), request in told.acknowledged.items() if game == game_id}
        lost += sum(known.get(number) != request for number, request in said.items())
        requests = [row.request for row in rows]
        doubled += len(requests) - len(set(requests)) + len(told.refused & set(map(str, requests)))
        try:
            assert lobby is not None
            game = Game(board_of(lobby), len(lobby.seats), int(lobby.row.seed, 16))
            for row in rows:
                if row.before != game.digest[:6]:
                    raise GameError("does not fit")
                game.play(row.action, row.seat)
        except (GameError, AssertionError, ValueError):
            unreadable += 1
    store.close()
    acknowledged = len(told.acknowledged)
    return {
        "acknowledged": acknowledged,
        "stored": stored,
        "games": len(told.games),
        "finished": told.finished,
        "lost": lost,
        "doubled": doubled,
        "unreadable": unreadable,
    }


def run(options: argparse.Namespace, server: Any = None) -> dict[str, Any]:
    told = Told()
    with tempfile.TemporaryDirectory() as folder:
        database = "" if server is None else server.url
        fleet = Fleet(Path(folder), database, options.processes)
        try:
            kills = asyncio.run(strike(fleet, told, options, server))
        finally:
            fleet.stop()
        found = judge(ServerSettings(data=Path(folder), database=database), told)
    kind = "sqlite" if server is None else "postgresql"
    return {"database": kind, "processes": options.processes, "kills": kills} | found


def _choose(options: dict[str, Any], luck: random.Random) -> str:
    if options["keep"]:
        return "keep " + ", ".join(options["keep"]["offer"][: options["keep"]["min"]])
    if options["pay"]:
        return f"pay {options['pay'][0]}"
    if options["routes"] and luck.random() < 0.6:
        route = luck.choice(sorted(options["routes"]))
        return f"claim {route} with {options['routes'][route][0]}"
    simple: list[str] = [action for action in options["simple"] if action != "draw tickets"]
    return str(luck.choice(simple or options["simple"]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=340)
    parser.add_argument("--seconds", type=float, default=1e9, help="at most")
    parser.add_argument("--games", type=int, default=6, help="played at the same time")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--restarts", action="store_true", help="of PostgreSQL, by crashes")
    options = parser.parse_args()
    if options.processes > 1 and not options.postgresql:
        parser.error("several processes need --postgresql")
    if not options.postgresql:
        found = run(options)
    else:
        with postgres_server.running(is_safe=True) as server:
            if server is None:
                print(NOTHING, file=sys.stderr)
                return 0
            found = run(options, server)
    print(json.dumps(found))
    return 1 if found["lost"] or found["doubled"] or found["unreadable"] else 0


if __name__ == "__main__":
    sys.exit(main())
