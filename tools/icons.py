"""Draws the app's icons as PNG from their SVG, in Chromium: python -m tools.icons"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.find_chromium import launch_options

ICONS = Path(__file__).parent.parent / "web" / "public" / "icons"
PICTURES = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "maskable-512.png": ("maskable.svg", 512),
    "apple-touch-icon.png": ("maskable.svg", 180),
}
PAGE = "<style>body{margin:0;background:none}svg{display:block;width:100vw}</style>"


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        for name, (source, size) in PICTURES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(PAGE + (ICONS / source).read_text("utf-8"))
            page.screenshot(path=ICONS / name, omit_background=True)
            page.close()
            print(f"{name}: {(ICONS / name).stat().st_size} bytes")
        browser.close()


if __name__ == "__main__":
    main()
