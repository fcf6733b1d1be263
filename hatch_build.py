"""Puts the built web app into the package: wheels, source archives and editable installations."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The build does not start in this folder.
sys.path.insert(0, str(Path(__file__).parent))
from tools import build_web


class WebHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        """Node as a Python package, only where the app has to be built and the machine has none."""
        is_needed = build_web.is_stale() and build_web.find_npm() is None
        return [build_web.NODE_PACKAGE] if is_needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if build_web.is_stale():
            self.app.display_waiting("Building the web app ...")
            build_web.build()
