"""A review as lines for a terminal."""

from collections.abc import Iterator, Sequence

from anden.boards.names import in_language
from anden.review import Review, ReviewJob, Value

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


def curve_lines(words: ReviewWords, job: ReviewJob, name: str) -> Iterator[str]:
    """What is there first: whose review it is, how it is made, and the curve."""
    board = in_language(words.board.names, words.language)
    yield words.text("review.title", name=name, board=board)
    yield words.text("review.method", deals=job.deals, evaluator=job.evaluator.version)
    yield words.text("review.assumes")
    yield ""
    yield from _curve(words, job.curve())
    yield ""


def review_lines(words: ReviewWords, review: Review, names: Sequence[str]) -> Iterator[str]:
    """All that follows the curve."""
    yield from _account(words, review)
    yield ""
    yield from _mistakes(words, review)
    yield ""
    yield words.text("review.luck_title", n=len(review.luck))
    yield from (f"  {words.event(e, review.seat, names)}" for e in review.luck[:_EVENTS])
    if len(review.luck) > _EVENTS:
        yield f"  {words.text('review.more', n=len(review.luck) - _EVENTS)}"
    yield ""
    yield from quality(words, review)


def _curve(words: ReviewWords, curve: Sequence[tuple[int, Value]]) -> Iterator[str]:
    yield words.text("review.curve_title")
    every = max(1, -(-len(curve) // _CURVE_LINES))
    points = [*curve[:-1:every], curve[-1]]
    for number, value in points:
        bar = "█" * round(_BAR * value.mean)
        yield f"  {number:>4}  {words.chances(value):>15}  {bar}".rstrip()


def _account(words: ReviewWords, review: Review) -> Iterator[str]:
    account = review.account
    rows = [(words.text("review.start"), words.chances(account.start))]
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
