"""Finds a PostgreSQL for the tests, or gets one: python -m tools.find_postgres [--install]

One that runs already is named by its address: ANDEN_TEST_POSTGRES=postgresql://user@host/postgres,
of somebody who may create databases. Else the programs of the system are used. With --install
missing ones are fetched: Debian's package, where this is root on a machine with apt.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "ANDEN_TEST_POSTGRES"
DEBIAN = Path("/usr/lib/postgresql")
NOTHING = f"""\
No PostgreSQL was found, so the tests run on SQLite alone. One of these helps:
  - install it with the system's packages (Debian, Ubuntu: sudo apt install postgresql)
  - name a running one: {VARIABLE}=postgresql://user@host/postgres make test"""

INSTALL_SECONDS = 300


def find_programs() -> Path | None:
    """The folder of initdb and postgres, the newest one."""
    if named := shutil.which("initdb"):
        return Path(named).resolve().parent
    found = [path.parent for path in DEBIAN.glob("*/bin/initdb")]
    return max(found, key=lambda folder: float(folder.parent.name), default=None)


def is_named() -> bool:
    return bool(os.environ.get(VARIABLE))


def install() -> Path | None:
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if is_root and shutil.which("apt-get"):
        print("Getting PostgreSQL: apt-get install postgresql", flush=True)
        script = (
            "export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && "
            "apt-get install -y -qq --no-install-recommends postgresql"
        )
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(["sh", "-c", script], check=False, timeout=INSTALL_SECONDS)
    return find_programs()


def main() -> int:
    if is_named():
        print(os.environ[VARIABLE])
        return 0
    found = find_programs()
    if found is None and "--install" in sys.argv[1:]:
        found = install()
    print(found or NOTHING, file=sys.stdout if found else sys.stderr)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
