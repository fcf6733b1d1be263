"""A game reviewed: what was luck, what was skill, and what would have been better."""

from .account import Account, Accountant, ChanceEvent, Review, ReviewedMove
from .errors import ReviewError
from .evaluator import Evaluator, Value, Values, Whole
from .job import ReviewJob

__all__ = [
    "Account",
    "ChanceEvent",
    "Evaluator",
    "Review",
    "ReviewError",
    "ReviewJob",
    "ReviewedMove",
    "Value",
    "Values",
    "Whole",
    "review_of",
]


def review_of(job: ReviewJob) -> Review:
    """The review of a job that is done."""
    for _ in job.run():
        pass
    return Accountant(job).review()
