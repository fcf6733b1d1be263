"""`anden bots`: list them, and check one against the contract."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, Any

import typer

from anden.boards import Board, BoardError, builtin_boards, load_board
from anden.bots import BOTS, SPECIALISTS, BotError, bot_label, can_play, check_bot
from anden.bots.contract import DEFAULT_SECONDS, Report, Stage, check_bot_contract
from anden.bots.levels import CHARACTERS
from anden.bots.packages import packaged_bots
from anden.bots.weights import damage, known_tables
from anden.core.warm_up import warm_up
from anden.locales import texts, translate

from .fail import fail_with
from .language import Json, Lang, choose_language
from .output import print_json

_MAX_SECONDS = 60.0

bots = typer.Typer(help="List bots, or check one.", invoke_without_command=True)


@bots.callback()
def list_bots(context: typer.Context, as_json: Json = False, lang: Lang = None) -> None:
    """List the available bots."""
    if context.invoked_subcommand is not None:
        return
    language = choose_language(lang)
    if as_json:
        print_json(_as_dict(language))
        return
    for name in BOTS:
        typer.echo(f"{name}: {_character(language, name)}" if _character(language, name) else name)
    known = known_tables()
    for name in SPECIALISTS if known else ():
        told = translate(language, f"bots.about_{name}", tables=known.told(language))
        typer.echo(f"{name}: {told}")
    for detail in damage():
        typer.echo(BotError("bots.error_weights", detail=detail).told(language))
    for bot in packaged_bots():
        key = "bots.clash" if bot.name in {**BOTS, **SPECIALISTS} else "bots.from_package"
        typer.echo(translate(language, key, name=bot.name, package=bot.package))
    typer.echo(translate(language, "bots.characters"))
    for character in CHARACTERS:
        typer.echo(f"  {translate(language, f'bots.character_{character.name}')}")
    typer.echo(translate(language, "bots.how_more"))


def _as_dict(language: str) -> dict[str, Any]:
    """Our bots, those of packages, and the characters of the levels."""
    tables = {known.board: list(known.players) for known in known_tables()}
    ours: list[dict[str, Any]] = [
        {"name": name, "about": _character(language, name)} for name in BOTS
    ]
    ours += [{"name": name, "tables": tables} for name in SPECIALISTS if tables]
    packaged = [{"name": bot.name, "package": bot.package} for bot in packaged_bots()]
    characters = [character.name for character in CHARACTERS]
    damaged = [detail.told(language) for detail in damage()]
    return {"bots": ours + packaged, "characters": characters, "damaged": damaged}


def _report_as_dict(
    language: str, bot: str, report: Report, stages: Sequence[Stage]
) -> dict[str, Any]:
    """The same as in words."""
    return {
        "bot": bot_label(bot),
        "is_good": report.is_good,
        "stages": [
            {
                "name": stage.key.rpartition("_")[2],
                "is_good": stage.is_good,
                "is_skipped": bool(stage.skipped),
                "decisions": stage.num_checked,
                "findings": [finding.text(language) for finding in stage.findings],
            }
            for stage in stages
        ],
        "seconds": {"median": report.times.median, "worst": report.times.worst},
    }


@bots.command()
def check(
    bot: Annotated[str, typer.Argument(help="Name, FILE.py[:CLASS] or exec:COMMAND.")],
    board: Annotated[
        list[str] | None,
        typer.Option(help="Play only on this board (name or file); can be repeated."),
    ] = None,
    seconds: Annotated[
        float, typer.Option(help="The bot's time for each choice.")
    ] = DEFAULT_SECONDS,
    seed: Annotated[int, typer.Option(help="The same seed asks the same questions.")] = 1,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Play a bot on every board, and say whether it is legal, in time, reproducible and fair."""
    language = choose_language(lang)
    refuse = partial(fail_with, as_json=as_json, bot=bot_label(bot), is_good=False)
    if not 0 < seconds <= _MAX_SECONDS:
        refuse(translate(language, "bots.error_seconds", high=_MAX_SECONDS))
    if not 0 <= seed < 1 << 64:
        refuse(translate(language, "text.error_seed"))
    try:
        boards = [load_board(name) for name in board or builtin_boards()]
        if not any(can_play(bot, board, players) for board, players in _tables(boards)):
            check_bot(bot, *next(_tables(boards)))
    except BoardError as error:
        refuse(error.text(language))
    except BotError as error:
        refuse(error.told(language))
    warm_up(message=translate(language, "text.compiling"))
    stages: list[Stage] = []
    if as_json:
        report = check_bot_contract(bot, boards, seconds=seconds, seed=seed, on_stage=stages.append)
        print_json(_report_as_dict(language, bot, report, stages))
    else:
        typer.echo(_title(language, bot, boards, seconds, seed))
        report = check_bot_contract(
            bot, boards, seconds=seconds, seed=seed, on_stage=lambda stage: _show(language, stage)
        )
        typer.echo(_summary(language, bot, report))
    if not report.is_good:
        raise typer.Exit(1)


def _tables(boards: Sequence[Board]) -> Iterator[tuple[Board, int]]:
    for board in boards:
        for players in range(board.players.min, board.players.max + 1):
            yield board, players


def _character(language: str, name: str) -> str:
    """One line about a bot of ours; one that was registered from elsewhere has none."""
    key = f"bots.about_{name}"
    return translate(language, key) if key in texts(language) else ""


def _title(language: str, bot: str, boards: list[Board], seconds: float, seed: int) -> str:
    names = ", ".join(board.id for board in boards)
    params = {"bot": bot_label(bot), "boards": names, "seconds": seconds, "seed": seed}
    return translate(language, "bots.check_title", **params)


def _show(language: str, stage: Stage) -> None:
    told = translate(language, stage.key)
    if stage.skipped:
        why = translate(language, stage.skipped)
        typer.echo(translate(language, "bots.stage_skipped", stage=told, why=why))
        return
    key = "bots.stage_good" if stage.is_good else "bots.stage_bad"
    typer.echo(translate(language, key, stage=told, n=stage.num_checked))
    for finding in stage.findings:
        typer.echo(f"         {finding.text(language)}")
    if stage.num_unshown:
        typer.echo(f"         {translate(language, 'bots.more', n=stage.num_unshown)}")


def _summary(language: str, bot: str, report: Report) -> str:
    times = report.times
    figures = {"median": times.median, "worst": times.worst, "first": times.worst_first}
    key = "bots.good" if report.is_good else "bots.bad"
    verdict = translate(language, key, bot=bot_label(bot), n=len(report.findings))
    return f"{translate(language, 'bots.times', **figures)}\n{verdict}"
