"""A browser for the tests, found by `tools/find_chromium.py`."""

from playwright.sync_api import Browser, Playwright

from tools.find_chromium import NOTHING, find_chromium, launch_options

__all__ = ["NOTHING", "find_chromium", "launch"]


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(**launch_options())
