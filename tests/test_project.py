"""What holds for the repository as a whole."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import anden

ROOT = Path(__file__).parent.parent
READMES = ["README.md", "README.es.md"]

# Written in halves, so that this file does not contain them.
REGISTRY_HOSTS = ["pypi" + ".org", "pythonhosted" + ".org", "npmjs" + ".org", "npmjs" + ".com"]
GAME_NAME = "Ticket to" + " Ride"


def repository_texts() -> dict[str, str]:
    """Every text file that Git has or would take up, by path."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if listing.returncode != 0:
        pytest.skip("not a Git checkout")
    texts = {}
    for name in filter(None, listing.stdout.split("\0")):
        content = (ROOT / name).read_bytes() if (ROOT / name).is_file() else b""
        if b"\0" not in content:
            texts[name] = content.decode()
    return texts


def test_version_is_the_newest_of_the_changelog() -> None:
    newest = re.search(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == anden.__version__


def test_outer_layers_import_inner_ones_only() -> None:
    command = Path(sys.executable).with_name("lint-imports")
    lint = subprocess.run([command, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert lint.returncode == 0, lint.stdout + lint.stderr


def test_no_file_names_a_package_registry() -> None:
    found = [
        (name, host)
        for name, text in repository_texts().items()
        for host in REGISTRY_HOSTS
        if host in text
    ]
    assert not found


def test_trademark_stands_only_where_we_say_that_we_are_independent() -> None:
    """Once in each README, and once in each language of the web app's home page."""
    counts = {name: text.count(GAME_NAME) for name, text in repository_texts().items()}
    allowed = [*READMES, "web/src/locales/en.json", "web/src/locales/es.json"]
    assert {name: count for name, count in counts.items() if count} == dict.fromkeys(allowed, 1)
