"""The observation as a table in Markdown: `python -m anden.envs.describe europe 3`."""

import sys

from anden.boards import Board, load_board

from .spaces import num_actions, observation_parts, observation_size


def observation_table(board: Board, players: int) -> str:
    """One line per part: first and last index, name, meaning."""
    lines = ["| index | part | meaning |", "|---|---|---|"]
    for part in observation_parts(board, players):
        index = f"{part.start}" if part.size == 1 else f"{part.start}–{part.stop - 1}"
        lines.append(f"| {index} | {part.name} | {part.meaning} |")
    return "\n".join(lines)


def observation_section(board: Board, players: int) -> str:
    return (
        f"## {board.id}, {players} players\n\n"
        f"{observation_size(board, players)} numbers; {num_actions(board)} actions.\n\n"
        f"{observation_table(board, players)}\n"
    )


def main(arguments: list[str]) -> None:
    board = load_board(arguments[0] if arguments else "usa")
    players = int(arguments[1]) if len(arguments) > 1 else 2
    print(observation_section(board, players), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
