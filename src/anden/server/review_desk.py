"""Where reviews of finished games are asked for. They are jobs, done by this process or another.

One may leave and come back, to any process: how far a review is, and what came of it, stands in the
database. What the work is: `review_work.py`.
"""

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from anden.kernel.ids import Seat
from anden.review.evaluator import VERSION

from .errors import RefusedError
from .fair_turns import Payer
from .jobs import Jobs
from .one_thread import OneThread
from .review_work import REVIEW_JOB, SLICE_SECONDS
from .storage import NewJob, StorageError, Store, TooManyJobsError
from .storage.jobs import RUNNING
from .storage.reviews import FullQueueError, ReviewQueue

log = logging.getLogger("anden.server")

Result = TypeVar("Result")

WORKING = "working"

_MAX_OF_ONE = 3  # unfinished ones of a person
_MAX_IN_ALL = 300


@dataclass(frozen=True)
class Case:
    """A seat of a finished game."""

    game_id: str
    undos: int  # another number of them is another game
    seat: Seat


@dataclass(frozen=True)
class Standing:
    """How far a review is."""

    state: str = "none"
    progress: float = 0.0
    curve: list[list[float]] = field(default_factory=list)  # number of moves, value, error
    review: dict[str, Any] | None = None

    def as_dict(self) -> dict[str, Any]:
        """As it goes out."""
        return {
            "state": self.state,
            "progress": round(self.progress, 3),
            "curve": self.curve,
            "review": self.review,
        }


class ReviewDesk:
    """Puts reviews into the queue, and looks how far they are."""

    effort = 1.0  # more is surer and slower

    def __init__(self, store: OneThread[Store], jobs: Jobs) -> None:
        self._store, self._jobs = store, jobs

    async def standing(self, case: Case) -> Standing:
        key = self._key(case)
        found = await self._ask(lambda queue: queue.standing(case.game_id, case.seat, key))
        if found is None:
            return Standing()
        state = WORKING if found.state == RUNNING else found.state
        review = None if found.review is None else json.loads(found.review)
        return Standing(state, found.progress, json.loads(found.curve), review)

    async def ask(self, case: Case, payer: Payer) -> Standing:
        """Begins a review unless it is done or being done."""
        job = NewJob(
            key=self._key(case),
            kind=REVIEW_JOB,
            payload=json.dumps({"seat": case.seat, "effort": self.effort, "version": VERSION}),
            owner=payer.owner,
            game_id=case.game_id,
            seconds=SLICE_SECONDS,
        )
        ask = partial(
            ReviewQueue.ask,
            job=job,
            seat=case.seat,
            asker=payer.person,
            most_of_one=_MAX_OF_ONE,
            most=_MAX_IN_ALL,
        )
        try:
            await self._ask(ask)
        except TooManyJobsError:
            raise RefusedError("reviews/too-many", n=_MAX_OF_ONE) from None
        except FullQueueError:
            raise RefusedError("server/busy") from None
        self._jobs.on_posted()
        return await self.standing(case)

    def _key(self, case: Case) -> str:
        facts = case.game_id, case.undos, case.seat, VERSION, f"{self.effort:g}"
        return ":".join(map(str, (REVIEW_JOB, *facts)))

    async def _ask(self, use: Callable[[ReviewQueue], Result]) -> Result:
        try:
            return await self._store.run(lambda store: use(store.reviews))
        except StorageError as error:
            log.error("the store failed: %s", error)
            raise RefusedError("storage/failed") from None
