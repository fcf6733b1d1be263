"""`anden serve`: where it listens, what it says, how it ends."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from anden.cli.app import app
from anden.server.run import lan_addresses
from tests.server.process import SOURCES, free_port
from tests.server.support import wait_until


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
    output, _ = process.communicate(timeout=30)
    assert process.returncode == 0, output
    assert f"http://localhost:{port}" in output
    assert "Stopped." in output
    assert "Traceback" not in output


def test_addresses_for_other_devices() -> None:
    assert lan_addresses("127.0.0.1", 8000) == ()
    assert lan_addresses("localhost", 8000) == ()
    assert lan_addresses("192.168.1.5", 8000) == ("http://192.168.1.5:8000",)
    assert lan_addresses("fd00::1", 8000) == ("http://[fd00::1]:8000",)
    for address in lan_addresses("0.0.0.0", 8000):
        assert address.startswith("http://")
