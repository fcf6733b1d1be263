"""What holds for every page but the table: languages, axe, small screens, installation."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from .conftest import OpenPage
from .test_accessibility import serious_problems

PAGES = [
    "/",
    "/learn",
    "/rules/usa",
    "/rules/europe",
    "/rules/london",
    "/join#K7QM2XPA",
    "/watch",
    "/nowhere",
]
LARGE: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 844}
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


@pytest.fixture(scope="module")
def desk(shared_page: OpenPage) -> Page:
    return shared_page(bypass_csp=True, has_touch=True)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_for_everybody(path: str, desk: Page, axe: str) -> None:
    """In both themes, on a phone, and in both languages, which are switched live."""
    page = desk
    page.set_viewport_size(LARGE)
    page.emulate_media(color_scheme="light")
    opened(page, path)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        assert (theme, serious_problems(page, axe)) == (theme, [])
    page.set_viewport_size(PHONE)
    english = set(page.evaluate(TEXTS))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    speak(page, "es")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert untranslated(page, english) == set()
    speak(page, "en")


def test_nothing_serious_in_lobby_and_settings(axe: str, open_page: OpenPage) -> None:
    page = opened(open_page(bypass_csp=True), "/")
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog[open]")
    assert serious_problems(page, axe) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("img", name="QR code").wait_for()
    assert serious_problems(page, axe) == []


def speak(page: Page, language: str) -> None:
    """Switches the language, on a page without buttons for it by what is remembered."""
    button = page.get_by_role("button", name={"en": "English", "es": "Español"}[language])
    if button.count():
        button.click()
    else:
        remember = "language => localStorage.setItem('anden.language', JSON.stringify(language))"
        page.evaluate(remember, language)
        page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.wait_for_selector("h1")


def untranslated(page: Page, english: set[str]) -> set[str]:
    """Texts that have stayed; city names that both languages share are taken from the board."""
    answers = [
        page.request.get(f"/api/boards/{name}").json() for name in ("usa", "europe", "london")
    ]
    shared = {name for answer in answers for name in _same_names(answer)} | NAMES
    same = english & set(page.evaluate(TEXTS))
    return {text for text in same if not _is_made_of(text, shared)}


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
