"""The game as plain text: one fact a line, for a terminal, a pipe or a screen reader."""
