"""Takes the pictures of the README: python -m tools.screenshots [NAME ...]

They come from the app itself, with a real server and real games that bots have played.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from anden.server import ServerSettings
from anden.server.run import serving
from tools.find_chromium import launch_options
from tools.positions import WHOLE, Point, cookie, store_game
from tools.vision import SIGHTS, shown

IMAGES = Path(__file__).parent.parent / "docs" / "images"
COLOURS = 256  # of each picture: maps are flat, so few are enough
PATIENCE = 180_000
LARGE, PHONE = (1440, 900), (390, 844)
BOARD_PART = (300, 180, 1000, 600)  # of the table, in pixels
STILL = "localStorage.setItem('anden.settings', JSON.stringify({animations: 'off'}))"


@contextmanager
def own_server() -> Iterator[tuple[str, ServerSettings]]:
    with tempfile.TemporaryDirectory() as folder:
        settings = ServerSettings(
            data=Path(folder),
            bot_processes=0,
            pace_scale=100.0,  # nobody moves while a picture is taken
            cost_burst=1_000_000.0,
            addresses=("http://192.168.1.20:8000",),  # what a home network looks like
        )
        with serving(settings) as address:
            yield address, settings


def go_to(page: Page, settings: ServerSettings, point: Point) -> str:
    """Opens a game at a point that bots have played it to; its id."""
    page.context.add_cookies([cookie(str(page.evaluate("location.origin")))])
    game = store_game(settings, point)
    page.goto(f"/game/{game}")
    page.wait_for_selector(".status[data-mine=true], .bars")
    return game


def home(page: Page, _: ServerSettings) -> None:
    page.wait_for_selector(".laid")


def table(page: Page, settings: ServerSettings) -> None:
    go_to(page, settings, Point("europe", 4, 12, 150, rival="hard"))


def phone(page: Page, settings: ServerSettings) -> None:
    go_to(page, settings, Point("usa", 2, 15, 60, rival="medium"))


def end(page: Page, settings: ServerSettings) -> None:
    go_to(page, settings, Point("usa", 4, 21, WHOLE, rival="medium"))
    page.wait_for_selector("[data-story=turning]")


def replay(page: Page, settings: ServerSettings) -> None:
    game = go_to(page, settings, Point("usa", 4, 21, WHOLE, rival="medium"))
    page.goto(f"/replay/{game}")
    slider = page.locator("input[type=range]")
    slider.fill(str(int(slider.get_attribute("max") or 0) * 3 // 4))


def learn(page: Page, _: ServerSettings) -> None:
    page.goto("/learn")
    page.get_by_role("button", name="3").last.click()
    page.wait_for_selector(".route.claimable")


def lobby(page: Page, _: ServerSettings) -> None:
    page.locator("label", has=page.locator("input[value=london]")).click()
    page.locator("form.start button.plain").last.click()
    page.wait_for_selector(".qr svg")
    page.locator(".add button").nth(1).click()
    page.wait_for_selector("[data-seat='2']")


Scene: TypeAlias = Callable[[Page, ServerSettings], None]

PICTURES: dict[str, tuple[Scene, tuple[int, int], str, str]] = {
    "home": (home, LARGE, "light", "en-GB"),
    "table": (table, LARGE, "light", "en-GB"),
    "table-dark-es": (table, LARGE, "dark", "es-ES"),
    "phone": (phone, PHONE, "light", "en-GB"),
    "replay": (replay, LARGE, "light", "en-GB"),
    "end": (end, LARGE, "light", "en-GB"),
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


def sights(picture: bytes, part: tuple[int, int, int, int]) -> bytes:
    """A part of a picture four times: as eyes see it that lack red, green, blue, or all colour."""
    with Image.open(BytesIO(picture)) as image:
        cut = np.asarray(image.convert("RGB").crop(part), dtype=np.float64) / 255
    kinds = [kind for kind in SIGHTS if kind != "full"]
    tiles = [shown(cut.reshape(-1, 3), kind).reshape(cut.shape) for kind in kinds]
    whole = np.concatenate([np.concatenate(tiles[:2], axis=1), np.concatenate(tiles[2:], axis=1)])
    out = BytesIO()
    Image.fromarray((whole * 255).astype(np.uint8)).save(out, "png")
    return out.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", choices=[[], *PICTURES], help="all, if none is named")
    names = parser.parse_args().names or list(PICTURES)
    IMAGES.mkdir(exist_ok=True)
    with own_server() as (address, settings), sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        for name in names:
            context, page = open_page(browser, address, name)
            page.goto("/")
            PICTURES[name][0](page, settings)
            page.wait_for_load_state("networkidle")
            page.wait_for_selector(".toast", state="detached")
            page.wait_for_timeout(500)
            save(page.screenshot(), IMAGES / f"{name}.png")
            if name == "table":
                save(sights(page.screenshot(), BOARD_PART), IMAGES / "sights.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
