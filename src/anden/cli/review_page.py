"""A review as one HTML file with plots; it needs nothing else, not even a network."""

from collections.abc import Sequence
from html import escape
from importlib import resources

import anden.arena.report
from anden.arena.report.html import Cell, figure, page, paragraph, section, table
from anden.arena.report.html import words as cell
from anden.arena.report.svg import Scale, element, line, picture, text
from anden.boards.names import in_language
from anden.review import Review

from .review_text import PARTS, quality
from .review_words import ReviewWords

_WIDTH, _LEFT, _TOP, _HIGH = 600.0, 56.0, 10.0, 240.0
_LEAST_LUCK = 0.02  # of the events that are marked in the curve
_STYLE = """
.plot.wide, figure .plot { max-width: none; }
.plot .curve { fill: none; stroke: var(--c0); stroke-width: 2; stroke-linejoin: round; }
.plot .band { fill: var(--c0); fill-opacity: .18; }
.plot .lost { fill: var(--c1); }
.plot .lucky { fill: var(--paper); stroke: var(--c2); stroke-width: 2; }
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
        _curve(words, review),
        _account(words, review),
        _mistakes(words, review),
        _luck(words, review, list(names)),
        section(words.text("review.quality_title"), *map(paragraph, quality(words, review))),
    ]
    return page(words.language, title, style + _STYLE, content)


def _curve(words: ReviewWords, review: Review) -> str:
    """The curve with its error; what was lost as triangles, luck as rings."""
    last = review.curve[-1][0]
    across = Scale(0, max(1, last), _LEFT, _WIDTH - 10)
    up = Scale(0, 1, _TOP + _HIGH, _TOP)
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(line(_LEFT, up(share), _WIDTH - 10, up(share), "grid"))
        parts.append(text(_LEFT - 6, up(share) + 4, words.share(share), text_anchor="end"))
    upper = [(n, min(1, v.mean + 2 * v.error)) for n, v in review.curve]
    lower = [(n, max(0, v.mean - 2 * v.error)) for n, v in reversed(review.curve)]
    parts.append(element("polygon", points=_points(upper + lower, across, up), class_="band"))
    means = [(n, v.mean) for n, v in review.curve]
    parts.append(element("polyline", points=_points(means, across, up), class_="curve"))
    at = dict(means)
    for event in review.chance:
        if event.number in at and abs(event.luck.mean) >= _LEAST_LUCK:
            told = element("title", escape(words.event(event, [""] * review.players)))
            place = {"cx": across(event.number), "cy": up(at[event.number])}
            parts.append(element("circle", told, **place, r=4, class_="lucky"))
    for move in review.mistakes:
        x, y = across(move.number), up(move.value.mean)
        told = element("title", escape(words.mistake(move)))
        shape = f"{x},{y + 7} {x - 6},{y - 4} {x + 6},{y - 4}"
        parts.append(element("polygon", told, points=shape, class_="lost"))
    title = words.text("review.curve_title")
    drawing = picture(_WIDTH, _TOP + _HIGH + 14, parts, title)
    legend = paragraph(words.text("review.legend"))
    return section(title, figure(words.text("review.curve_caption"), drawing), legend)


def _points(points: Sequence[tuple[int, float]], across: Scale, up: Scale) -> str:
    return " ".join(f"{across(number)},{up(share)}" for number, share in points)


def _account(words: ReviewWords, review: Review) -> str:
    account = review.account
    rows = [[cell(words.text("review.start")), cell(words.share(account.start.mean))]]
    for part, key in PARTS.items():
        rows.append([cell(words.text(key)), cell(words.change(getattr(account, part)))])
    rows.append([cell(words.text("review.result")), cell(words.share(account.result))])
    title = words.text("review.account_title")
    head = [words.text("review.what"), words.text("review.points_of_winning")]
    return section(title, table(title, head, rows))


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


def _luck(words: ReviewWords, review: Review, names: list[str]) -> str:
    title = words.text("review.luck_title")
    events = sorted(review.chance, key=lambda event: -abs(event.luck.mean))[:12]
    rows = [
        [cell(e.number), cell(words.change(e.luck)), cell(words.event(e, names), class_="long")]
        for e in events
    ]
    head = [words.text("review.move"), words.text("review.part_luck"), words.text("review.what")]
    return section(title, table(title, head, rows))
