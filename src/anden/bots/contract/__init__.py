"""The contract of a bot, for any bot: legal, in time, reproducible, and blind to what is hidden.

    from anden.bots.contract import check_bot_contract

    def test_my_bot_keeps_the_contract():
        report = check_bot_contract("my_bot.py")
        assert report.is_good, report.text()

What a bot of this process reaches through the interpreter itself (frames, the garbage collector,
`ctypes`) can't be ruled out by a test, only noticed where it changes a choice. Bots from files,
packages and programs run in processes of their own, where there is nothing to reach.
"""

from collections.abc import Callable, Sequence
from random import Random

from anden.boards import Board, builtin_boards, load_board

from ..loader import BotFactory
from .examiner import Examiner
from .report import Finding, Report, Stage, Times, Where
from .stages import Transcript, play_games, play_odd_positions, replay
from .subject import Subject, subject_of

DEFAULT_SECONDS = 0.2  # per choice: what is tested is whether the bot keeps to its budget

__all__ = ["DEFAULT_SECONDS", "Finding", "Report", "Stage", "Where", "check_bot_contract"]


def check_bot_contract(
    bot: str | BotFactory,
    boards: Sequence[str | Board] | None = None,
    *,
    seconds: float = DEFAULT_SECONDS,
    seed: int = 1,
    on_stage: Callable[[Stage], None] = lambda stage: None,
) -> Report:
    """Everything that is wrong with a bot, given by spec or as a class.

    A class is tested in this process. `on_stage` is told of each part when it is done.
    """
    chosen = [load_board(b) if isinstance(b, str) else b for b in boards or builtin_boards()]
    subject = subject_of(bot, seconds)
    stages: list[Stage] = []

    def done(stage: Stage) -> Stage:
        stages.append(stage)
        on_stage(stage)
        return stage

    done(play_odd_positions(subject, chosen, seed).stage)
    examiner, transcripts = play_games(subject, chosen, seed)
    done(examiner.stage)
    done(_budget(examiner))
    told = _longest_tables(transcripts)
    again = done(_again(subject, told, "bots.skipped_slow" if examiner.is_too_slow else None))
    why = again.skipped or (None if again.is_good else "bots.skipped_differs")
    done(_elsewhere(subject, told, why))
    done(_hidden(subject, told, why, seed))
    return Report(tuple(stages), Times(examiner.later, examiner.first))


def _longest_tables(transcripts: Sequence[Transcript]) -> list[Transcript]:
    """One game per board: the one with the most players, in which the most is hidden."""
    return list({t.board.id: t for t in transcripts if t.decisions}.values())


def _budget(examiner: Examiner) -> Stage:
    """Single late answers were found in the games; this is about the median."""
    stage = Stage("bots.stage_budget", num_checked=len(examiner.later) + len(examiner.first))
    if examiner.is_slow:
        median = Times(examiner.later, examiner.first).median
        stage.add("bots.finding_slow", None, median=median, seconds=examiner.seconds)
    return stage


def _again(subject: Subject, told: Sequence[Transcript], why: str | None) -> Stage:
    stage = Stage("bots.stage_again", skipped=why if told else "bots.skipped_nothing")
    for transcript in () if stage.skipped else told:
        replay(stage, "bots.finding_differs", subject.make(transcript.bot_seed), transcript)
    return stage


def _elsewhere(subject: Subject, told: Sequence[Transcript], why: str | None) -> Stage:
    stage = Stage("bots.stage_elsewhere", skipped=why)
    if subject.make_elsewhere is None:
        stage.skipped = "bots.skipped_no_process"
        return stage
    for transcript in () if stage.skipped else told:
        bot = subject.make_elsewhere(transcript.bot_seed)
        replay(stage, "bots.finding_process", bot, transcript)
    return stage


def _hidden(subject: Subject, told: Sequence[Transcript], why: str | None, seed: int) -> Stage:
    stage = Stage("bots.stage_hidden", skipped=why)
    luck = Random(seed)
    for transcript in () if stage.skipped else told:
        bot = subject.make(transcript.bot_seed)
        replay(stage, "bots.finding_peeks", bot, transcript, luck)
    return stage
