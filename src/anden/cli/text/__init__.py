"""The game as plain text: one fact per line, for a terminal, a pipe or a screen reader."""
