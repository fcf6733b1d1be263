"""Rewrites the digests: `python -m tests.golden.update`. A changed line is a changed rule."""

import json

from tests.golden.digests import FILE, board_digests
from tests.kernel.support import BOARDS


def main() -> None:
    digests = {name: board_digests(name) for name in BOARDS}
    FILE.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
