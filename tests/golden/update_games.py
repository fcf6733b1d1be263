"""Rewrites the games: `python -m tests.golden.update_games`. Look at every changed line."""

from tests.golden.games import GAMES, golden_file, golden_text


def main() -> None:
    for name in GAMES:
        golden_file(name).write_text(golden_text(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
