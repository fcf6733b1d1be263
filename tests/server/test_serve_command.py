"""`anden serve`: where it listens, what it says, how it ends."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from anden.cli.app import app
from anden.server import ServerSettings
from anden.server.run import lan_addresses
from anden.server.storage import Store
from tests.server.process import SOURCES
from tests.server.support import wait_until
from tools.ports import free_port


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["serve", *arguments])
    return result.exit_code, result.output


def test_port_in_use_is_an_error_that_says_so(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, output = run("--port", port, "--data", str(tmp_path), "--lang", "en")
    assert code == 2
    assert f"Port {port} is in use" in output


def test_host_that_is_not_here_is_an_error_that_says_so(tmp_path: Path) -> None:
    code, output = run("--host", "192.0.2.7", "--data", str(tmp_path), "--lang", "es")
    assert code == 2
    assert "No se puede escuchar en 192.0.2.7" in output


def test_folder_that_cannot_be_written_is_an_error_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    code, output = run("--data", str(tmp_path / "file" / "games"), "--lang", "en")
    assert code == 2
    assert "can't be stored" in output


def test_address_of_a_database_is_not_taken_for_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, output = run("--data", "postgresql://ana@host/games", "--lang", "en")
    assert code == 2
    assert "--database postgresql://ana@host/games" in " ".join(output.split())
    assert not list(tmp_path.iterdir())


def test_database_that_cannot_be_used_is_an_error_that_says_so(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path), "--lang", "en")
    code, output = run("--database", "mysql://host/games", *data)
    assert code == 2
    assert "neither sqlite nor postgresql" in " ".join(output.split())
    code, output = run("--database", "postgresql://ana:secret@127.0.0.1:9/games", *data)
    assert code == 2
    assert "can't be stored" in output
    assert "secret" not in output


def test_games_that_are_being_served_already_are_an_error_that_says_so(tmp_path: Path) -> None:
    store = Store(ServerSettings(data=tmp_path).database_url)
    code, output = run("--data", str(tmp_path), "--lang", "es")
    store.close()
    assert code == 2
    assert "Otro proceso ya está sirviendo" in output


def test_games_of_a_newer_version_are_an_error_that_says_so(tmp_path: Path) -> None:
    Store(ServerSettings(data=tmp_path).database_url).close()
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    code, output = run("--data", str(tmp_path), "--lang", "en")
    assert code == 2
    assert "pip install --upgrade anden" in " ".join(output.split())


def test_work_needs_a_database_that_can_be_shared() -> None:
    result = CliRunner().invoke(app, ["work", "--lang", "en"])
    assert result.exit_code == 2
    assert "anden work --database" in " ".join(result.output.split())


@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C")
def test_server_answers_and_ends_cleanly_on_ctrl_c(tmp_path: Path) -> None:
    port = free_port()
    program = "from anden.cli import main; main()"
    command = [sys.executable, "-c", program, "serve", "--port", str(port), "--lang", "en"]
    process = subprocess.Popen(
        [*command, "--data", str(tmp_path)],
        env=os.environ | {"PYTHONPATH": SOURCES},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )

    def answers() -> bool:
        try:
            return httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
        except httpx.TransportError:
            return False

    wait_until(answers, 60)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0, output
    assert f"http://localhost:{port}" in output
    assert "Stopped." in output
    assert "Traceback" not in output


@pytest.mark.skipif(os.name != "posix", reason="sends the signal that services are stopped with")
def test_server_told_to_stop_says_so_and_serves_on_for_a_while(tmp_path: Path) -> None:
    port = free_port()
    asked = {"ANDEN_DRAIN_SECONDS": "1.5", "ANDEN_LOG_FORMAT": "json", "ANDEN_LOG_LEVEL": "info"}
    asked |= {"ANDEN_PORT": str(port), "ANDEN_DATA": str(tmp_path), "PYTHONPATH": SOURCES}
    process = subprocess.Popen(
        [sys.executable, "-c", "from anden.cli import main; main()", "serve"],
        env=os.environ | asked,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )

    def status() -> str:
        try:
            told: str = httpx.get(f"http://127.0.0.1:{port}/readyz").json()["status"]
        except httpx.TransportError:
            return "nothing"
        return told

    wait_until(lambda: status() == "ok", 60)
    process.send_signal(signal.SIGTERM)
    wait_until(lambda: status() == "stopping", 5)
    assert httpx.get(f"http://127.0.0.1:{port}/api/server").status_code == 200
    output, logged = process.communicate(timeout=120)
    assert process.returncode == 0, logged
    assert str(port) in output
    lines = [json.loads(line) for line in logged.splitlines()]
    assert "/api/server" in [line.get("route") for line in lines]
    assert not [line for line in lines if line["level"] == "error"]


def test_setting_that_cannot_be_read_is_an_error_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANDEN_MAX_SPECTATORS", "many")
    code, output = run("--data", str(tmp_path / "games"), "--lang", "es")
    assert code == 2
    assert "ANDEN_MAX_SPECTATORS es «many» y tiene que ser un número entero" in output
    assert not (tmp_path / "games").exists()


def test_addresses_for_other_devices() -> None:
    assert lan_addresses("127.0.0.1", 8000) == ()
    assert lan_addresses("localhost", 8000) == ()
    assert lan_addresses("192.168.1.5", 8000) == ("http://192.168.1.5:8000",)
    assert lan_addresses("fd00::1", 8000) == ("http://[fd00::1]:8000",)
    for address in lan_addresses("0.0.0.0", 8000):
        assert address.startswith("http://")
