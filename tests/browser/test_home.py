"""The front page: a game in two clicks, and the way back to it."""

from playwright.sync_api import expect

from .conftest import OpenPage


def test_a_game_against_bots_takes_two_clicks(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    page.get_by_text("London", exact=True).click()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector(".status")
    expect(page.locator("svg.board")).to_be_visible()
    assert "/game/" in page.url


def test_running_games_are_listed_and_continued(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    expect(page.get_by_role("heading", name="My games")).to_have_count(0)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector(".status")
    game = page.url
    page.goto("/")
    page.get_by_role("link", name="Continue").click()
    page.wait_for_selector(".status")
    assert page.url == game


def test_choice_is_remembered(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    page.get_by_text("Europe", exact=True).click()
    page.get_by_text("Easy", exact=True).click()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector(".status")
    page.goto("/")
    expect(page.get_by_role("radio", name="Europe")).to_be_checked()
    expect(page.get_by_role("radio", name="Easy")).to_be_checked()


def test_a_finished_with_game_is_deleted_after_a_question(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/")
    page.get_by_role("button", name="With friends").click()
    page.wait_for_url("**/game/*")
    page.goto("/")
    page.get_by_role("button", name="Delete the game").click()
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("link", name="Enter")).to_have_count(1)
    page.get_by_role("button", name="Delete the game").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("heading", name="My games")).to_have_count(0)


def test_the_live_board_can_be_stopped(open_page: OpenPage) -> None:
    page = open_page(animated=True)
    page.goto("/")
    page.get_by_role("button", name="Stop the picture").click()
    trains = page.locator(".laid").count()
    page.wait_for_timeout(1500)
    assert page.locator(".laid").count() == trains
