"""A person at a table in the browser: looks at the page, and clicks or types."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

PERSON = {"kind": "here", "name": "Ana"}
FRIEND = {"kind": "here", "name": "Luis"}
BOT = {"kind": "bot", "bot": "greedy"}

# Something to do: it is this device's move, the device is to be passed on, or it is over.
READY = """seq => {
  const status = document.querySelector('.status');
  if (!status || Number(status.dataset.seq) < seq) return false;
  return status.dataset.mine === 'true' || status.dataset.phase === 'over'
    || document.querySelector('[data-action=show]') !== null;
}"""

# The longest route that glows, and a place on it that nothing covers.
LONGEST_ROUTE = """() => {
  const routes = [...document.querySelectorAll('.route.claimable')]
    .sort((a, b) => b.querySelectorAll('.bed').length - a.querySelectorAll('.bed').length);
  for (const route of routes)
    for (const bed of route.querySelectorAll('.bed')) {
      const box = bed.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const top = document.elementFromPoint(x, y);
      if (top && route.contains(top)) return {name: route.dataset.route, x, y};
    }
  return null;
}"""

DRAWABLE = """() => [...document.querySelectorAll('[data-draw][aria-disabled=false]')]
  .map(card => card.dataset.draw).filter(name => name !== 'station' && name !== 'tickets')"""


def whose_turn(pages: Sequence[Page]) -> int:
    """Which of the pages may move: none does until the answer to its last move is there as well."""
    for _ in range(600):
        for number, page in enumerate(pages):
            if page.get_attribute(".status", "data-mine") == "true":
                return number
        pages[0].wait_for_timeout(50)
    raise AssertionError("no page may move")


class Table:
    def __init__(self, page: Page, board: str) -> None:
        self.page = page
        self.board = board
        self.game_id = ""
        self.game: dict[str, Any] = {}

    def open(self, seats: list[dict[str, str]]) -> None:
        """Creates the game, starts it and goes there."""
        new_game = {"board": self.board, "pace": "quick", "seats": seats}
        answer = self.page.request.post("/api/games", data=new_game)
        assert answer.ok, answer.text()
        self.game = answer.json()
        self.game_id = self.game["id"]
        answer = self.page.request.post(f"/api/games/{self.game_id}/start", data={})
        assert answer.ok, answer.text()
        self.page.goto(f"/game/{self.game_id}")
        self.wait_for_move()

    @property
    def seq(self) -> int:
        return int(self.page.get_attribute(".status", "data-seq") or 0)

    @property
    def phase(self) -> str:
        return self.page.get_attribute(".status", "data-phase") or ""

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def has_curtain(self) -> bool:
        return self.page.locator("[data-action=show]").count() > 0

    def wait_for_move(self, seq: int = 0) -> None:
        self.page.wait_for_function(READY, arg=seq)

    def play_until(self, phase: str, limit: int = 300) -> None:
        """Decides whatever is to be decided until it is that phase's turn."""
        for _ in range(limit):
            if self.phase == phase and (phase == "over" or not self.has_curtain):
                return
            self.decide()
        raise AssertionError(f"{phase} was not reached in {limit} decisions")

    def decide(self) -> None:
        """One decision by mouse, or one lift of the curtain."""
        if self.has_curtain:
            self.page.click("[data-action=show]")
            self.page.wait_for_selector("[data-action=show]", state="detached")
            self.wait_for_move(self.seq)
            return
        before = self.seq
        {"setup": self.keep_all, "keep": self.keep_all, "tunnel": self.settle_tunnel}.get(
            self.phase, self.take_turn
        )()
        self.wait_for_move(before + 1)

    def keep_all(self) -> None:
        offers = self.page.locator("[data-offer]")
        for number in range(offers.count()):
            offers.nth(number).click()
        self.page.click("[data-action=keep]")
        self.wait_until_kept()

    def wait_until_kept(self) -> None:
        """Others choose at the same time, so a new state alone does not tell."""
        self.page.wait_for_selector("[data-action=keep]", state="detached")

    def settle_tunnel(self) -> None:
        self.page.wait_for_selector("[data-action=withdraw]")
        payments = self.page.locator("dialog [data-payment]")
        if payments.count():
            payments.first.click()
        else:
            self.page.click("[data-action=withdraw]")

    def take_turn(self) -> None:
        route = self.page.evaluate(LONGEST_ROUTE) if self.phase == "turn" else None
        if route:
            self.claim(route)
            return
        drawable = self.page.evaluate(DRAWABLE)
        name = "deck" if "deck" in drawable else (drawable or ["tickets"])[0]
        if self.page.locator("[data-draw=pass]").count():
            name = "pass"
        self.page.locator(f"[data-draw='{name}']").first.click()

    def claim(self, route: dict[str, Any]) -> None:
        before = self.seq
        self.page.mouse.click(route["x"], route["y"])
        # Either it is claimed at once, or there is a payment to choose.
        self.page.wait_for_function(
            """seq => document.querySelector('dialog [data-payment]')
              || Number(document.querySelector('.status').dataset.seq) > seq""",
            arg=before,
        )
        payments = self.page.locator("dialog [data-payment]")
        if payments.count() and self.seq == before:
            payments.first.click()
