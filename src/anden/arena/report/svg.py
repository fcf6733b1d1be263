"""Small pieces of SVG. Colours and type come from the style sheet around it."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Scale:
    """From values to places along an axis."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)


def nice_ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers that reach over a range."""
    span = (high - low) or 1.0
    rough = span / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * unit for unit in (1, 2, 5, 10) if power * unit >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(index * step, 10) for index in range(first, max(last, first + 1) + 1)]


def element(name: str, content: str = "", **attributes: object) -> str:
    """An element; `class_` and `text_anchor` become `class` and `text-anchor`."""
    written = "".join(
        f' {key.strip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{content}</{name}>"


def text(x: float, y: float, words: str, **attributes: object) -> str:
    return element("text", escape(words), x=x, y=y, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def bar(x: float, y: float, width: float, height: float, class_: str, title: str = "") -> str:
    content = element("title", escape(title)) if title else ""
    sides = {"x": round(x, 1), "y": round(y, 1)}
    sides |= {"width": round(max(width, 0), 1), "height": round(max(height, 0), 1)}
    return element("rect", content, **sides, class_=class_)


def picture(width: float, height: float, parts: Iterable[str], title: str) -> str:
    """The whole drawing; the title is what a screen reader says."""
    return element(
        "svg",
        element("title", escape(title)) + "".join(parts),
        viewBox=f"0 0 {width:g} {height:g}",
        role="img",
        class_="plot",
    )


def legend(names: Sequence[str], width: float, y: float) -> tuple[list[str], float]:
    """Names with their colours, in as many lines as it takes; also the height that is used."""
    parts, x, top = [], 0.0, y
    for index, name in enumerate(names):
        need = 24 + 8 * len(name)
        if x and x + need > width:
            x, y = 0.0, y + 20
        parts.append(bar(x, y - 10, 12, 12, f"fill c{index % 8}"))
        parts.append(text(x + 17, y, name))
        x += need + 12
    return parts, y - top + 24
