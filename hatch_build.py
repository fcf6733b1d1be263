"""What the package's build needs to know.

The built web app goes into wheels, source archives and editable installations. With ANDEN_WEB=later
an editable installation does without: who installs it so builds the app. Package pages show the
README far from its repository, so there its links are absolute.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# The build does not start in this folder.
sys.path.insert(0, str(Path(__file__).parent))
from tools import build_web
from tools.package_page import with_absolute_links

ROOT = Path(__file__).parent


class WebHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        """Node as a Python package, only where the app has to be built and the machine has none."""
        is_needed = build_web.is_stale() and build_web.find_npm() is None
        return [build_web.NODE_PACKAGE] if is_needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        is_left = version == "editable" and os.environ.get("ANDEN_WEB") == "later"
        if build_web.is_stale() and not is_left:
            self.app.display_waiting("Building the web app ...")
            build_web.build()


class ReadmeHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        text = (ROOT / "README.md").read_text("utf-8")
        home = metadata["urls"]["Repository"]
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_absolute_links(text, home, f"v{package_version()}"),
        }


def package_version() -> str:
    source = (ROOT / "src" / "anden" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    assert found is not None
    return found[1]
