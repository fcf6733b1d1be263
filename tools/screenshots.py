"""Takes the pictures of the README: python -m tools.screenshots [NAME ...]

They come from the app itself, with a real server, real games and bots that play on for the person.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from anden.server import ServerSettings
from anden.server.run import serving
from tools.find_chromium import launch_options

IMAGES = Path(__file__).parent.parent / "docs" / "images"
COLOURS = 256  # of each picture: maps are flat, so few are enough
PATIENCE = 180_000
LARGE, PHONE = (1440, 900), (390, 844)
STILL = "localStorage.setItem('anden.settings', JSON.stringify({animations: 'off'}))"

START = """async ([board, players]) => {
  const call = async (method, path, body) =>
    (await fetch(path, {method, headers: {'Content-Type': 'application/json'},
      body: body && JSON.stringify(body)})).json();
  const bots = ['Luis', 'Eva', 'Teo'].slice(0, players - 1)
    .map(name => ({kind: 'bot', bot: 'medium', name}));
  const game = await call('POST', '/api/games',
    {board, pace: 'quick', seats: [{kind: 'here', name: 'Ana'}, ...bots]});
  await call('POST', `/api/games/${game.id}/start`, {});
  await call('PATCH', `/api/games/${game.id}/seats/0`, {kind: 'bot', bot: 'medium'});
  return game.id;
}"""
COME_BACK = """id => fetch(`/api/games/${id}/seats/0`, {method: 'PATCH',
  headers: {'Content-Type': 'application/json'}, body: JSON.stringify({kind: 'here'})})"""


@contextmanager
def own_server() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        settings = ServerSettings(
            data=Path(folder),
            bot_processes=0,
            pace_scale=0.05,
            request_burst=10_000,
            addresses=("http://192.168.1.20:8000",),  # what a home network looks like
        )
        with serving(settings) as address:
            yield address


def play_on(page: Page, board: str, players: int, moves: int) -> str:
    """A game that bots have played for this many moves, with the person back at it."""
    page.goto("/")
    game = str(page.evaluate(START, [board, players]))
    page.goto(f"/game/{game}")
    page.wait_for_function(
        "moves => Number(document.querySelector('.status')?.dataset.seq) >= moves", arg=moves
    )
    page.evaluate(COME_BACK, game)
    page.wait_for_selector(".status[data-mine=true]")
    return game


def home(page: Page) -> None:
    page.goto("/")
    page.wait_for_selector(".laid")


def table(page: Page) -> None:
    play_on(page, "europe", 3, 110)


def phone(page: Page) -> None:
    play_on(page, "usa", 2, 60)


def replay(page: Page) -> None:
    page.goto("/")
    game = str(page.evaluate(START, ["usa", 4]))
    page.goto(f"/game/{game}")
    page.wait_for_selector(".status[data-phase=over]")
    page.goto(f"/replay/{game}")
    slider = page.locator("input[type=range]")
    slider.fill(str(int(slider.get_attribute("max") or 0) * 3 // 4))


def learn(page: Page) -> None:
    page.goto("/learn")
    page.get_by_role("button", name="3").last.click()
    page.wait_for_selector(".route.claimable")


def lobby(page: Page) -> None:
    page.goto("/")
    page.locator("label", has=page.locator("input[value=london]")).click()
    page.locator("form.start button").nth(1).click()
    page.wait_for_selector(".qr svg")


PICTURES: dict[str, tuple[Callable[[Page], None], tuple[int, int], str, str]] = {
    "home": (home, LARGE, "light", "en-GB"),
    "table": (table, LARGE, "light", "en-GB"),
    "table-dark-es": (table, LARGE, "dark", "es-ES"),
    "phone": (phone, PHONE, "light", "en-GB"),
    "replay": (replay, LARGE, "light", "en-GB"),
    "learn": (learn, LARGE, "light", "en-GB"),
    "lobby": (lobby, LARGE, "dark", "en-GB"),
}


def open_page(browser: Browser, address: str, name: str) -> tuple[BrowserContext, Page]:
    _, (width, height), theme, locale = PICTURES[name]
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        device_scale_factor=2 if width < 500 else 1,
        has_touch=width < 500,
        is_mobile=width < 500,
        color_scheme="dark" if theme == "dark" else "light",
        locale=locale,
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(STILL)
    return context, context.new_page()


def save(picture: bytes, path: Path) -> None:
    with Image.open(BytesIO(picture)) as image:
        few = image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size / 1024:.0f} KiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", choices=[[], *PICTURES], help="all, if none is named")
    names = parser.parse_args().names or list(PICTURES)
    IMAGES.mkdir(exist_ok=True)
    with own_server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        for name in names:
            context, page = open_page(browser, address, name)
            PICTURES[name][0](page)
            page.wait_for_load_state("networkidle")
            page.wait_for_selector(".toast", state="detached")
            page.wait_for_timeout(500)
            save(page.screenshot(), IMAGES / f"{name}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
