"""A review as one HTML file with plots; it needs nothing else, not even a network."""

from collections.abc import Sequence
from html import escape
from importlib import resources

import anden.arena.report
from anden.arena.report.html import Cell, figure, page, paragraph, section, table
from anden.arena.report.html import words as cell
from anden.arena.report.svg import Scale, bar, element, line, picture, text
from anden.boards.names import in_language
from anden.review import Review
from anden.review.judging import SURE

from .review_text import PARTS, quality
from .review_words import ReviewWords

_WIDTH, _LEFT, _TOP, _HIGH = 600.0, 56.0, 10.0, 240.0
_BAR_HIGH = 130.0
SHORT = {
    "review.start": "review.start",
    "review.part_luck": "review.part_luck",
    "review.part_decisions": "review.short_decisions",
    "review.part_others": "review.short_others",
    "review.part_rest": "review.short_rest",
    "review.result": "review.result",
}
_STYLE = """
.plot.wide, figure .plot { max-width: none; }
.plot .curve { fill: none; stroke: var(--c0); stroke-width: 2; stroke-linejoin: round; }
.plot .band { fill: var(--c0); fill-opacity: .18; }
.plot .lost { fill: var(--c1); }
.plot .lucky { fill: var(--c2); stroke: var(--c2); stroke-width: 2; }
.plot .unlucky { fill: var(--paper); stroke: var(--c3); stroke-width: 2; }
.plot .up { fill: var(--c2); }
.plot .down { fill: var(--c3); }
.plot .sure { stroke: var(--ink); stroke-width: 1; }
.plot .whisker { stroke: var(--ink); stroke-width: 1.5; }
.plot .total { fill: var(--c0); }
tbody th { white-space: normal; }
ul.why { margin: .25rem 0 0; padding-left: 1.1rem; color: var(--soft); }
"""


def review_page(words: ReviewWords, review: Review, names: Sequence[str]) -> str:
    board = in_language(words.board.names, words.language)
    title = words.text("review.title", name=names[review.seat], board=board)
    style = resources.files(anden.arena.report).joinpath("report.css").read_text("utf-8")
    method = words.text("review.method", deals=review.deals, evaluator=review.evaluator)
    content = [
        f"<h1>{escape(title)}</h1>",
        paragraph(method),
        paragraph(words.text("review.assumes")),
        _curve(words, review, names),
        _account(words, review),
        _mistakes(words, review),
        _luck(words, review, names),
        section(words.text("review.quality_title"), *map(paragraph, quality(words, review))),
    ]
    return page(words.language, title, style + _STYLE, content)


def _curve(words: ReviewWords, review: Review, names: Sequence[str]) -> str:
    """The curve with its error; what was lost as triangles, luck as rings."""
    last = review.curve[-1][0]
    across = Scale(0, max(1, last), _LEFT, _WIDTH - 10)
    up = Scale(0, 1, _TOP + _HIGH, _TOP)
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(line(_LEFT, up(share), _WIDTH - 10, up(share), "grid"))
        parts.append(text(_LEFT - 6, up(share) + 4, words.share(share), text_anchor="end"))
    upper = [(n, min(1, v.mean + SURE * v.error)) for n, v in review.curve]
    lower = [(n, max(0, v.mean - SURE * v.error)) for n, v in reversed(review.curve)]
    parts.append(element("polygon", points=_points(upper + lower, across, up), class_="band"))
    means = [(n, v.mean) for n, v in review.curve]
    parts.append(element("polyline", points=_points(means, across, up), class_="curve"))
    at = dict(means)
    for event in review.luck:
        if event.number in at:
            told = element("title", escape(words.event(event, review.seat, names)))
            place = {"cx": across(event.number), "cy": up(at[event.number])}
            is_good = event.luck.mean > 0
            shape = "lucky" if is_good else "unlucky"
            parts.append(element("circle", told, **place, r=4, class_=shape))
    for move in review.mistakes:
        x, y = across(move.number), up(move.value.mean)
        told = element("title", escape(words.mistake(move)))
        shape = f"{x},{y + 7} {x - 6},{y - 4} {x + 6},{y - 4}"
        parts.append(element("polygon", told, points=shape, class_="lost"))
    title = words.text("review.curve_title")
    drawn = words.text(
        "review.curve_drawing", low=words.share(means[0][1]), high=words.share(means[-1][1])
    )
    drawing = picture(_WIDTH, _TOP + _HIGH + 14, parts, drawn)
    legend = paragraph(words.text("review.legend"))
    rows = [[cell(number), cell(words.chances(value))] for number, value in review.curve]
    head = [words.text("review.move"), words.text("review.chance")]
    listed = f"<details><summary>{escape(words.text('review.as_table'))}</summary>"
    listed += f"{table(title, head, rows)}</details>"
    return section(title, figure(words.text("review.curve_caption"), drawing), legend, listed)


def _points(points: Sequence[tuple[int, float]], across: Scale, up: Scale) -> str:
    return " ".join(f"{across(number)},{up(share)}" for number, share in points)


def _account(words: ReviewWords, review: Review) -> str:
    account = review.account
    rows = [[cell(words.text("review.start")), cell(words.chances(account.start))]]
    for part, key in PARTS.items():
        rows.append([cell(words.text(key)), cell(words.change(getattr(account, part)))])
    rows.append([cell(words.text("review.result")), cell(words.share(account.result))])
    title = words.text("review.account_title")
    head = [words.text("review.what"), words.text("review.points_of_winning")]
    drawing = figure(words.text("review.account_caption"), _waterfall(words, review))
    return section(title, drawing, table(title, head, rows))


def _waterfall(words: ReviewWords, review: Review) -> str:
    """From the start over the parts to the result, a bar each."""
    account = review.account
    steps = [(0.0, account.start.mean, 0.0, "review.start")]
    for part, key in PARTS.items():
        value, before = getattr(account, part), steps[-1][1]
        steps.append((before, before + value.mean, SURE * value.error, key))
    steps.append((0.0, account.result, 0.0, "review.result"))
    ends = [end for low, high, error, _ in steps for end in (low, high - error, high + error)]
    up = Scale(min(0.0, *ends), max(1.0, *ends), _TOP + _BAR_HIGH, _TOP)
    wide = (_WIDTH - 10 - _LEFT) / len(steps)
    parts = []
    for share in (0.0, 0.5, 1.0):
        parts.append(line(_LEFT, up(share), _WIDTH - 10, up(share), "grid"))
        parts.append(text(_LEFT - 6, up(share) + 4, words.share(share), text_anchor="end"))
    for place, (low, high, error, key) in enumerate(steps):
        left, middle = _LEFT + place * wide, _LEFT + (place + 0.5) * wide
        class_ = "total" if place in (0, len(steps) - 1) else "up" if high >= low else "down"
        top, bottom = up(max(low, high)), up(min(low, high))
        parts.append(bar(left + 0.15 * wide, top, 0.7 * wide, max(1.0, bottom - top), class_))
        if error:
            parts.append(line(middle, up(high - error), middle, up(high + error), "whisker"))
        name = words.text(SHORT[key])
        parts.append(text(middle, _TOP + _BAR_HIGH + 18, name, text_anchor="middle"))
    drawn = words.text("review.account_drawing")
    return picture(_WIDTH, _TOP + _BAR_HIGH + 24, parts, drawn)


def _mistakes(words: ReviewWords, review: Review) -> str:
    title = words.text("review.mistakes_title", n=len(review.mistakes))
    if not review.mistakes:
        return section(title)
    rows = []
    for move in review.mistakes:
        why = "".join(f"<li>{escape(words.reason(reason))}</li>" for reason in move.reasons)
        told = escape(words.mistake(move)) + (f'<ul class="why">{why}</ul>' if why else "")
        rows.append([cell(move.number), cell(words.points(move.loss)), Cell(told, class_="long")])
    head = [words.text("review.move"), words.text("review.lost"), words.text("review.what")]
    return section(title, table(title, head, rows))


def _luck(words: ReviewWords, review: Review, names: Sequence[str]) -> str:
    title = words.text("review.luck_title", n=len(review.luck))
    told = {id(e): words.event(e, review.seat, names) for e in review.luck}
    rows = [
        [cell(e.number), cell(words.change(e.luck)), cell(told[id(e)], class_="long")]
        for e in review.luck
    ]
    head = [words.text("review.move"), words.text("review.part_luck"), words.text("review.what")]
    drawing = figure(words.text("review.luck_caption"), _luck_bars(words, review))
    return section(title, drawing, *([table(title, head, rows)] if rows else []))


def _luck_bars(words: ReviewWords, review: Review) -> str:
    """Each chance event by its luck; those larger than their error have an edge."""
    most = max(0.05, *(abs(event.luck.mean) for event in review.chance))
    across = Scale(0, max(1, review.curve[-1][0]), _LEFT, _WIDTH - 10)
    up = Scale(-most, most, _TOP + _BAR_HIGH, _TOP)
    parts = []
    for share in (-most, 0.0, most):
        parts.append(line(_LEFT, up(share), _WIDTH - 10, up(share), "grid"))
        told = words.wording.signed(100 * share)
        parts.append(text(_LEFT - 6, up(share) + 4, told, text_anchor="end"))
    for event in review.chance:
        top, bottom = up(max(0.0, event.luck.mean)), up(min(0.0, event.luck.mean))
        class_ = "up" if event.luck.mean >= 0 else "down"
        class_ += " sure" if event.is_notable else ""
        parts.append(bar(across(event.number) - 1.5, top, 3.0, bottom - top, class_))
    return picture(_WIDTH, _TOP + _BAR_HIGH + 10, parts, words.text("review.luck_drawing"))
