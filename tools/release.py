"""Builds the packages and makes sure that they can be published: python -m tools.release [--final]

The web app is built first; source archive and wheel are then built, and the wheel is installed into
an empty environment, where no Node is to be found. There it has to serve its page and play a game,
with the newest of the packages it needs and with the oldest that it says are enough.
Everything ends up in dist/, with the checksums. Nothing is uploaded.

--final also asks for what a release needs: nothing uncommitted, and a date in the changelog.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from collections.abc import Iterable
from pathlib import Path

import anden
from tools import build_web

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
SUMS = DIST / "SHA256SUMS"

# What a wheel without it would still install, and then disappoint.
NEEDED = (
    "anden/py.typed",
    "anden/boards/europe.json",
    "anden/boards/maps/europe.json",
    "anden/bots/weights/europe.safetensors",
    "anden/locales/es.json",
    "anden/server/web/index.html",
    "anden/server/web/licenses/packages.md",
    "anden/server/web/licenses/source-serif-4.txt",
)
NOTICES = ("svelte", "uqr")  # in packages.md

NEWER = (3, 14)  # from this Python on there are no builds of the oldest packages

FIRST_GAME = """
import tempfile, urllib.request
from pathlib import Path
from anden import Game
from anden.bots import make_bot
from anden.server import ServerSettings
from anden.server.run import serving

with tempfile.TemporaryDirectory() as folder, serving(ServerSettings(data=Path(folder))) as address:
    with urllib.request.urlopen(address) as page:
        assert b"<title>" in page.read(), "the page is missing"
game = Game("london", players=2, seed=1)
bots = [make_bot("medium", 1), make_bot("greedy", 2)]
while (seat := game.to_act) is not None:
    view = game.view(seat)
    game.play(bots[seat].choose(view, view.legal_actions()))
print("first game:", *game.scores().totals)
"""


class ReleaseError(Exception):
    """Why this can't be published, for people."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--final", action="store_true", help="for a release, not a rehearsal")
    is_final = parser.parse_args().final
    try:
        if is_final:
            check_repository()
        wheel, source = build_packages()
        check_contents(wheel, source)
        try_out(wheel)
        if sys.version_info < NEWER:
            try_out(wheel, oldest_packages())
        write_sums((wheel, source))
    except (ReleaseError, build_web.BuildError) as error:
        print(error, file=sys.stderr)
        return 1
    print(SUMS.read_text("ascii"), end="")
    return 0


def check_repository() -> None:
    if _output("git", "status", "--porcelain"):
        raise ReleaseError("There are uncommitted changes.")
    heading = rf"^## \[{re.escape(anden.__version__)}\] - \d{{4}}-\d{{2}}-\d{{2}}$"
    if not re.search(heading, (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE):
        raise ReleaseError(f"The changelog gives no date for {anden.__version__}.")


def build_packages() -> tuple[Path, Path]:
    """The wheel, built from the source archive without Node, and that archive."""
    if build_web.is_stale():
        build_web.build()
    shutil.rmtree(DIST, ignore_errors=True)
    _run(sys.executable, "-m", "build", "--outdir", str(DIST), str(ROOT), PATH=_path_without_node())
    (wheel,), (source,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    return wheel, source


def check_contents(wheel: Path, source: Path) -> None:
    _run(sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(source))
    _run(sys.executable, "-m", "check_wheel_contents", str(wheel))
    with zipfile.ZipFile(wheel) as archive, tarfile.open(source) as tar:
        names = set(archive.namelist())
        missing = [name for name in NEEDED if name not in names]
        in_source = {name.partition("/")[2] for name in tar.getnames()}
        missing += [name for name in NEEDED if f"src/{name}" not in in_source]
        notices = archive.read("anden/server/web/licenses/packages.md").decode().casefold()
    missing += [f"the notice of {name}" for name in NOTICES if f"## {name} - " not in notices]
    if missing:
        raise ReleaseError(f"The packages lack {', '.join(missing)}.")


def oldest_packages() -> list[str]:
    """What `pip install anden` asks for, each in the oldest version that it takes."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [wanted.replace(">=", "==") for wanted in project["dependencies"]]


def try_out(wheel: Path, packages: Iterable[str] = ()) -> None:
    """A first start on a machine that has Python and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        venv.create(home / "env", with_pip=True)
        programs = home / "env" / ("Scripts" if os.name == "nt" else "bin")
        python, anden = str(programs / "python"), str(programs / "anden")
        path = os.pathsep.join([str(programs), _path_without_node()])
        install = [python, "-m", "pip", "install", "--quiet", str(wheel), *packages]
        cache = {"NUMBA_CACHE_DIR": str(home / "cache")}
        for command in (
            install,
            [anden, "--version"],
            [anden, "boards", "--help"],
            [python, "-c", FIRST_GAME],
        ):
            _run(*command, cwd=home, PATH=path, **cache)


def write_sums(files: Iterable[Path]) -> None:
    lines = (f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    SUMS.write_text("".join(lines), "ascii")


def _path_without_node() -> str:
    """The folders of programs that hold no Node."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if not shutil.which("node", path=folder))


def _run(*command: str, cwd: Path = ROOT, **variables: str) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=environment | variables, check=False)
    if done.returncode != 0:
        raise ReleaseError(f"failed: {' '.join(command[:6])}")


def _output(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
