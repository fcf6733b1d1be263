"""What holds for every page but the table: languages, axe, small screens, installation."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import OpenPage
from .test_accessibility import serious_problems

PAGES = ["/", "/learn", "/rules/usa", "/rules/europe", "/join#K7QM2XPA", "/watch", "/nowhere"]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
TEXTS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) found.push(walk.currentNode.textContent.trim());
  for (const node of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder'])
      if (node.hasAttribute(name)) found.push(node.getAttribute(name).trim());
  return found.filter(text => /\\p{L}{4,}/u.test(text));
}"""
# The same in both languages.
NAMES = {"Andén", "EN: English", "ES: Español", "English", "Español", "K7QM 2XPA", "York", "Zoom"}


def opened(page: Page, path: str) -> Page:
    page.goto(path)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    return page


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_serious_for_axe(path: str, theme: str, axe: str, open_page: OpenPage) -> None:
    page = opened(open_page(bypass_csp=True, color_scheme=theme), path)
    assert serious_problems(page, axe) == []


def test_nothing_serious_in_lobby_and_settings(axe: str, open_page: OpenPage) -> None:
    page = opened(open_page(bypass_csp=True), "/")
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog[open]")
    assert serious_problems(page, axe) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("img", name="QR code").wait_for()
    assert serious_problems(page, axe) == []


@pytest.mark.parametrize("path", PAGES)
def test_page_fits_a_phone(path: str, open_page: OpenPage) -> None:
    for locale in ("en-US", "es-ES"):
        page = opened(open_page(locale=locale, **PHONE), path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("path", ["/", "/learn", "/rules/london", "/join#K7QM2XPA"])
def test_nothing_is_left_untranslated(path: str, open_page: OpenPage) -> None:
    """Switched live; city names that both languages share are taken from the board."""
    page = opened(open_page(), path)
    english = set(page.evaluate(TEXTS))
    page.get_by_role("button", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    spanish = set(page.evaluate(TEXTS))
    answers = [
        page.request.get(f"/api/boards/{name}").json() for name in ("usa", "europe", "london")
    ]
    shared = {name for answer in answers for name in _same_names(answer)} | NAMES
    left = {text for text in english & spanish if not _is_made_of(text, shared)}
    assert left == set()


def _same_names(answer: dict[str, Any]) -> set[str]:
    cities = [city["names"] for city in answer["board"]["cities"]]
    same = {names["en"] for names in cities if names["en"] == names["es"]}
    lines = {line for name in same for line in name.split()}
    return same | lines


def _is_made_of(text: str, names: set[str]) -> bool:
    """Whether only shared names and signs are in it."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return not any(character.isalpha() for character in text)


def test_settings_hold_after_a_reload(open_page: OpenPage) -> None:
    page = opened(open_page(), "/")
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Dark", exact=True).click()
    dialog.get_by_label("Sounds").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog").get_by_label("Sounds")).to_be_checked()


@pytest.mark.parametrize(("language", "lesson"), [("en", "Learn"), ("es", "Aprender")])
def test_it_can_be_installed(open_page: OpenPage, language: str, lesson: str) -> None:
    page = opened(open_page(locale=language), "/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    source = page.locator("link[rel=manifest]").get_attribute("href")
    assert source is not None
    manifest = json.loads(page.request.get(source).text())
    assert manifest["lang"] == language
    assert manifest["shortcuts"][0]["name"] == lesson
    assert manifest["name"] == "Andén"
    assert manifest["display"] == "standalone"
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.ok
        assert answer.headers["content-type"].startswith(icon["type"])


def test_shell_opens_without_a_network(open_page: OpenPage) -> None:
    page = opened(open_page(), "/")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    kept = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async name =>
             (await (await caches.open(name)).keys()).map(request => request.url)))).flat()"""
    )
    assert kept
    assert not [url for url in kept if "/api/" in url]
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("can't be reached")
