"""Finds a Caddy that looks at deploy/Caddyfile, or gets one: python -m tools.find_caddy [--install]

With --install Debian's package is unpacked beside the project where there is apt: nothing is
installed on the machine, and no proxy is started.
"""

import contextlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

UNPACKED = Path(__file__).resolve().parent.parent / ".cache" / "caddy"
NOTHING = "No Caddy was found, so deploy/Caddyfile is not looked at."

_SECONDS = 120


def find_caddy() -> Path | None:
    if named := shutil.which("caddy"):
        return Path(named)
    unpacked = UNPACKED / "usr" / "bin" / "caddy"
    return unpacked if unpacked.is_file() else None


def install() -> Path | None:
    if shutil.which("apt-get") and shutil.which("dpkg-deb"):
        print("Getting Caddy: apt-get download caddy", file=sys.stderr, flush=True)
        told = contextlib.suppress(subprocess.SubprocessError)
        with told, tempfile.TemporaryDirectory() as folder:
            UNPACKED.mkdir(parents=True, exist_ok=True)
            _run(folder, "apt-get", "download", "-qq", "caddy")
            for package in Path(folder).glob("caddy_*.deb"):
                _run(folder, "dpkg-deb", "--extract", str(package), str(UNPACKED))
    return find_caddy()


def _run(folder: str, *command: str) -> None:
    subprocess.run(command, cwd=folder, check=True, timeout=_SECONDS)


def main() -> int:
    found = find_caddy()
    if found is None and "--install" in sys.argv[1:]:
        found = install()
    print(found or NOTHING, file=sys.stdout if found else sys.stderr)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
