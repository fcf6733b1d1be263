"""The pictures that the table is compared with: python -m tools.pictures [NAME ...]

Twelve positions and two drawings, small, in tests/browser/pictures. After a change to the design,
look at what this command writes and commit it; without it, a test fails that says how far a
picture is off.
"""

import argparse
import tempfile
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from anden.game import Game
from anden.game.pictures import position_svg
from anden.server import ServerSettings
from anden.server.run import serving
from tools.find_chromium import launch_options
from tools.positions import WHOLE, Point, cookie, played, store_game

FOLDER = Path(__file__).parent.parent / "tests" / "browser" / "pictures"
STILL = "localStorage.setItem('anden.settings', JSON.stringify({animations: 'off', talk: false}))"
SHORT_SIDE = 300  # of a picture that is kept, in pixels
COLOURS = 256
MAX_LOOKS = 20  # until a page is at rest

DESK, OLD, PHONE, SIDE, WALL = (1440, 900), (1024, 768), (390, 844), (844, 390), (2560, 1440)
LATE = Point("europe", 5, 12, 200, rival="medium:collector")
MIDDLE = Point("usa", 3, 18, 70, rival="hard:builder")
TOWN = Point("london", 4, 13, 50, rival="easy:runner")
CHOOSING = Point("europe", 3, 16, 0, "setup")


@dataclass(frozen=True)
class Shot:
    point: Point
    size: tuple[int, int] = DESK
    theme: str = "light"
    locale: str = "en-US"
    hover: str = ""  # what the pointer is on


SHOTS = {
    "late-light": Shot(LATE),
    "late-dark": Shot(LATE, theme="dark"),
    "late-phone": Shot(LATE, PHONE, "dark"),
    "late-wall": Shot(LATE, WALL),
    "town": Shot(TOWN, locale="es-ES"),
    "town-phone-on-its-side": Shot(TOWN, SIDE),
    "card": Shot(MIDDLE, hover=".hand [data-kind=purple]"),
    "ticket": Shot(MIDDLE, theme="dark", hover="[data-ticket]"),
    "network": Shot(MIDDLE, hover="[data-seat='2']"),
    "choosing-old-desk": Shot(CHOOSING, OLD),
    "choosing-phone": Shot(CHOOSING, PHONE, locale="es-ES"),
    "over": Shot(replace(LATE, moves=WHOLE)),
}


# What `anden.game.pictures` draws, by itself.
DRAWINGS = {
    "drawn-late": (LATE, "light", "en"),
    "drawn-town": (replace(TOWN, moves=WHOLE), "dark", "es"),
}


def take_drawing(browser: Browser, name: str) -> Image.Image:
    """A game as it is drawn now."""
    point, theme, language = DRAWINGS[name]
    game = Game(point.board, point.players, point.seed)
    for seat, action, _ in played(point):
        game.play(action, seat)
    page = browser.new_page(viewport={"width": 1000, "height": 700})
    drawing = position_svg(game.position, language=language, theme=theme)
    page.set_content(f"<style>svg {{ width: 980px; height: auto }}</style>{drawing}")
    picture = page.locator("svg").screenshot()
    page.close()
    return small(picture)


def take(browser: Browser, address: str, settings: ServerSettings, name: str) -> Image.Image:
    """The picture as it looks now."""
    shot = SHOTS[name]
    width, height = shot.size
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        color_scheme="dark" if shot.theme == "dark" else "light",
        locale=shot.locale,
    )
    context.add_init_script(STILL)
    context.add_cookies([cookie(address)])
    page = context.new_page()
    page.goto(f"/game/{store_game(settings, shot.point)}")
    over = ".bars" if shot.point.moves == WHOLE else ".status[data-mine=true]"
    page.wait_for_selector(over)
    page.evaluate("document.fonts.ready")
    if shot.hover:
        page.locator(shot.hover).first.hover()
    picture = _at_rest(page)
    context.close()
    return small(picture)


def _at_rest(page: Page) -> bytes:
    """A picture of the page once two in a row are alike."""
    before = b""
    for _ in range(MAX_LOOKS):
        page.evaluate("() => new Promise(done => setTimeout(done, 150))")
        picture = page.screenshot()
        if picture == before:
            break
        before = picture
    return picture


def small(picture: bytes) -> Image.Image:
    """As it is kept: what tells designs apart is left, what tells fonts and machines apart less."""
    with Image.open(BytesIO(picture)) as image:
        scale = SHORT_SIDE / min(image.size)
        size = (round(image.width * scale), round(image.height * scale))
        return image.convert("RGB").resize(size, Image.Resampling.BOX)


def difference(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The mean difference of the pixels, from 0 to 255, and the share of those that differ much."""
    if one.size != other.size:
        return 255.0, 1.0
    steps = np.abs(_values(one) - _values(other)).max(axis=2)
    return float(steps.mean()), float((steps > 48).mean())


def _values(image: Image.Image) -> NDArray[Any]:
    return np.asarray(image.convert("RGB"), dtype=np.int16)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "names", nargs="*", choices=[[], *SHOTS, *DRAWINGS], help="all, if none is named"
    )
    names = parser.parse_args().names or [*SHOTS, *DRAWINGS]
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = ServerSettings(data=Path(folder), bot_processes=0, cost_burst=1_000_000.0)
        with serving(settings) as address:
            browser = playwright.chromium.launch(**launch_options())
            for name in names:
                if name in DRAWINGS:
                    image = take_drawing(browser, name)
                else:
                    image = take(browser, address, settings, name)
                few = image.quantize(COLOURS, dither=Image.Dither.NONE)
                few.save(FOLDER / f"{name}.png", optimize=True)
                print(f"{name}: {(FOLDER / f'{name}.png').stat().st_size / 1024:.0f} KiB")
            browser.close()


if __name__ == "__main__":
    main()
