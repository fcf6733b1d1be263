"""Builds the documentation site strictly, and follows its links: python -m tools.site [--to DIR]"""

import argparse
import logging
import sys
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from tools.site.links import broken_links

ROOT = Path(__file__).parents[2]
CONFIGS = {"mkdocs.yml": "", "mkdocs.es.yml": "es"}  # each with its folder


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "site")
    site: Path = parser.parse_args().to.resolve()
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    try:
        for name, folder in CONFIGS.items():
            build(load_config(str(ROOT / name), strict=True, site_dir=str(site / folder)))
    except Abort as error:
        print(error, file=sys.stderr)
        return 1
    wrong = sorted(set(broken_links(site)))
    for line in wrong:
        print(f"leads nowhere: {line}", file=sys.stderr)
    if not wrong:
        print(site / "index.html")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
