"""Makes and checks the collection of puzzles: `python -m tools.puzzles --help`."""
