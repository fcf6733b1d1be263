"""A match from beginning to end."""

from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from anden.bots import make_bot
from anden.referee import BotMaker, Rows, win_shares
from anden.workers.chunks import Chunks
from anden.workers.interrupts import interrupts_held
from anden.workers.pool import play_on_cores

from .errors import ArenaError
from .folder import MatchFolder
from .outcome import Fault, Played, Results, join_rows
from .schedule import line_up_of
from .settings import MatchSettings
from .work import MatchJob, make_job

Runner: TypeAlias = Callable[[MatchJob, Chunks], Results]


@dataclass
class Standing:
    """How a match stands while it runs."""

    goal: int  # sets
    entries: tuple[str, ...]
    sets: int = 0

    def __post_init__(self) -> None:
        self.wins = [0.0 for _ in self.entries]
        self.seats = [0 for _ in self.entries]  # played

    def add(self, played: Played, players: int) -> None:
        """Counts a game."""
        rows = played.rows.reshape(-1, players)
        self.sets += 1
        for entry, share in zip(rows["entry"].flat, win_shares(rows).flat, strict=True):
            self.wins[entry] += float(share)
            self.seats[entry] += 1


@dataclass(frozen=True)
class MatchResult:
    """Everything that was played, in the order of the schedule."""

    settings: MatchSettings
    goal: int  # sets asked for
    rows: Rows  # games by seats
    faults: tuple[Fault, ...]
    luck: NDArray[np.float64] | None = None  # games by seats, where it was counted

    @property
    def is_complete(self) -> bool:
        """Whether all games were played."""
        return len(self.rows) == self.goal * self.settings.players


def run_match(
    settings: MatchSettings,
    games: int,
    *,
    folder: MatchFolder | None = None,
    runner: Runner = play_on_cores,
    make: BotMaker = make_bot,
    on_progress: Callable[[Standing], None] = lambda standing: None,
) -> MatchResult:
    """Plays the games still missing of this number, rounded up to whole sets.

    An interrupt (Ctrl-C) ends it early, with the result so far. With a folder
    everything is kept there as it is played, and a later call resumes from it.
    """
    course = _Course(settings, settings.num_sets(games), folder)
    on_progress(course.standing)
    job = make_job(settings, folder is not None and folder.wants_records, make)
    chunks = Chunks(number for number in range(course.goal) if number not in course.done)
    with suppress(KeyboardInterrupt), closing(runner(job, chunks)) as results:
        for sets in results:
            course.add(sets)
            on_progress(course.standing)
    return course.result()


def check_goal(settings: MatchSettings, goal: int) -> None:
    """Raises ArenaError if this number of sets leaves a bot without a game."""
    absent = set(range(len(settings.entries)))
    for number in range(goal):
        absent -= set(line_up_of(settings, number))
        if not absent:
            return
    names = ", ".join(settings.names[entry] for entry in sorted(absent))
    raise ArenaError("arena.error_few_games", bots=names)


class _Course:
    """What has been played of a match so far."""

    def __init__(self, settings: MatchSettings, goal: int, folder: MatchFolder | None) -> None:
        check_goal(settings, goal)
        self.settings = settings
        self.goal = goal
        self.done: dict[int, Played] = {} if folder is None else _begin(folder, goal)
        self.standing = Standing(goal, settings.names)
        for played in self.done.values():
            self.standing.add(played, settings.players)
        self._folder = folder

    def add(self, sets: Sequence[Played]) -> None:
        with interrupts_held():  # what is on disk is counted too
            if self._folder is not None:
                self._folder.add(sets)
            for played in sets:
                # Its records are on disk, or unwanted.
                self.done[played.number] = replace(played, records=())
                self.standing.add(played, self.settings.players)

    def result(self) -> MatchResult:
        ordered = [self.done[number] for number in sorted(self.done)]
        faults = tuple(fault for played in ordered for fault in played.faults)
        rows = join_rows(ordered, self.settings.players)
        luck = None
        if self.settings.luck_adjusted:
            luck = np.array([game for played in ordered for game in played.luck])
        return MatchResult(self.settings, self.goal, rows, faults, luck)


def _begin(folder: MatchFolder, goal: int) -> dict[int, Played]:
    done = folder.finished()
    if any(number >= goal for number in done):
        raise ArenaError("arena.error_fewer_games", path=folder.path)
    folder.journal.set_goal(goal)
    return done
