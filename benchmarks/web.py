"""How heavy and how quick the web app is, in Chromium: `make bench`.

Size is what a browser downloads. Time to the first board is from the navigation until all routes
are drawn, with an empty cache. Latency is from the press of a button until the page shows what came
of it: a server on the same machine has checked, played and stored the action in between. Frames are
those shown while the board of a late game of five is moved on a phone whose processor is slowed
down to a quarter of this one's.
"""

import gzip
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from anden.core.warm_up import warm_up
from anden.server import ServerSettings, static
from anden.server.run import serving

sys.path.insert(0, str(Path(__file__).parent.parent))
from tools.find_chromium import launch_options
from tools.positions import Point, cookie, store_game

BUDGETS = {"size": 250.0, "first board": 1000.0, "action": 100.0, "frame": 1000 / 59}  # kB, ms
ROUNDS, ACTIONS, GAMES = 7, 30, 3
BOARDS = ("usa", "europe", "london")
LATE = Point("europe", 5, 12, 200)
SLOWER = 4  # times, of a phone

STILL = "localStorage.setItem('anden.settings', JSON.stringify({animations: 'off'}))"
START = """async board => {
  const call = async (path, body) => (await fetch(path, {method: 'POST',
    headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)})).json();
  const game = await call('/api/games', {board, pace: 'quick',
    seats: [{kind: 'here'}, {kind: 'bot', bot: 'greedy'}]});
  await call(`/api/games/${game.id}/start`, {});
  return game.id;
}"""
# Set before the page's own scripts: the moment at which every route has been drawn.
WATCH = """() => {
  const look = () => {
    if (document.querySelectorAll('svg.board .route').length > 20)
      requestAnimationFrame(() => { window.drawnAt = performance.now(); });
    else requestAnimationFrame(look);
  };
  look();
}"""
PRESS = """() => new Promise(resolve => {
  const status = document.querySelector('.status');
  const before = status.dataset.seq;
  const start = performance.now();
  const observer = new MutationObserver(() => {
    if (status.dataset.seq === before) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - start));
  });
  observer.observe(status, {attributes: true});
  document.querySelector('[data-draw=deck]').click();
})"""
CAN_DRAW = """() => document.querySelector('.status')?.dataset.mine === 'true'
  && document.querySelector('[data-draw=deck]')?.getAttribute('aria-disabled') === 'false'"""


# Moves the board with one finger, a step each frame, and gives the time of every frame.
PAN = """() => new Promise(resolve => {
  const frame = document.querySelector('.frame');
  const event = (type, x, y) => frame.dispatchEvent(new PointerEvent(type, {bubbles: true,
    pointerId: 1, pointerType: 'mouse', button: 0, clientX: x, clientY: y}));
  frame.setPointerCapture = () => {};
  const box = frame.getBoundingClientRect();
  let [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  event('pointerdown', x, y);
  const times = [];
  let last = performance.now();
  const step = now => {
    times.push(now - last);
    last = now;
    const turn = times.length / 20;
    event('pointermove', x += 5 * Math.cos(turn), y += 4 * Math.sin(turn));
    if (times.length < 240) requestAnimationFrame(step);
    else { event('pointerup', x, y); resolve(times.slice(20)); }
  };
  requestAnimationFrame(step);
})"""


def compressed_size() -> float:
    """Scripts and styles, all pages together, in kB."""
    files = [path for path in (static.WEB / "assets").iterdir() if path.suffix in (".js", ".css")]
    return sum(len(gzip.compress(path.read_bytes())) for path in files) / 1000


@contextmanager
def own_server() -> Iterator[tuple[str, ServerSettings]]:
    with tempfile.TemporaryDirectory() as folder:
        settings = ServerSettings(
            data=Path(folder),
            bot_processes=0,
            pace_scale=0.0,
            cost_burst=1_000_000.0,
            message_burst=10_000,
        )
        with serving(settings) as address:
            yield address, settings


def frames(browser: Browser, address: str, settings: ServerSettings) -> list[float]:
    """Milliseconds of each frame while the board is moved, in order of length."""
    context = browser.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, device_scale_factor=2
    )
    context.add_init_script(STILL)
    context.add_cookies([cookie(address)])
    page = context.new_page()
    page.goto(f"/game/{store_game(settings, LATE)}")
    page.wait_for_selector(".status[data-mine=true]")
    page.locator(".board [tabindex='0']").focus()
    for _ in range(3):
        page.keyboard.press("+")
    page.wait_for_function("document.querySelector('svg.board').clientWidth > 1500")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    found: list[float] = page.evaluate(PAN)
    context.close()
    return sorted(found)


def first_board(browser: Browser, address: str, board: str) -> float:
    """Milliseconds, the median of several visits with an empty cache."""
    times = []
    for _ in range(ROUNDS):
        context = browser.new_context(base_url=address, service_workers="block")
        page = context.new_page()
        page.goto("/rules")
        game = page.evaluate(START, board)
        session = context.new_cdp_session(page)
        session.send("Network.clearBrowserCache")
        page.add_init_script(f"({WATCH})()")
        page.goto(f"/game/{game}")
        page.wait_for_function("() => window.drawnAt")
        times.append(float(page.evaluate("window.drawnAt")))
        context.close()
    return statistics.median(times)


def latencies(page: Page, board: str) -> list[float]:
    """Milliseconds from the press of the deck to the card, in several games: London's are short."""
    return [time for _ in range(GAMES) for time in game_latencies(page, board)]


def game_latencies(page: Page, board: str) -> Iterator[float]:
    page.goto("/")
    page.goto(f"/game/{page.evaluate(START, board)}")
    page.wait_for_selector("[data-offer]")
    for offer in page.locator("[data-offer]").all():
        offer.click()
    page.click("[data-action=keep]")
    for _ in range(ACTIONS // GAMES):
        page.wait_for_function(CAN_DRAW)
        yield float(page.evaluate(PRESS))


def report(name: str, value: float, unit: str, budget: str) -> bool:
    is_kept = value < BUDGETS[budget]
    verdict = "" if is_kept else "  over budget"
    print(f"{name:<34}{value:8.1f} {unit} of {BUDGETS[budget]:.0f}{verdict}")
    return is_kept


def main() -> int:
    warm_up()
    print(f"\nThe web app, {ROUNDS} visits per board, {ACTIONS} actions")
    kept = [report("scripts and styles, compressed", compressed_size(), "kB", "size")]
    with own_server() as (address, settings), sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        for board in BOARDS:
            value = first_board(browser, address, board)
            kept.append(report(f"first board drawn, {board}", value, "ms", "first board"))
        context = browser.new_context(base_url=address)
        context.add_init_script(STILL)
        for board in BOARDS:
            found = sorted(latencies(context.new_page(), board))
            median, late = statistics.median(found), found[int(len(found) * 0.95)]
            report(f"action shown, {board}, median", median, "ms", "action")
            kept.append(report(f"action shown, {board}, 95 %", late, "ms", "action"))
        shown = frames(browser, address, settings)
        report("frame while panning, median", statistics.median(shown), "ms", "frame")
        late = shown[int(len(shown) * 0.95)]
        kept.append(report("frame while panning, 95 %", late, "ms", "frame"))
        browser.close()
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
