"""`python -m anden` is the command `anden`."""

from anden.cli import main

if __name__ == "__main__":
    main()
