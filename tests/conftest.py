"""What all tests share: those that need compiled speed are skipped where the rules are not."""

import os

import pytest

from anden.machine.jit import IS_INTERPRETED


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for a browser, a server or a process."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if IS_INTERPRETED:
        skip = pytest.mark.skip(reason="needs the compiled rules")
        for item in items:
            if "compiled_only" in item.keywords:
                item.add_marker(skip)
