"""One quick server for the tests that need nothing special of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.support import Device, Server, quick_settings, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(quick_settings(folder)) as running:
        yield running


@pytest.fixture
def ana(server: Server) -> Iterator[Device]:
    device = Device(server.url)
    yield device
    device.close()


@pytest.fixture
def luis(server: Server) -> Iterator[Device]:
    device = Device(server.url)
    yield device
    device.close()
