"""What is in deploy/ fits the server: files are linted by `make check`, and compared here."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import ProcessCollector

from anden.server.environment import settings_from, variable_of
from anden.server.settings import ServerSettings
from tools.find_caddy import NOTHING, find_caddy

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
CADDY = find_caddy()
KNOWN = {variable_of(field.name) for field in fields(ServerSettings)} | {"ANDEN_HOST", "ANDEN_PORT"}
CONTAINER = (DEPLOY / "Containerfile").read_text("utf-8")
SERVICE = (DEPLOY / "anden.service").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def test_every_setting_in_the_files_is_one() -> None:
    set_there = {
        *re.findall(r"(ANDEN_\w+)=", CONTAINER),
        *re.findall(r"(ANDEN_\w+)=[^…]", SERVICE),
        *COMPOSE["services"]["anden"]["environment"],
    }
    assert len(set_there) > 8
    assert set_there <= KNOWN


def test_whatever_compose_asks_for_is_in_the_example() -> None:
    example = (DEPLOY / "env.example").read_text("utf-8")
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text("utf-8")))
    assert asked == set(re.findall(r"^(\w+)=", example, re.MULTILINE))


def test_the_container_runs_as_nobody_and_writes_to_its_two_folders_only() -> None:
    assert re.search(r"^USER (?!root|0)\d+$", CONTAINER, re.MULTILINE)
    service = COMPOSE["services"]["anden"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    places = {volume.partition(":")[2] for volume in service["volumes"]}
    assert places == {"/data", "/cache"}
    for place in places:
        assert f'"{place}"' in CONTAINER
    assert "HEALTHCHECK" in CONTAINER


def test_the_container_has_all_that_the_package_is_built_from() -> None:
    ignore = (DEPLOY / "Containerfile.dockerignore").read_text("utf-8")
    let_in = set(re.findall(r"^!(\S+)", ignore, re.MULTILINE))
    assert all((ROOT / name).exists() for name in let_in)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {*project["license-files"], "hatch_build.py", "web", "src", "README.md"} <= let_in
    assert extras_of(CONTAINER) <= set(project["optional-dependencies"])


def extras_of(file: str) -> set[str]:
    (extras,) = re.findall(r"'(?:\.|anden)\[([a-z,]+)\]'", file)
    return set(extras.split(","))


def test_whatever_can_be_set_is_installed() -> None:
    needed = {"ANDEN_DATABASE_URL": "postgres", "ANDEN_SEED_KEY": "sealed"}
    needed["ANDEN_ACCOUNTS"] = "accounts"
    assert set(needed) <= KNOWN
    assert set(needed) <= set(COMPOSE["services"]["anden"]["environment"])
    for file in (CONTAINER, SERVICE):
        assert extras_of(file) == {*needed.values(), "push"}  # which is on unless switched off


def test_what_compose_leaves_empty_switches_nothing_on() -> None:
    optional = {
        name: ""
        for name, value in COMPOSE["services"]["anden"]["environment"].items()
        if value.endswith(":-}")
    }
    assert {"ANDEN_ACCOUNTS", "ANDEN_SEED_KEY", "ANDEN_METRICS_TOKEN"} == set(optional)
    assert settings_from(optional) == settings_from({})


@pytest.mark.skipif(not Path("/proc/stat").exists(), reason="there is no /proc/stat here")
def test_the_service_sees_what_its_metrics_are_made_from(tmp_path: Path) -> None:
    """All of `process_…` is missing without the start of the machine, which is in /proc/stat."""
    assert "ProcSubset=pid" not in SERVICE
    (tmp_path / "self").symlink_to("/proc/self")
    assert not list(ProcessCollector(proc=str(tmp_path), registry=None).collect())
    (tmp_path / "stat").symlink_to("/proc/stat")
    found = {
        metric.name for metric in ProcessCollector(proc=str(tmp_path), registry=None).collect()
    }
    assert {"process_resident_memory_bytes", "process_cpu_seconds", "process_open_fds"} <= found


def test_the_proxy_passes_on_to_where_the_container_listens() -> None:
    caddy = (DEPLOY / "Caddyfile").read_text("utf-8")
    (port,) = re.findall(r"ANDEN_PORT=(\d+)", CONTAINER)
    assert f"dynamic a {{$ANDEN_UPSTREAM:anden}} {{$ANDEN_UPSTREAM_PORT:{port}}}" in caddy
    (network,) = COMPOSE["networks"]["front"]["ipam"]["config"]
    trusted = COMPOSE["services"]["anden"]["environment"]["ANDEN_TRUSTED_PROXIES"]
    assert trusted == network["subnet"]


@pytest.mark.skipif(CADDY is None, reason=NOTHING)
def test_caddy_takes_its_file() -> None:
    file = str(DEPLOY / "Caddyfile")
    command = [str(CADDY), "validate", "--adapter", "caddyfile", "--config", file]
    environment = os.environ | {"ANDEN_SITE": "localhost"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_takes_the_unit_and_finds_little_exposed(tmp_path: Path) -> None:
    unit = tmp_path / "anden.service"
    unit.write_text(SERVICE.replace("/opt/anden/bin/anden", sys.executable), "utf-8")
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True
    )
    assert (checked.returncode, checked.stderr) == (0, "")
    security = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)]
    assert subprocess.run(security, capture_output=True).returncode == 0
