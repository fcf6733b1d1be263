"""The same without a mouse."""

from .conftest import NewTable
from .table import BOT, PERSON, Table

FOCUSED = "() => document.activeElement?.getAttribute('data-{name}')"


def tab_to(table: Table, name: str, value: str, limit: int = 80) -> None:
    """Presses Tab until the focus is there."""
    for _ in range(limit):
        if table.page.evaluate(FOCUSED.format(name=name)) == value:
            return
        table.page.keyboard.press("Tab")
    raise AssertionError(f"the focus never came to {name}={value}")


def keep_tickets(table: Table) -> None:
    keyboard = table.page.keyboard
    keyboard.press("k")
    table.page.wait_for_function("() => document.activeElement?.dataset.offer")
    for _ in range(table.page.locator("[data-offer]").count()):
        keyboard.press("Space")
        keyboard.press("Tab")
    tab_to(table, "action", "keep")
    keyboard.press("Enter")
    table.wait_until_kept()


def take_turn(table: Table) -> None:
    page = table.page
    if table.phase == "turn" and page.locator(".route.claimable").count():
        page.keyboard.press("b")
        page.wait_for_function("() => document.activeElement?.dataset.route")
        page.keyboard.press("n")
        before = table.seq
        page.keyboard.press("Enter")
        page.wait_for_function(
            """seq => document.activeElement?.dataset.payment
              || Number(document.querySelector('.status').dataset.seq) > seq""",
            arg=before,
        )
        if table.seq == before:
            page.keyboard.press("Enter")
    elif page.locator("[data-draw=deck][aria-disabled=false]").count():
        page.keyboard.press("d")
    elif page.locator("[data-draw=pass]").count():
        tab_to(table, "draw", "pass")
        page.keyboard.press("Enter")
    else:
        drawable = page.evaluate(
            """() => [...document.querySelectorAll('[data-anchor^=row-]')]
              .findIndex(card => card.getAttribute('aria-disabled') === 'false')"""
        )
        page.keyboard.press(str(drawable + 1) if drawable >= 0 else "t")


def test_a_game_is_played_to_its_end_with_the_keyboard(new_table: NewTable) -> None:
    table = new_table("london", [PERSON, BOT], viewport={"width": 1280, "height": 800})
    for _ in range(200):
        if table.is_over:
            break
        before = table.seq
        if table.phase in ("setup", "keep"):
            keep_tickets(table)
        else:
            take_turn(table)
        table.wait_for_move(before + 1)
    assert table.is_over
    tab_to(table, "action", "rematch")


def test_shortcuts_are_listed_and_the_board_can_be_walked(new_table: NewTable) -> None:
    table = new_table("europe", [PERSON, BOT], viewport={"width": 1280, "height": 800})
    table.play_until("turn")
    page = table.page
    page.keyboard.press("?")
    assert page.get_by_role("dialog").locator("kbd").count() > 10
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("b")
    page.wait_for_function("() => document.activeElement?.dataset.route")
    seen = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 3:
        page.keyboard.press(key)
        seen.add(page.evaluate(FOCUSED.format(name="route")))
    assert len(seen) >= 4


def test_keys_can_be_switched_off(new_table: NewTable) -> None:
    table = new_table("london", [PERSON, BOT], viewport={"width": 1280, "height": 800})
    table.play_until("turn")
    page = table.page
    page.evaluate(
        "() => localStorage.setItem('anden.settings', JSON.stringify({shortcuts: false}))"
    )
    page.reload()
    page.wait_for_selector(".board [tabindex='0']")
    before = table.seq
    for key in ("d", "t", "1", "?"):
        page.keyboard.press(key)
    assert page.locator("dialog").count() == 0
    assert table.seq == before
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_label("Keys for actions").check()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("d")
    table.wait_for_move(before + 1)


def test_the_board_in_words_tells_routes_and_what_tickets_need(new_table: NewTable) -> None:
    table = new_table("usa", [PERSON, BOT])
    table.play_until("turn")
    page = table.page
    page.keyboard.press("r")
    page.wait_for_function("() => document.activeElement?.tagName === 'SELECT'")
    page.locator("#tab-panel select").select_option("denver")
    text = page.inner_text("#tab-panel")
    assert "Kansas City" in text
    assert "still needs" in text
