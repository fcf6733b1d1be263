"""A store full of games that nobody plays: how soon a server is ready, and what a game takes.

A game is in the store alone, or somebody has looked at it and gone again and it is still in memory,
or it has been put away. What a game that was put away still holds is seen when the same number is
opened a second time: a process keeps what it has once had from the system, and uses it again.
"""

import asyncio
import random
import secrets
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx

from anden.game import Game
from anden.server.bodies import NewGame, NewSeat
from anden.server.identity import hashed
from anden.server.new_games import new_lobby
from anden.server.settings import ServerSettings
from anden.server.storage import ActionRow, Store
from anden.server.storage.rows import PLAYING
from benchmarks.loading.players import PATIENCE, Player
from benchmarks.loading.servers import Kind, Server, servers
from benchmarks.loading.tally import Tally

STORED_MOVES = 60
OPENED = 500  # games that somebody looks at, at most
IDLE_SECONDS = 60.0  # until they are put away here
SETTLING_SECONDS = 6.0  # until what was put away is freed
LONGEST_SECONDS = 300.0


def measure_store(games: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        ids, key = fill_store(Path(folder), games)
        size = sum(file.stat().st_size for file in Path(folder).glob("games.sqlite3*"))
        facts = asyncio.run(_visit(Path(folder), ids, key))
    return {"stored": games, "stored_kilobytes_per_game": round(size / games / 1000, 1)} | facts


def fill_store(folder: Path, games: int) -> tuple[list[str], str]:
    """Stores unfinished games of two people; their ids, and their host's key."""
    key, ids = secrets.token_hex(20), []
    store = Store(ServerSettings(data=folder).database_url)
    seats = [NewSeat(kind="here"), NewSeat(kind="here")]
    lobby = new_lobby(NewGame(board="usa", seats=seats), hashed(key), "en")
    moves = _moves(Game("usa", 2, int(lobby.row.seed, 16)))
    for _ in range(games):
        fresh = new_lobby(NewGame(board="usa", seats=seats), hashed(key), "en").row
        row = replace(fresh, seed=lobby.row.seed, status=PLAYING)
        store.create(replace(lobby, row=row))
        store.append([(row, move) for move in moves])
        ids.append(row.id)
    store.close()
    return ids, key


def _moves(game: Game) -> list[ActionRow]:
    luck, rows = random.Random(1), []
    for number in range(1, STORED_MOVES + 1):
        seat, action = game.to_act, luck.choice(game.legal_actions())
        assert seat is not None
        rows.append(ActionRow(number, seat, str(action), game.digest[:6], None))
        game.play(action)
    return rows


async def _visit(folder: Path, ids: list[str], key: str) -> dict[str, Any]:
    start = time.perf_counter()
    async with servers(folder, 1, Kind(idle_seconds=IDLE_SECONDS)) as (server,):
        ready = time.perf_counter() - start
        back = await _look_at(server, ids[-1], key)
        base, games = server.megabytes(), ids[:-1][:OPENED]
        held = await _look_at_all(server, games, key)
        opened = await _num_open(server) - 1
        await _until_put_away(server)
        left = server.megabytes()
        again = await _look_at_all(server, games, key)

    def kilobytes(megabytes: float) -> float | None:
        return round(1024 * megabytes / opened, 1) if opened > 0 else None

    return {
        "ready_seconds": round(ready, 2),
        "brought_back_ms": round(1000 * back, 1),
        "megabytes": round(base),
        "opened": opened,
        "opened_kilobytes_per_game": kilobytes(held - base),
        "put_away_kilobytes_per_game": kilobytes(again - held),
        "megabytes_opened": round(held),
        "megabytes_put_away": round(left),
    }


async def _look_at_all(server: Server, games: list[str], key: str) -> float:
    """The server's memory then."""
    for game in games:
        await _look_at(server, game, key)
    return server.megabytes()


async def _look_at(server: Server, game: str, key: str) -> float:
    """Comes and goes again; the seconds until the game was shown."""
    news = asyncio.Event()
    player = Player(0, server, Tally(), news)
    player.key = key
    start = time.perf_counter()
    await player.sit_down(game)
    async with asyncio.timeout(PATIENCE):
        while player.state["seq"] < 0:
            news.clear()
            await news.wait()
    seconds = time.perf_counter() - start
    await player.stand_up()
    return seconds


async def _num_open(server: Server) -> int:
    """Games in memory, as the server's metrics say."""
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        text = (await client.get(f"http://{server.address}/metrics")).raise_for_status().text
    line = next(line for line in text.splitlines() if line.startswith("anden_tables "))
    return int(float(line.split()[1]))


async def _until_put_away(server: Server) -> None:
    async with asyncio.timeout(LONGEST_SECONDS):
        while await _num_open(server) > 0:
            await asyncio.sleep(1.0)
    await asyncio.sleep(SETTLING_SECONDS)
