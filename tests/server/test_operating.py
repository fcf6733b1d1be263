"""What operators see: whether a server is well, how it is doing, and what it writes down."""

import io
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text

from anden.server.errors import CODES
from anden.server.logs import JsonLines, PlainLines
from anden.server.request_watch import _METHODS
from anden.server.settings import ServerSettings
from anden.server.storage import StorageError, Store
from tests.server.support import Device, Server, play_on, quick_settings, serving, wait_until


def figures(url: str, **headers: str) -> dict[tuple[str, tuple[str, ...]], float]:
    """By name and the values of the labels."""
    answer = httpx.get(f"{url}/metrics", headers=headers)
    assert answer.status_code == 200, answer.text
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


@contextmanager
def written(formatter: logging.Formatter, level: int = logging.DEBUG) -> Iterator[io.StringIO]:
    """What the server writes down."""
    stream, log = io.StringIO(), logging.getLogger("anden")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    log.addHandler(handler)
    log.setLevel(level)
    try:
        yield stream
    finally:
        log.removeHandler(handler)
        log.setLevel(logging.NOTSET)


def test_server_is_ready_until_it_is_told_to_stop(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path)) as server, httpx.Client(base_url=server.url) as client:
        assert client.get("/readyz").json() == {"status": "ok"}
        server._app.state.is_stopping = True
        stopping = client.get("/readyz")
        assert (stopping.status_code, stopping.json()) == (503, {"status": "stopping"})
        assert client.get("/healthz").status_code == 200


def test_server_whose_tables_another_version_changed_is_not_ready(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path)) as server:
        other = Store(server.open_tables.settings.database_url, is_serving=False)
        with other.writing() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        other.close()
        answer = httpx.get(f"{server.url}/readyz")
        assert (answer.status_code, answer.json()) == (503, {"status": "schema"})


def test_metrics_tell_how_it_goes_and_never_who(server: Server, ana: Device) -> None:
    before = figures(server.url)
    game_id = ana.create("london", {"kind": "here", "name": "Eulalia"}, "greedy", start=True)
    table = ana.sit(game_id)
    play_on(table, until=9)
    assert ana.get("/games/nowhere")["error"]["code"] == "game/not-found"
    table.act("draw nothing")
    server.open_tables.health._counted_at = float("-inf")
    after = figures(server.url)

    def grown(name: str, *labels: str) -> float:
        return after[name, labels] - before.get((name, labels), 0.0)

    assert after["anden_games", ("playing",)] >= 1
    assert after["anden_sockets", ("player",)] >= 1
    acknowledged = sum(message["type"] == "ack" for message in table.seen)
    assert grown("anden_action_seconds_count") == acknowledged > 0
    assert grown("anden_bot_seconds_count") >= 2
    assert grown("anden_store_seconds_count") >= 10
    assert grown("anden_refusals_total", "game/not-found") == 1
    assert grown("anden_requests_total", "GET", "/api/games/{game_id}", "404") == 1
    assert after["anden_bot_queue", ()] == 0
    whole = httpx.get(f"{server.url}/metrics").text
    assert not re.search(rf"{game_id}|Eulalia|{ana.key}|127\.0\.0", whole)


def test_labels_of_metrics_are_bounded(server: Server, ana: Device) -> None:
    for path in ("nowhere", "x/y", "one.js", "api/none", "api/games/1/2/3"):
        httpx.request("BREW", f"{server.url}/{path}")
        ana.http.get(f"/{path}")
    found = figures(server.url)
    routes = {labels[1] for name, labels in found if name == "anden_requests_total"}
    declared = set(server._app.openapi()["paths"])
    others = {"/healthz", "/readyz", "/metrics", "/{path:path}", "/api/{path:path}", "other"}
    assert routes <= declared | others
    methods = {labels[0] for name, labels in found if name == "anden_requests_total"}
    assert methods <= {*_METHODS, "other"}
    assert {labels[0] for name, labels in found if name == "anden_refusals_total"} <= set(CODES)


def test_metrics_are_for_this_machine_or_for_who_has_the_token(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path, metrics_token="let me in")
    with serving(settings) as server:
        passed_on = {"x-forwarded-for": "203.0.113.9"}
        answer = httpx.get(f"{server.url}/metrics", headers=passed_on)
        assert answer.json()["error"]["code"] == "metrics/not-allowed"
        wrong = passed_on | {"authorization": "Bearer let me out"}
        assert httpx.get(f"{server.url}/metrics", headers=wrong).status_code == 403
        assert figures(server.url, authorization="Bearer let me in", **passed_on)
        assert figures(server.url)
    with serving(replace(settings, metrics_from=("192.0.2.0/24",))) as server:
        assert httpx.get(f"{server.url}/metrics").status_code == 403
        assert figures(server.url, authorization="Bearer let me in")


def test_log_tells_of_games_without_cards_secrets_or_addresses(server: Server, ana: Device) -> None:
    with written(JsonLines()) as stream:
        game_id = ana.create("london", {"kind": "here", "name": "Eulalia"}, "greedy", start=True)
        table = ana.sit(game_id)
        play_on(table, until=9)
        record = server.open_tables._tables[game_id]
        ana.post(f"/games/{game_id}/end")
        ana.http.delete(f"/api/games/{game_id}")
        wait_until(lambda: "visitor left" in stream.getvalue())
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    told = {line["event"] for line in lines if line.get("game") == game_id}
    assert told == {
        *("game created", "game started", "game ended", "game deleted"),
        *("visitor came", "visitor left", "action", "request"),
    }
    assert {"keep", "draw"} <= {line["kind"] for line in lines if line["event"] == "action"}
    secrets = [ana.key, record.lobby.row.seed, record.lobby.row.invite, record.lobby.row.host]
    moves = [] if record.game is None else record.game.moves
    cards = [move.action.partition(" ")[2] for move in moves]
    for secret in (*secrets, *filter(None, cards), "Eulalia", "127.0.0.1"):
        assert f'"{secret}"' not in stream.getvalue()
        assert f" {secret}" not in stream.getvalue()


def test_addresses_are_logged_where_that_is_asked_for(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path, log_addresses=True)
    with serving(settings) as server, written(PlainLines(), logging.INFO) as stream:
        httpx.get(f"{server.url}/api/server")
        httpx.get(f"{server.url}/healthz")
        wait_until(lambda: "route=/api/server" in stream.getvalue())
    (line,) = stream.getvalue().splitlines()
    assert re.search(r"INFO request method=GET .* status=200 ms=\S+ address=127\.0\.0\.1$", line)


def test_failures_of_the_store_are_logged_without_what_was_to_be_stored(tmp_path: Path) -> None:
    store = Store(ServerSettings(data=tmp_path).database_url)
    with store.writing() as connection:
        connection.execute(text("DROP TABLE phrases"))
    secret = "c0ffee" * 5
    with pytest.raises(StorageError) as error, store.writing() as connection:
        connection.execute(text("INSERT INTO phrases VALUES (:seed)"), {"seed": secret})
    store.close()
    assert "phrases" in str(error.value)
    assert secret not in str(error.value)
