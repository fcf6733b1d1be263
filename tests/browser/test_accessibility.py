"""axe-core looks at the table in play and at the end, in both themes."""

from typing import Any

from playwright.sync_api import Page

from tools.positions import WHOLE, Point

from .conftest import AtPoint, NewTable, OpenPage
from .table import BOT, FRIEND, PERSON

SERIOUS = ("serious", "critical")
# Shapes of the drawing are left out: thousands, all of them decoration inside labelled buttons.
SHAPES = ["svg.ground", "svg.board path", "svg.board [aria-hidden]"]
# Dark pages differ from light ones, which are all looked at as well, in their colours alone.
RUN = """exclude => axe.run({exclude: exclude.map(selector => [selector])}, {
    resultTypes: ["violations"],
    ...(matchMedia("(prefers-color-scheme: dark)").matches && {runOnly: ["color-contrast"]}),
})"""


def serious_problems(page: Page, axe: str, with_board: bool = False) -> list[str]:
    """What axe finds; the board, which takes it long, only where a test is about it."""
    page.evaluate(axe)
    result: dict[str, Any] = page.evaluate(RUN, SHAPES if with_board else ["svg.ground", ".board"])
    return [
        f"{problem['id']}: {node['target']} {node['failureSummary']}"
        for problem in result["violations"]
        if problem["impact"] in SERIOUS
        for node in problem["nodes"]
    ]


def in_both_themes(page: Page, axe: str, with_board: bool = False) -> list[str]:
    found = []
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_selector(f"html[data-theme={theme}]")
        found += serious_problems(page, axe, with_board)
    return found


def test_nothing_serious_at_the_table(axe: str, new_table: NewTable) -> None:
    table = new_table("europe", [PERSON, BOT], bypass_csp=True)
    page = table.page
    assert in_both_themes(page, axe) == []
    table.play_until("turn")
    assert in_both_themes(page, axe, with_board=True) == []
    for tab in ("tickets", "text"):
        page.click(f"[data-tab={tab}]")
        assert in_both_themes(page, axe) == []
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    assert in_both_themes(page, axe) == []


def test_nothing_serious_in_the_dialogs_of_the_table(axe: str, at_point: AtPoint) -> None:
    page = at_point(Point("europe", 5, 12, 200), bypass_csp=True).page
    page.click("[data-action=menu]")
    assert serious_problems(page, axe) == []
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_text("Coach", exact=True).wait_for()
    assert serious_problems(page, axe) == []
    page.keyboard.press("Escape")
    page.click("[data-draw=station]")
    page.locator(".pick").first.press("Enter")
    page.wait_for_selector("dialog [data-payment]")
    assert serious_problems(page, axe) == []


def test_nothing_serious_in_what_the_menu_leads_to(axe: str, at_point: AtPoint) -> None:
    page = at_point(Point("europe", 4, 12, 150), bypass_csp=True).page
    page.click("[data-action=menu]")
    page.get_by_role("button", name="Rules of this board").click()
    page.wait_for_selector("dialog input")
    assert in_both_themes(page, axe) == []
    page.click("[data-action=back]")
    page.get_by_role("button", name="Programs").click()
    page.get_by_role("dialog", name="Programs").wait_for()
    assert in_both_themes(page, axe) == []


def test_nothing_serious_in_a_tunnel(axe: str, at_point: AtPoint) -> None:
    page = at_point(Point("europe", 2, 13, 20, "tunnel"), bypass_csp=True).page
    page.wait_for_selector("dialog[open]")
    assert in_both_themes(page, axe) == []


def test_nothing_serious_in_the_proof_of_a_fair_deal(axe: str, at_point: AtPoint) -> None:
    page = at_point(Point("london", 2, 13, WHOLE), bypass_csp=True).page
    page.click("[data-action=fair]")
    page.wait_for_selector("dialog[open]")
    assert in_both_themes(page, axe) == []


def test_nothing_serious_with_an_account(axe: str, open_page: OpenPage) -> None:
    page = open_page(bypass_csp=True)
    page.goto("/account")
    page.wait_for_selector("main h1")
    assert in_both_themes(page, axe) == []


def test_nothing_serious_before_the_device_is_passed_on(axe: str, new_table: NewTable) -> None:
    page = new_table("london", [PERSON, FRIEND], bypass_csp=True).page
    page.wait_for_selector("[data-action=show]")
    assert serious_problems(page, axe) == []


def test_nothing_serious_at_the_end(axe: str, at_point: AtPoint) -> None:
    page = at_point(Point("london", 2, 13, WHOLE), bypass_csp=True).page
    page.wait_for_selector(".bars")
    assert serious_problems(page, axe) == []


def test_nothing_serious_in_a_turn_on_a_phone(axe: str, at_point: AtPoint) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    page = at_point(Point("usa", 3, 18, 70), bypass_csp=True, **phone).page
    assert in_both_themes(page, axe) == []
    page.tap("[data-action=claims]")
    page.wait_for_selector("[data-claim]")
    assert in_both_themes(page, axe) == []
    page.locator("[data-claim]").first.tap()
    page.wait_for_selector("dialog [data-payment]")
    assert in_both_themes(page, axe) == []
    page.keyboard.press("Escape")
    page.tap("[data-tab=players]")
    assert in_both_themes(page, axe) == []
