"""What the site's generator does beyond its own: pictures, notebooks, and links out of docs/."""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from tools.site.boards import board_table
from tools.site.notebooks import as_markdown
from tools.site.pictures import pictures

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SHARED = ("images", "records", "reports")  # for pages of both languages

_PICTURE = re.compile(r"!\[([^]]*)\]\(((?:\.\./)*pictures/[a-z-]+)\.svg\)")
_OUTSIDE = re.compile(r"\]\(((?:\.\./)+[^)]*)\)")
_TABLE = re.compile(r"^<!-- (tickets|facts): (\w+) -->$", re.MULTILINE)
_RULE = re.compile(r"^- \*\*([A-Z]\d+)\*\* ", re.MULTILINE)
_CITED = re.compile(r" ?\{([A-Z]\d+(?:, [A-Z]\d+)*)\}")
_ENGLISH = re.compile(r"\[([^]]+)\]\(en:([^)]+)\)")


def on_files(files: Files, config: Any) -> Files:
    language = config["extra"]["language"]
    for name, picture in pictures(language):
        files.append(File.generated(config, f"pictures/{name}", content=picture))
    if language == "en":
        for path in sorted((DOCS / "notebooks").glob("*.ipynb")):
            page = as_markdown(path.read_text("utf-8"), path.name)
            files.append(File.generated(config, f"notebooks/{path.stem}.md", content=page))
    else:
        for folder in SHARED:
            for path in sorted((DOCS / folder).glob("*")):
                files.append(_copied(path, f"{folder}/{path.name}", config))
    return files


def _copied(path: Path, to: str, config: Any) -> File:
    return File.generated(config, to, content=path.read_bytes())


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    language = config["extra"]["language"]
    text = _PICTURE.sub(r"![\1](\2.svg#only-light)![\1](\2-dark.svg#only-dark)", markdown)
    text = _TABLE.sub(lambda found: board_table(found[1], found[2], language), text)
    if page.file.src_uri == "rules.md":
        text = _RULE.sub(lambda found: f'- <a id="{found[1].lower()}"></a>**{found[1]}** ', text)
    else:
        rules = "../" * page.file.src_uri.count("/") + "rules.md"
        text = _CITED.sub(lambda found: _cited(found[1].split(", "), rules), text)
    up = "../" * (page.url.count("/") + 1)
    text = _ENGLISH.sub(rf'<a href="{up}\2" hreflang="en">\1</a>', text)
    folder = (Path(config["docs_dir"]) / page.file.src_uri).parent
    return _OUTSIDE.sub(lambda found: _link(found, folder, config["repo_url"]), text)


def _cited(ids: list[str], page: str) -> str:
    links = ", ".join(f"[{one}]({page}#{one.lower()})" for one in ids)
    return f'<sup class="rule">{links}</sup>'


def _link(found: re.Match[str], folder: Path, home: str) -> str:
    """A link to a file of the repository that is not a page, as it is found on the forge."""
    target = (folder / found[1].partition("#")[0]).resolve()
    if target.is_relative_to(DOCS):
        return found[0]
    return f"]({home}/blob/main/{target.relative_to(ROOT).as_posix()})"
