"""The `anden` command."""

import sys


def main() -> None:
    try:
        from .app import app
    except ModuleNotFoundError as error:
        if error.name not in ("typer", "rich"):
            raise
        sys.exit(
            f"anden: the command needs {error.name}; install it with: pip install 'anden[cli]'"
        )
    app()
