"""What everything runs on: the compiler and its cache, the machine's own instructions, files."""
