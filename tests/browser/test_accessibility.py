"""axe-core looks at the table in play and at the end, in both themes."""

from typing import Any

import pytest
from playwright.sync_api import Page

from .conftest import NewTable
from .table import BOT, PERSON

SERIOUS = ("serious", "critical")
# Shapes of the drawing are left out: thousands, all of them decoration inside labelled buttons.
RUN = "() => axe.run({exclude: [['svg.board .space'], ['svg.board [aria-hidden]'], ['.touch']]})"


def serious_problems(page: Page, axe: str) -> list[str]:
    page.evaluate(axe)
    result: dict[str, Any] = page.evaluate(RUN)
    return [
        f"{problem['id']}: {node['target']} {node['failureSummary']}"
        for problem in result["violations"]
        if problem["impact"] in SERIOUS
        for node in problem["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_serious_at_the_table(theme: str, axe: str, new_table: NewTable) -> None:
    table = new_table("europe", [PERSON, BOT], bypass_csp=True, color_scheme=theme)
    page = table.page
    assert serious_problems(page, axe) == []
    table.play_until("turn")
    for tab in ("tickets", "text"):
        page.click(f"[data-tab={tab}]")
        assert serious_problems(page, axe) == []
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    assert serious_problems(page, axe) == []


def test_nothing_serious_at_the_end(axe: str, new_table: NewTable) -> None:
    table = new_table("london", [PERSON, BOT], bypass_csp=True)
    table.play_until("over")
    assert serious_problems(table.page, axe) == []
