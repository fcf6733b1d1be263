"""Every link, picture and anchor within the built site leads somewhere."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


@dataclass
class Page:
    links: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Page()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is not None and name in ("href", "src"):
                self.page.links.append(value)
            if value is not None and (name == "id" or (tag == "a" and name == "name")):
                self.page.ids.add(value)


def read_page(path: Path) -> Page:
    reader = _Reader()
    reader.feed(path.read_text("utf-8"))
    return reader.page


def broken_links(site: Path) -> Iterator[str]:
    pages = {path: read_page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        if path.name == "404.html":
            continue  # it is shown anywhere, so its links are absolute
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or link.startswith("data:"):
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            told = f"{path.relative_to(site)}: {link}"
            if not target.is_file():
                yield told
            elif target in pages and parts.fragment not in ("", "__comments"):
                if unquote(parts.fragment) not in pages[target].ids | _states(parts.fragment):
                    yield told


def _states(fragment: str) -> set[str]:
    """Fragments that choose a picture's theme, not a place."""
    return {fragment} & {"only-light", "only-dark"}
