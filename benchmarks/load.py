"""How many games a server carries: python benchmarks/load.py --games 1000 --seconds 60

Plays whole games of two people over real WebSockets, one action per game every two seconds, and
measures from the sending of an action until it is acknowledged and shown to both. Games that end
are followed by new ones. Afterwards every game is opened again: actions that were acknowledged and
are not there are `lost`, those that are there twice are `doubled`. The generator runs on the same
machine as the server.

--watchers N lets so many people watch the first game: what their coming costs, and when they see an
action. --aggressor lets a guest of another address ask for all that the server gives, which has its
usual limits then (benchmarks/aggressor.py). --stored N begins with so many unfinished games in the
store: how long the server takes to be ready, and to bring one of them back.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from anden.game import Game
from anden.server.bodies import NewGame, NewSeat
from anden.server.identity import hashed
from anden.server.open_tables import new_lobby
from anden.server.run import bind
from anden.server.settings import PROTOCOL, ServerSettings
from anden.server.storage import ActionRow, Store
from anden.server.storage.rows import PLAYING

BOARDS = ("usa", "europe", "london")
PACE = 2.0  # seconds between two actions of a game
PATIENCE = 30.0  # seconds for an answer
OPENING = 40  # games that are opened at the same time
STORED_MOVES = 60
CLAIMS = 0.6  # how often a claim is preferred, so that games come to an end
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")
PROGRAM = """
import sys
from dataclasses import replace
from pathlib import Path
from anden.server import ServerSettings
from anden.server.run import bind, collect_seldom, make_server
many = 10**9
settings = ServerSettings(data=Path(sys.argv[1]), database=sys.argv[3], guess_burst=many)
if sys.argv[4] == "unlimited":
    settings = replace(
        settings, bot_processes=0, max_connections=many, message_burst=many, cost_burst=many,
        max_spectators=many,
    )
collect_seldom()
make_server(settings).run(sockets=[bind("127.0.0.1", int(sys.argv[2]))])
"""


@dataclass
class Tally:
    """What was measured while it counted."""

    seconds: list[float] = field(default_factory=list)
    bytes: int = 0
    finished: int = 0
    seen: list[float] = field(default_factory=list)  # by those who watch
    late: int = 0  # actions that were due while the one before was still on its way
    is_counting: bool = False

    def note(self, seconds: float) -> None:
        if self.is_counting:
            self.seconds.append(seconds)


class Server:
    """A server in a process of its own, and what it uses."""

    def __init__(self, folder: Path, database: str, is_limited: bool = False) -> None:
        with bind("127.0.0.1", 0) as probe:
            port = probe.getsockname()[1]
        self.address = f"127.0.0.1:{port}"
        command = [sys.executable, "-c", PROGRAM, str(folder), str(port), database]
        command.append("limited" if is_limited else "unlimited")
        self._process = subprocess.Popen(command)

    async def until_ready(self) -> None:
        async with httpx.AsyncClient() as client:
            for _ in range(600):
                try:
                    if (await client.get(f"http://{self.address}/healthz")).status_code == 200:
                        return
                except httpx.TransportError:
                    await asyncio.sleep(0.1)
        raise TimeoutError(self.address)

    def cpu_seconds(self) -> float:
        """Of all its threads since it began."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS

    def megabytes(self) -> float:
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        resident = next(line for line in lines if line.startswith("VmRSS"))
        return int(resident.split()[1]) / 1024

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(PATIENCE)


class Player:
    """A person at a browser: a socket, and the last state it was sent."""

    def __init__(self, seat: int, server: Server, tally: Tally) -> None:
        self.seat, self.server = seat, server
        self.key = secrets.token_hex(20)
        self.state: dict[str, Any] = {"seq": -1}
        self.answers: dict[str, dict[str, Any]] = {}
        self.news = asyncio.Event()
        self._tally = tally
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    async def sit_down(self, game: str) -> None:
        self.state = {"seq": -1}
        self._socket = await connect(
            f"ws://{self.server.address}/api/socket",
            compression=None,
            max_size=None,
            ping_interval=None,
            open_timeout=PATIENCE,
        )
        hello = {"type": "hello", "protocol": PROTOCOL, "game": game, "key": self.key}
        await self._socket.send(json.dumps(hello))
        self._reading = asyncio.create_task(self._read(self._socket))

    async def stand_up(self) -> None:
        if self._socket is not None and self._reading is not None:
            await self._socket.close()
            await self._reading

    async def send(self, **message: Any) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self._tally.bytes += len(text)
                message = json.loads(text)
                if message["type"] == "state":
                    self.state = message
                elif message["type"] in ("ack", "refused"):
                    self.answers[message["id"]] = message
                self.news.set()
        except ConnectionClosed:
            pass
        self.news.set()


class Table:
    """Two people at a game, who act when it is time."""

    def __init__(self, number: int, servers: Sequence[Server], tally: Tally) -> None:
        self.board = BOARDS[number % len(BOARDS)]
        self.players = [
            Player(seat, servers[(number + seat) % len(servers)], tally) for seat in (0, 1)
        ]
        self.acknowledged = 0
        self.game = ""
        self.watch = ""  # the code for spectators
        self.began: dict[int, float] = {}  # when the last actions were sent
        self._luck = random.Random(number)
        self._tally = tally

    async def open(self, client: httpx.AsyncClient) -> None:
        """Makes a game, and lets both sit down."""
        first, second = self.players
        seats = [{"kind": "here"}, {"kind": "open"}]
        made = await _post(client, first, "games", {"board": self.board, "seats": seats})
        self.game, self.watch, self.acknowledged = made["id"], made["watch"], 0
        await _post(client, second, "join", {"code": made["invite"]})
        await _post(client, first, f"games/{self.game}/start", {})
        for player in self.players:
            await player.sit_down(self.game)
        await self._until(lambda: all(player.state["seq"] == 0 for player in self.players))

    async def close(self) -> None:
        for player in self.players:
            await player.stand_up()

    async def play(self, client: httpx.AsyncClient, end: float) -> None:
        due = time.monotonic() + self._luck.random() * PACE
        while due < end:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            await self._act()
            if self.players[0].state["view"]["phase"] == "over":
                self._tally.finished += 1
                await self.close()
                await self.open(client)
            due += PACE
            if due < time.monotonic():
                self._tally.late += 1
                due = time.monotonic()

    async def num_stored(self) -> int:
        """Actions that the server holds, asked by a new connection."""
        first = self.players[0]
        await self.close()
        await first.sit_down(self.game)
        await self._until(lambda: first.state["seq"] >= 0)
        seq: int = first.state["seq"]
        await first.stand_up()
        return seq

    async def _act(self) -> None:
        player = next(p for p in self.players if p.state["options"]["is_now"])
        request, seq = secrets.token_hex(4), self.acknowledged + 1
        action = _choose(player.state["options"], self._luck)
        start = time.perf_counter()
        self.began = {seq: start}
        await player.send(type="act", id=request, seq=seq - 1, seat=player.seat, action=action)
        await self._until(
            lambda: request in player.answers and all(p.state["seq"] >= seq for p in self.players)
        )
        self._tally.note(time.perf_counter() - start)
        answer = player.answers.pop(request)
        if answer["type"] != "ack":
            raise RuntimeError(f"{self.game}: {action} was refused: {answer}")
        self.acknowledged = answer["seq"]

    async def _until(self, condition: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                for player in self.players:
                    player.news.clear()
                waits = [asyncio.ensure_future(player.news.wait()) for player in self.players]
                try:
                    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for wait in waits:
                        wait.cancel()


class Watcher(Player):
    """Somebody who looks on."""

    def __init__(self, table: Table, server: Server, tally: Tally) -> None:
        super().__init__(0, server, tally)
        self._table = table

    async def come(self, client: httpx.AsyncClient) -> None:
        await _post(client, self, "watch", {"code": self._table.watch})
        await self.sit_down(self._table.game)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                began = self._table.began
                seq = json.loads(text).get("seq")
                if seq in began and self._tally.is_counting:
                    self._tally.seen.append(time.perf_counter() - began[seq])
        except ConnectionClosed:
            pass


def fill_store(folder: Path, games: int) -> tuple[str, str]:
    """Stores unfinished games of two people; the id of the last, and its host's key."""
    key = secrets.token_hex(20)
    store = Store(ServerSettings(data=folder).database_url)
    seats = [NewSeat(kind="here"), NewSeat(kind="here")]
    lobby = new_lobby(NewGame(board="usa", seats=seats), hashed(key), "en")
    moves = _moves(Game("usa", 2, int(lobby.row.seed, 16)))
    for _ in range(games):
        fresh = new_lobby(NewGame(board="usa", seats=seats), hashed(key), "en").row
        row = replace(fresh, seed=lobby.row.seed, status=PLAYING)
        store.create(replace(lobby, row=row))
        store.append([(row, move) for move in moves])
    store.close()
    return row.id, key


def _moves(game: Game) -> list[ActionRow]:
    luck, rows = random.Random(1), []
    for number in range(1, STORED_MOVES + 1):
        seat, action = game.to_act, luck.choice(game.legal_actions())
        assert seat is not None
        rows.append(ActionRow(number, seat, str(action), game.digest[:6], None))
        game.play(action)
    return rows


async def measure_store(games: int) -> dict[str, Any]:
    """How long it takes to start with a full store, and to bring a game back."""
    with tempfile.TemporaryDirectory() as folder:
        game, key = fill_store(Path(folder), games)
        start = time.perf_counter()
        server = Server(Path(folder), "")
        try:
            await server.until_ready()
            ready = time.perf_counter() - start
            player = Player(0, server, Tally())
            player.key = key
            start = time.perf_counter()
            await player.sit_down(game)
            async with asyncio.timeout(PATIENCE):
                while player.state["seq"] < 0:
                    player.news.clear()
                    await player.news.wait()
            back = time.perf_counter() - start
            await player.stand_up()
            memory = server.megabytes()
        finally:
            server.stop()
    return {
        "stored": games,
        "ready_seconds": round(ready, 2),
        "brought_back_ms": round(1000 * back, 1),
        "megabytes": round(memory),
    }


def _choose(options: dict[str, Any], luck: random.Random) -> str:
    if options["keep"]:
        return "keep " + ", ".join(options["keep"]["offer"][: max(2, options["keep"]["min"])])
    if options["pay"]:
        return f"pay {options['pay'][0]}"
    if options["routes"] and luck.random() < CLAIMS:
        route = luck.choice(sorted(options["routes"]))
        return f"claim {route} with {options['routes'][route][0]}"
    simple: list[str] = [action for action in options["simple"] if action != "draw tickets"]
    return str(luck.choice(simple or options["simple"]))


async def _post(
    client: httpx.AsyncClient, player: Player, path: str, body: dict[str, Any]
) -> dict[str, Any]:
    answer = await client.post(
        f"http://{player.server.address}/api/{path}",
        json=body,
        headers={"authorization": f"Bearer {player.key}"},
    )
    answer.raise_for_status()
    told: dict[str, Any] = answer.json()
    return told


@asynccontextmanager
async def _servers(processes: int, database: str, is_limited: bool) -> AsyncIterator[list[Server]]:
    with tempfile.TemporaryDirectory() as folder:
        servers = [Server(Path(folder), database, is_limited) for _ in range(processes)]
        try:
            await asyncio.gather(*(server.until_ready() for server in servers))
            yield servers
        finally:
            for server in servers:
                server.stop()


async def _others(server: Server) -> tuple[Any, Any]:
    """Somebody who takes all that is given, and somebody who only plays."""
    sys.path.append(str(Path(__file__).parents[1]))
    from benchmarks.aggressor import Aggressor, Bystander

    aggressor, bystander = Aggressor(server.address), Bystander(server.address)
    await aggressor.begin()
    bystander.begin()
    return aggressor, bystander


async def measure(
    games: int,
    seconds: float,
    processes: int = 1,
    database: str = "",
    watchers: int = 0,
    has_aggressor: bool = False,
) -> dict[str, Any]:
    tally = Tally()
    async with (
        _servers(processes, database, has_aggressor) as servers,
        httpx.AsyncClient(timeout=PATIENCE) as client,
    ):
        tables = [Table(number, servers, tally) for number in range(games)]
        opening = asyncio.Semaphore(OPENING)

        async def open_one(table: Table) -> None:
            async with opening:
                await table.open(client)

        await asyncio.gather(*map(open_one, tables))
        joining = sum(server.cpu_seconds() for server in servers)
        crowd = [Watcher(tables[0], servers[n % processes], tally) for n in range(watchers)]
        for watcher in crowd:
            await watcher.come(client)
        joining = sum(server.cpu_seconds() for server in servers) - joining
        others = await _others(servers[0]) if has_aggressor else ()
        gc.disable()  # the generator's own pauses are not the server's
        start = time.monotonic()
        warming = min(10.0, seconds / 4)
        playing = asyncio.gather(*(t.play(client, start + warming + seconds) for t in tables))
        await asyncio.sleep(warming)
        tally.is_counting, tally.bytes = True, 0
        cpu = sum(server.cpu_seconds() for server in servers)
        own = time.process_time()
        await playing
        cpu = sum(server.cpu_seconds() for server in servers) - cpu
        own = time.process_time() - own
        memory = sum(server.megabytes() for server in servers)
        for watcher in crowd:
            await watcher.stand_up()
        watched = {name: fact for other in others for name, fact in (await other.end()).items()}
        stored = [await table.num_stored() for table in tables]
    told = [table.acknowledged for table in tables]
    actions = len(tally.seconds)
    cuts = quantiles(tally.seconds, n=100, method="inclusive")
    if watchers:
        watched |= {
            "watchers": watchers,
            "joining_cpu_ms": round(1000 * joining / watchers, 2),
            "watched_p99_ms": round(1000 * quantiles(tally.seen, n=100)[98], 1),
        }
    return watched | {
        "games": games,
        "processes": processes,
        "actions": actions,
        "actions_per_second": round(actions / seconds, 1),
        "p50_ms": round(1000 * cuts[49], 1),
        "p95_ms": round(1000 * cuts[94], 1),
        "p99_ms": round(1000 * cuts[98], 1),
        "server_cpu_ms_per_action": round(1000 * cpu / actions, 3),
        "generator_cpu_ms_per_action": round(1000 * own / actions, 3),
        "kilobytes_per_action": round(tally.bytes / actions / 1000, 1),
        "megabytes": round(memory),
        "games_finished": tally.finished,
        "late": tally.late,
        "lost": sum(max(0, a - s) for a, s in zip(told, stored, strict=True)),
        "doubled": sum(max(0, s - a) for a, s in zip(told, stored, strict=True)),
        "load_average": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", default="", help="a URL; default: SQLite in a new folder")
    parser.add_argument("--watchers", type=int, default=0, help="of the first game")
    parser.add_argument("--aggressor", action="store_true", help="and a bystander beside it")
    parser.add_argument("--stored", type=int, default=0, help="unfinished games; nothing is played")
    parser.add_argument("--json", action="store_true", help="one object per number of games")
    options = parser.parse_args()
    for games in options.games:
        if options.stored:
            told = asyncio.run(measure_store(options.stored))
        else:
            rest = options.processes, options.database, options.watchers, options.aggressor
            told = asyncio.run(measure(games, options.seconds, *rest))
        if options.json:
            print(json.dumps(told), flush=True)
        else:
            print("  ".join(f"{name} {value}" for name, value in told.items()), flush=True)


if __name__ == "__main__":
    main()
