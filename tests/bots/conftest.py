"""What the tests of bots share."""

import pytest

from anden.bots import external, loader
from anden.bots.contract import examiner


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The contract on a machine of any speed: how long our bots take, benchmarks say."""
    monkeypatch.setattr(examiner, "MEDIAN_SLACK", 60.0)
    monkeypatch.setattr(examiner, "GRACE_SECONDS", 60.0)
    for module in (examiner, external, loader):
        monkeypatch.setattr(module, "START_SECONDS", 180.0)
