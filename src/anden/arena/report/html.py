"""Small pieces of HTML."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Cell:
    """What stands in a table: `html` as it is, with a smaller line below."""

    html: str
    below: str = ""
    class_: str = ""
    style: str = ""


def words(content: object, below: str = "", class_: str = "") -> Cell:
    return Cell(escape(str(content)), escape(below), class_)


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """A table that scrolls sideways on a narrow screen; the first column names the rows."""
    classes = [cell.class_ for cell in rows[0]] if rows else [""] * len(head)
    heads = "".join(map(_head, head, classes))
    body = "".join(f"<tr>{''.join(map(_cell, range(len(row)), row))}</tr>" for row in rows)
    label = escape(caption)
    return (
        f'<div class="scroll" role="region" aria-label="{label}" tabindex="0"><table>'
        f"<caption><span>{label}</span></caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody>"
        "</table></div>"
    )


def _head(name: str, class_: str) -> str:
    left = ' class="words"' if class_ in ("words", "long") else ""
    return f'<th scope="col"{left}>{escape(name)}</th>'


def _cell(column: int, cell: Cell) -> str:
    below = f"<small>{cell.below}</small>" if cell.below else ""
    extra = f' class="{cell.class_}"' if cell.class_ else ""
    extra += f' style="{cell.style}"' if cell.style else ""
    if column == 0:
        return f'<th scope="row"{extra}>{cell.html}{below}</th>'
    return f"<td{extra}>{cell.html}{below}</td>"


def figure(caption: str, drawing: str) -> str:
    return f"<figure><figcaption>{escape(caption)}</figcaption>{drawing}</figure>"


def figures(drawings: Sequence[str]) -> str:
    return f'<div class="figures">{"".join(drawings)}</div>'


def section(title: str, *content: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(content)}</section>"


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def page(language: str, title: str, style: str, content: Sequence[str]) -> str:
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(content)
        + "\n</main>\n</body>\n</html>\n"
    )
