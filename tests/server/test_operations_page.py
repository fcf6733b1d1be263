"""docs/operations.md tells what can be set and seen: its tables are compared with the code."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import typer
from prometheus_client.parser import text_string_to_metric_families

from anden.cli.app import app
from anden.server import metrics
from anden.server.environment import variable_of
from anden.server.settings import ServerSettings
from anden.server.storage.schema import device_columns, metadata

DOC = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
OF_THE_COMMAND = ("ANDEN_HOST", "ANDEN_PORT")  # where to listen is no setting of the application
ON_THIS_MACHINE = ("data", "addresses", "bot_processes", "workers")  # defaults that are found out


def rows() -> dict[str, list[str]]:
    found = re.findall(r"^\| `(ANDEN_\w+)` \|(.*?)\|(.*?)\|(.*?)\|$", DOC, re.MULTILINE)
    return {variable: [cell.strip() for cell in cells] for variable, *cells in found}


def test_every_setting_is_in_the_table() -> None:
    settings = {variable_of(setting.name) for setting in fields(ServerSettings)}
    assert set(rows()) == {*settings, *OF_THE_COMMAND}


def test_defaults_of_the_table_are_those_of_the_code() -> None:
    plain, table = ServerSettings(), rows()
    for setting in fields(ServerSettings):
        if setting.name not in ON_THIS_MACHINE:
            told = table[variable_of(setting.name)][1]
            assert told == _shown(getattr(plain, setting.name)), setting.name


def test_flags_of_the_table_are_those_of_the_command() -> None:
    group: Any = typer.main.get_command(app)
    options = {param.opts[0]: param.envvar for param in group.commands["serve"].params}
    told = {cells[0].strip("`"): variable for variable, cells in rows().items() if cells[0]}
    assert told == {flag: variable for flag, variable in options.items() if variable is not None}


def test_every_metric_is_in_the_table() -> None:
    text = metrics.as_text({"lobby": 1}, {"player": 1}, 1).decode()
    there = {family.name for family in text_string_to_metric_families(text)}
    told = {name.removesuffix("_total") for name in re.findall(r"^\| `(anden_\w+)", DOC, re.M)}
    assert {name for name in there if not name.startswith("process_")} == told


NOBODYS = {  # tables that say nothing about a person
    "boards",  # files under a hash of what they hold
    "bot_ratings",
    "moved",  # games in which something was played
    "probes",
    "processes",
    "server_keys",
}


def test_every_table_that_holds_something_about_people_is_told() -> None:
    """A new one is about people until somebody has thought about it."""
    section = DOC[DOC.index("## Privacy") :]
    cells = re.findall(r"^\|.*\|([^|]*)\|$", section, re.MULTILINE)
    told = {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    assert told == set(metadata.tables) - NOBODYS
    assert not {column.table.name for column in device_columns()} & NOBODYS


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(f"`{part}`" for part in value)
    if isinstance(value, str):
        return f"`{value}`" if value else ""
    return f"{float(str(int(value)) if isinstance(value, bool) else str(value)):.10g}"
