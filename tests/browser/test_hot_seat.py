"""Several people at one device, and people who only watch."""

from .conftest import NewTable
from .table import FRIEND, PERSON


def test_hands_stay_hidden_until_the_next_person_asks(new_table: NewTable) -> None:
    table = new_table("london", [PERSON, FRIEND])
    page = table.page
    shown: list[str] = []
    for _ in range(12):
        if table.has_curtain:
            title = page.inner_text("dialog h2")
            shown.append(title.removeprefix("Pass the device to "))
            assert page.locator(".hand li").count() == 0
            assert page.locator("[data-ticket], [data-offer]").count() == 0
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
            assert table.has_curtain
        table.decide()
    assert {"Ana", "Luis"} == set(shown)


def test_spectators_see_the_table_and_no_hand(new_table: NewTable) -> None:
    table = new_table("usa", [PERSON, FRIEND])
    other = new_table("london", [PERSON, FRIEND]).page
    answer = other.request.post("/api/watch", data={"code": table.game["watch"]})
    assert answer.ok, answer.text()
    other.goto(f"/game/{table.game_id}")
    other.wait_for_selector(".players li")
    assert other.locator(".players li").count() == 2
    assert other.locator(".hand li, [data-offer]").count() == 0
    assert other.locator("header", has_text="watching").count() == 1
