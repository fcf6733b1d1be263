"""How many cores this process may use."""

import os


def usable_cores() -> int:
    """Fewer than the machine has where the process is kept to some, as in many containers."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
