"""What is installed by default, and what works without it."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DOCUMENT = (ROOT / "docs" / "install.md").read_text("utf-8")

# Refuses every package that Andén can use and the core does not need.
BLOCKER = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
"""


def package_names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w-]", requirement)[0] for requirement in requirements}


def core_packages() -> set[str]:
    """What docs/install.md tells to install for the core alone."""
    line = re.search(r"^pip install (numpy .*)$", DOCUMENT, re.M)
    assert line is not None
    return set(line[1].split())


def run_with_the_core_alone(program: str) -> "subprocess.CompletedProcess[str]":
    everything = package_names(PROJECT["dependencies"])
    for extra, requirements in PROJECT["optional-dependencies"].items():
        everything |= (
            package_names(requirements) if extra not in ("dev", "bench", "release") else set()
        )
    modules = {"open_spiel": "pyspiel", "sb3-contrib": "sb3_contrib"}
    absent = {modules.get(name, name) for name in everything - core_packages()}
    assert {"typer", "rich", "fastapi", "sqlalchemy", "gymnasium", "torch"} <= absent
    return subprocess.run(
        [sys.executable, "-c", BLOCKER.format(absent=absent) + program],
        env={"PYTHONPATH": str(ROOT / "src"), "NUMBA_DISABLE_JIT": "1", "PATH": ""},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


def test_core_plays_games_without_the_rest() -> None:
    program = """
import anden, anden.arena, anden.bots, anden.bulk, anden.envs, anden.referee
game = anden.Game("london", 2, 1)
game.play(anden.bots.ask(anden.bots.make_bot("medium", 1), game.view(0)))
print(len(game.moves))
"""
    done = run_with_the_core_alone(program)
    assert done.stderr == ""
    assert done.stdout == "1\n"


def test_command_without_its_packages_says_what_to_install() -> None:
    done = run_with_the_core_alone("from anden.cli import main; main()")
    assert done.returncode == 1
    assert done.stderr == "anden: the command needs typer; install it with: pip install anden\n"


def test_learning_without_pytorch_says_what_to_install() -> None:
    done = run_with_the_core_alone("from anden.learning.__main__ import main; main([])")
    assert done.returncode == 1
    assert done.stderr.startswith("anden: this needs PyTorch; install it with: pip install ")


def test_extras_that_documents_and_messages_name_exist() -> None:
    extras = set(PROJECT["optional-dependencies"])
    files = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("src/anden/**/*.json")]
    files += ROOT.glob("src/anden/**/*.py")
    named: set[str] = set()
    for file in files:
        for group in re.findall(r"anden\[([a-z0-9,]+)\]", file.read_text("utf-8")):
            named |= set(group.split(","))
    assert {"arena", "envs", "ray"} <= named <= extras


def test_every_extra_is_explained() -> None:
    explained = set(re.findall(r"anden\[(\w+)\]", DOCUMENT))
    assert explained == set(PROJECT["optional-dependencies"]) - {"dev", "bench", "release"}
