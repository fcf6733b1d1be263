"""The page of puzzles: the one of the day, a network drawn on the board, streaks."""

from playwright.sync_api import Page, expect

from anden.puzzles import Puzzle, load_puzzles

from .conftest import OpenPage
from .test_accessibility import serious_problems


def one_of(theme: str) -> Puzzle:
    return next(puzzle for puzzle in load_puzzles() if puzzle.theme == theme)


def claim(page: Page, routes: tuple[str, ...]) -> None:
    """By keyboard, on the board."""
    for route in routes:
        page.locator(f'[data-route="{route}"]').focus()
        page.keyboard.press("Enter")


def test_the_puzzle_of_the_day_begins_a_streak(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    page.get_by_role("link", name="Solve it").click()
    expect(page.locator(".daily")).to_be_visible()
    name = page.evaluate("fetch('/api/puzzles').then(a => a.json()).then(all => all.daily)")
    puzzle = next(each for each in load_puzzles() if each.id == name)
    if puzzle.network:
        claim(page, puzzle.network)
    else:
        page.locator(f'input[value="{puzzle.best.answer}"]').check()
    page.click("[data-action=check]")
    expect(page.locator(".verdict")).to_contain_text("best answer")
    expect(page.locator(".streak")).to_have_text("1 day in a row")
    page.click("[data-action=next]")
    expect(page.locator("[data-action=check]")).to_be_disabled()
    assert puzzle.id not in page.url
    page.goto("/")
    expect(page.get_by_text("1 day in a row")).to_be_visible()


def test_a_network_is_drawn_and_the_cheapest_shown_beside_it(open_page: OpenPage, axe: str) -> None:
    puzzle = one_of("network")
    page = open_page(bypass_csp=True)
    page.goto(f"/puzzles/{puzzle.id}")
    page.wait_for_selector("#puzzle-title")
    assert serious_problems(page, axe) == []
    claim(page, puzzle.network[:-1])
    page.click("[data-action=check]")
    expect(page.locator(".verdict")).to_contain_text("Not joined yet")
    expect(page.locator("[data-way]")).to_have_count(2 * len(puzzle.network) - 1)
    page.get_by_role("button", name="Try again").click()
    claim(page, puzzle.network[-1:])
    page.click("[data-action=check]")
    expect(page.locator(".verdict")).to_contain_text("best answer")
    assert serious_problems(page, axe) == []
    tried = page.evaluate("JSON.parse(localStorage.getItem('anden.puzzles')).credits")
    assert tried == {puzzle.id: 0}  # the first answer counts


def test_it_speaks_spanish_and_fits_a_phone(open_page: OpenPage) -> None:
    page = open_page(locale="es-ES", viewport={"width": 390, "height": 844})
    page.goto(f"/puzzles/{one_of('last').id}")
    expect(page.locator(".question")).to_contain_text("último turno")
    page.locator("input[name=answer]").first.check()
    page.click("[data-action=check]")
    expect(page.locator(".worths li").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="EN:").click()
    expect(page.locator(".question")).to_contain_text("very last turn")
