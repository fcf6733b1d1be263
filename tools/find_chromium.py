"""Finds a Chromium for the browser tests, or gets one: python -m tools.find_chromium [--install]

The system's own comes first, then the one Playwright keeps. With --install a missing one is
fetched: Debian's package where this is root on a machine with apt, else Playwright's download.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

# The one without windows comes first: it does the same in two thirds of the time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
VARIABLE = "ANDEN_CHROMIUM"
NOTHING = f"""\
No Chromium was found, so the browser tests can't run. One of these helps:
  - install it with the system's packages (Debian, Ubuntu: sudo apt install chromium)
  - python -m playwright install --with-deps chromium
  - name one: {VARIABLE}=/path/to/chrome make test"""

INSTALL_SECONDS = 300  # for one way to fetch a browser


def find_chromium() -> Path | None:
    """The Chromium to use; one named in the environment wins."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named) if Path(named).is_file() else None
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return Path(found)
    if MAC.is_file():
        return MAC
    return _playwrights_own()


def launch_options() -> dict[str, Any]:
    """How Playwright starts it. In containers, where root is the only user, there is no sandbox."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    found = find_chromium()
    options: dict[str, Any] = {"args": ["--no-sandbox"] if is_root else []}
    return options | ({"executable_path": str(found)} if found else {})


def install() -> Path | None:
    """Gets a Chromium by the first way that works."""
    for command in _ways():
        print("Getting Chromium:", " ".join(command), flush=True)
        with contextlib.suppress(subprocess.TimeoutExpired):
            done = subprocess.run(command, check=False, timeout=INSTALL_SECONDS)
            if done.returncode == 0 and find_chromium():
                break
    return find_chromium()


def _ways() -> list[list[str]]:
    ways = []
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if is_root and shutil.which("apt-get"):
        install = "apt-get install -y -qq --no-install-recommends"
        update = "export DEBIAN_FRONTEND=noninteractive; apt-get update -qq"
        packages = ("chromium-headless-shell", "chromium")
        ways += [["sh", "-c", f"{update} && {install} {package}"] for package in packages]
    ways.append([sys.executable, "-m", "playwright", "install", "chromium"])
    return ways


def _playwrights_own() -> Path | None:
    try:
        from playwright.sync_api import Error, sync_playwright
    except ModuleNotFoundError:
        return None
    try:
        with sync_playwright() as playwright:
            path = Path(playwright.chromium.executable_path)
    except Error:
        return None
    return path if path.is_file() else None


def main() -> int:
    found = find_chromium()
    if found is None and "--install" in sys.argv[1:]:
        found = install()
    print(found or NOTHING, file=sys.stdout if found else sys.stderr)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
