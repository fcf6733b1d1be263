"""Programs at the table: tokens, the examples, and what is described of the messages."""

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from anden.server.storage.schema import metadata
from anden.server.wire.answers import ANSWERS
from anden.server.wire.messages import SERVER_MESSAGE
from tests.server.support import (
    Device,
    Server,
    Socket,
    close_code,
    play_on,
    wait_until,
)

EXAMPLES = Path(__file__).parents[2] / "examples" / "online"


def token_for(host: Device, game: str, seat: int, name: str = "Robo") -> dict[str, Any]:
    made: dict[str, Any] = host.post(f"/games/{game}/seats/{seat}/token", {"name": name})
    assert "token" in made, made
    return made


def program_of(url: str, token: str) -> Device:
    program = Device(url)
    program.key = token
    program.http.headers["authorization"] = f"Bearer {token}"
    return program


@pytest.fixture(scope="module")
def node() -> list[str]:
    """Node with a WebSocket of its own."""
    path = shutil.which("node")
    if path is None:
        pytest.skip("needs Node")
    for command in ([path], [path, "--experimental-websocket"]):
        asked = [*command, "-e", "process.exit(typeof WebSocket === 'function' ? 0 : 1)"]
        if subprocess.run(asked, capture_output=True).returncode == 0:
            return command
    pytest.skip("needs a Node that has WebSocket: 22 or newer")


def test_both_examples_play_a_whole_game_against_each_other(
    ana: Device, server: Server, node: list[str]
) -> None:
    game = ana.create("london", "open", "open")
    tokens = [token_for(ana, game, seat, f"Robo {seat}")["token"] for seat in (0, 1)]
    ana.post(f"/games/{game}/start")
    commands = ([sys.executable, str(EXAMPLES / "bot.py")], [*node, str(EXAMPLES / "bot.mjs")])
    running = [
        subprocess.Popen([*command, server.url, game, token], stdout=subprocess.PIPE, text=True)
        for command, token in zip(commands, tokens, strict=True)
    ]
    told = [process.communicate(timeout=300)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert told[0] == told[1]
    assert told[0].startswith("seat 0: ")
    wait_until(lambda: ana.get(f"/games/{game}")["status"] == "over")


def test_a_token_of_the_host_seats_a_program_by_its_name(ana: Device) -> None:
    game = ana.create("london", "here", "open")
    token_for(ana, game, 1)
    seat = ana.get(f"/games/{game}")["seats"][1]
    assert (seat["kind"], seat["name"], seat["is_program"]) == ("human", "Robo", True)
    assert not ana.get(f"/games/{game}")["seats"][0]["is_program"]


def test_a_holder_lets_a_program_play_and_keeps_the_seat(ana: Device, server: Server) -> None:
    game = ana.create("london", "here", "random", start=True)
    program = program_of(server.url, token_for(ana, game, 0)["token"])
    sitting = program.sit(game)
    assert sitting.state["seat"] == 0
    sitting.act_once()
    assert ana.sit(game).state["view"]["own"]["tickets"]
    assert ana.get(f"/games/{game}")["seats"][0]["is_program"]
    program.close()


def test_nobody_else_may_let_a_program_play(ana: Device, luis: Device) -> None:
    game = ana.create("london", "here", "open")
    invite = ana.get(f"/games/{game}")["invite"]
    luis.post("/join", {"code": invite})
    assert refusal(luis, game, 0) == "host/only"
    assert refusal(ana, game, 1) == "seat/taken"
    assert refusal(ana, game, 7) == "seat/unknown"
    assert ana.get("/tokens") == {"tokens": []}


def refusal(device: Device, game: str, seat: int) -> Any:
    answer = device.post(f"/games/{game}/seats/{seat}/token", {"name": "Robo"})
    return answer["error"]["code"]


def test_a_revoked_token_holds_nothing_and_its_connection_ends(ana: Device, server: Server) -> None:
    game = ana.create("london", "here", "open")
    made = token_for(ana, game, 1)
    program = program_of(server.url, made["token"])
    sitting = program.sit(game)
    (listed,) = ana.get("/tokens")["tokens"]
    assert listed == {key: made[key] for key in ("id", "name", "created", "game", "seat")}
    ana.http.delete(f"/api/tokens/{made['id']}")
    assert close_code(sitting.raw) == 4004
    assert program.get(f"/games/{game}")["error"]["code"] == "game/not-found"
    assert ana.get(f"/games/{game}")["seats"][1]["kind"] == "open"
    assert ana.get("/tokens") == {"tokens": []}
    program.close()


def test_a_bot_plays_on_for_a_program_whose_token_is_revoked(ana: Device) -> None:
    game = ana.create("london", "here", "open")
    made = token_for(ana, game, 1)
    ana.post(f"/games/{game}/start")
    ana.http.delete(f"/api/tokens/{made['id']}")
    assert ana.get(f"/games/{game}")["seats"][1]["kind"] == "bot"


def test_tokens_are_revoked_by_their_owner_alone(ana: Device, luis: Device) -> None:
    game = ana.create("london", "here", "open")
    made = token_for(ana, game, 1)
    answer = luis.http.delete(f"/api/tokens/{made['id']}").json()
    assert answer["error"]["code"] == "token/unknown"
    assert len(ana.get("/tokens")["tokens"]) == 1


def test_a_secret_is_never_stored(ana: Device, server: Server) -> None:
    game = ana.create("london", "here", "open")
    made = token_for(ana, game, 1)

    def everything(connection: Connection) -> str:
        tables = metadata.sorted_tables
        return repr([connection.execute(select(table)).all() for table in tables])

    asked = server.open_tables.read(everything)
    stored = asyncio.run_coroutine_threadsafe(asked, server.loop).result(30)
    assert made["id"] in stored
    assert made["token"] not in stored


def test_a_whole_game_says_only_what_is_described(ana: Device) -> None:
    game = ana.create("europe", "here", "greedy", start=True)
    sitting = ana.sit(game)
    ask_for_everything(sitting)
    play_on(sitting)
    kinds = {message["type"] for message in sitting.seen}
    assert kinds >= {"welcome", "state", "ack", "over", "reasons", "reason", "advice", "pong"}
    for message in sitting.seen:
        SERVER_MESSAGE.validate_json(json.dumps(message))
    paths = {
        "/api/server": "/server",
        "/api/boards": "/boards",
        "/api/bots": "/bots",
        "/api/my-games": "/my-games",
        "/api/tokens": "/tokens",
        "/api/games/{game_id}": f"/games/{game}",
        "/api/games/{game_id}/replay": f"/games/{game}/replay",
        "/api/games/{game_id}/story": f"/games/{game}/story",
    }
    for path, asked in paths.items():
        ANSWERS["get", path].model_validate_json(json.dumps(ana.get(asked)))


def ask_for_everything(sitting: Socket) -> None:
    sitting.send(type="ping")
    sitting.send(type="reasons", id="r", seat=0)
    sitting.send(type="why", id="w", seat=0, action="draw deck")
    sitting.send(type="coach", id="c", seat=0)
    sitting.send(type="say", seat=0, phrase="hello")
    sitting.send(type="act", id="x", seq=0, seat=0, action="pass")
    sitting.expect("refused")
