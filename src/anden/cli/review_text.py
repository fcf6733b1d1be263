"""A review as lines for a terminal."""

from collections.abc import Iterator, Sequence

from anden.boards.names import in_language
from anden.review import Review

from .review_words import ReviewWords

_BAR = 40  # signs that certainty is wide
_CURVE_LINES = 12
_MISTAKES = 10
_EVENTS = 6
PARTS = {
    "luck": "review.part_luck",
    "decisions": "review.part_decisions",
    "others": "review.part_others",
    "rest": "review.part_rest",
}


def review_lines(words: ReviewWords, review: Review, names: Sequence[str]) -> Iterator[str]:
    board = in_language(words.board.names, words.language)
    yield words.text("review.title", name=names[review.seat], board=board)
    yield words.text("review.method", deals=review.deals, evaluator=review.evaluator)
    yield ""
    yield from _curve(words, review)
    yield ""
    yield from _account(words, review)
    yield ""
    yield from _mistakes(words, review)
    yield ""
    yield words.text("review.luck_title")
    events = sorted(review.chance, key=lambda event: -abs(event.luck.mean))[:_EVENTS]
    yield from (f"  {words.event(event, list(names))}" for event in events)
    yield ""
    yield from quality(words, review)


def _curve(words: ReviewWords, review: Review) -> Iterator[str]:
    yield words.text("review.curve_title")
    every = max(1, -(-len(review.curve) // _CURVE_LINES))
    points = review.curve[::every]
    if points[-1] != review.curve[-1]:
        points = [*points, review.curve[-1]]
    for number, value in points:
        bar = "█" * round(_BAR * value.mean)
        yield f"  {number:>4}  {words.share(value.mean):>7}  {bar}"


def _account(words: ReviewWords, review: Review) -> Iterator[str]:
    account = review.account
    rows = [(words.text("review.start"), words.share(account.start.mean))]
    for part, key in PARTS.items():
        rows.append((words.text(key), words.change(getattr(account, part))))
    rows.append((words.text("review.result"), words.share(account.result)))
    wide = max(len(name) for name, _ in rows)
    yield words.text("review.account_title")
    yield from (f"  {name:<{wide}}  {number:>14}" for name, number in rows)


def _mistakes(words: ReviewWords, review: Review) -> Iterator[str]:
    mistakes = review.mistakes
    yield words.text("review.mistakes_title", n=len(mistakes))
    for move in mistakes[:_MISTAKES]:
        yield f"  {words.mistake(move)}"
        for reason in move.reasons:
            yield f"      {words.reason(reason)}"
    if len(mistakes) > _MISTAKES:
        yield f"  {words.text('review.more', n=len(mistakes) - _MISTAKES)}"


def quality(words: ReviewWords, review: Review) -> Iterator[str]:
    """How well the seat decided, and what that does not say."""
    yield words.text("review.loss", loss=words.points(review.loss), n=review.decisions)
    level = words.level(review)
    if level is not None:
        yield level
    yield words.text("review.no_proof")
