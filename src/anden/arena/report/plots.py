"""The drawings of a report."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from anden.arena.intervals import Interval

from .svg import Scale, bar, element, legend, line, nice_ticks, picture, text

WIDTH = 440
_LABELS = 120  # for names at the left
_ROW = 30
_LONGEST_LABEL = 16

Write = Callable[[float], str]  # a number as the language writes it


@dataclass(frozen=True)
class Dot:
    label: str
    value: float
    interval: Interval | None


def dot_plot(title: str, dots: Sequence[Dot], write: Write, reference: float | None = None) -> str:
    """Values below each other, each with the reach of its interval."""
    ends = [end for dot in dots for end in (dot.value, *(dot.interval or ()))]
    ends += [] if reference is None else [reference]
    ticks = nice_ticks(min(ends), max(ends), 4)
    across = Scale(ticks[0], ticks[-1], _LABELS, WIDTH - 24)
    bottom = _ROW * len(dots) + 8
    parts = [_grid(across, tick, bottom, write) for tick in ticks]
    if reference is not None:
        parts.append(line(across(reference), 4, across(reference), bottom, "reference"))
    for index, dot in enumerate(dots):
        y = _ROW * index + 22
        low, high = dot.interval or (dot.value, dot.value)
        parts.append(text(0, y + 4, _short(dot.label)))
        parts.append(line(across(low), y, across(high), y, "whisker"))
        told = f"{dot.label}: {write(dot.value)} ({write(low)} – {write(high)})"
        mark = element("title", _plain(told))
        parts.append(element("circle", mark, cx=across(dot.value), cy=y, r=5, class_="dot"))
    return picture(WIDTH, bottom + 24, parts, title)


@dataclass(frozen=True)
class Stack:
    label: str
    values: Sequence[float]  # negative ones go to the left


def stack_plot(title: str, names: Sequence[str], stacks: Sequence[Stack], write: Write) -> str:
    """What totals are made of, one bar each."""
    low = min(sum(v for v in stack.values if v < 0) for stack in stacks)
    high = max(sum(v for v in stack.values if v > 0) for stack in stacks)
    ticks = nice_ticks(min(low, 0.0), max(high, 1.0), 4)
    across = Scale(ticks[0], ticks[-1], _LABELS, WIDTH - 24)
    parts, top = legend(names, WIDTH, 12)
    bottom = top + _ROW * len(stacks) + 8
    parts += [_grid(across, tick, bottom, write, top) for tick in ticks]
    for index, stack in enumerate(stacks):
        y = top + _ROW * index + 22
        parts.append(text(0, y + 4, _short(stack.label)))
        ends = [0.0, 0.0]  # left, right
        for kind, value in enumerate(stack.values):
            side = value > 0
            start, ends[side] = ends[side], ends[side] + value
            left, right = sorted((across(start), across(ends[side])))
            told = f"{stack.label}, {names[kind]}: {write(value)}"
            parts.append(bar(left, y - 9, right - left, 18, f"fill c{kind % 8}", told))
    parts.append(line(across(0), top + 4, across(0), bottom, "axis"))
    return picture(WIDTH, bottom + 24, parts, title)


def column_plot(
    title: str,
    names: Sequence[str],
    groups: Sequence[str],
    values: Sequence[Sequence[float]],
    write: Write,
) -> str:
    """Columns in groups: `values` by name, then by group."""
    ticks = nice_ticks(0, max(max(row) for row in values) or 1, 4)
    parts, top = legend(names, WIDTH, 12)
    up = Scale(0, ticks[-1], top + 160, top + 8)
    left, right = 44.0, WIDTH - 8.0
    for tick in ticks:
        parts.append(line(left, up(tick), right, up(tick), "grid"))
        parts.append(text(left - 6, up(tick) + 4, write(tick), text_anchor="end"))
    space = (right - left) / len(groups)
    width = min(28.0, 0.8 * space / len(names))
    for place, group in enumerate(groups):
        middle = left + space * (place + 0.5)
        parts.append(text(middle, top + 178, group, text_anchor="middle"))
        for index, row in enumerate(values):
            x = middle + width * (index - len(names) / 2)
            told = f"{names[index]}, {group}: {write(row[place])}"
            height = up(0) - up(row[place])
            parts.append(bar(x, up(row[place]), width - 1, height, f"fill c{index % 8}", told))
    return picture(WIDTH, top + 188, parts, title)


def histogram(title: str, values: Sequence[float], colour: int, write: Write) -> str:
    """How often values of each size came up; negative ones are hatched lighter."""
    ticks = nice_ticks(min(*values, 0), max(*values, 0), 5)
    num_bins = 24
    step = (ticks[-1] - ticks[0]) / num_bins
    counts = [0] * num_bins
    for value in values:
        counts[min(int((value - ticks[0]) / step), num_bins - 1)] += 1
    across, up = Scale(ticks[0], ticks[-1], 12, WIDTH - 24), Scale(0, max(counts), 110, 8)
    parts = []
    for index, count in enumerate(counts):
        start, end = ticks[0] + index * step, ticks[0] + (index + 1) * step
        shade = "fill" if (start + end) / 2 > 0 else "fill behind"
        told = f"{write(start)} – {write(end)}: {count}"
        place = across(start)
        width = across(end) - place - 1
        parts.append(bar(place, up(count), width, 110 - up(count), f"{shade} c{colour % 8}", told))
    for tick in ticks:
        parts.append(text(across(tick), 128, write(tick), text_anchor="middle"))
    parts.append(line(12, 110, WIDTH - 24, 110, "axis"))
    parts.append(line(across(0), 4, across(0), 114, "reference"))
    return picture(WIDTH, 136, parts, title)


def _grid(across: Scale, tick: float, bottom: float, write: Write, top: float = 0) -> str:
    x = across(tick)
    label = text(x, bottom + 16, write(tick), text_anchor="middle")
    return line(x, top + 4, x, bottom, "grid") + label


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST_LABEL else f"{label[: _LONGEST_LABEL - 1]}…"


def _plain(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")
