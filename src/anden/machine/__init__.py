"""What everything runs on: the compiler and its cache, machine instructions, files."""
