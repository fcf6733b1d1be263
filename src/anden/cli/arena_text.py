"""The result of a match as lines for a terminal."""

from collections.abc import Iterator, Sequence

from anden.arena import Summary
from anden.arena.report.wording import Wording
from anden.arena.statistics import BotResult
from anden.arena.summary import NotableGame
from anden.boards import Board
from anden.boards.names import in_language

MAX_TOLD = 3  # forfeits in words; the rest are counted


def as_text(words: Wording, board: Board, summary: Summary, wanted: int) -> str:
    name = in_language(board.names, words.language)
    lines = [*_opening(words, name, summary, wanted), "", *_results(words, summary), ""]
    lines += _adjusted(words, summary)
    return "\n".join([*lines, *_reasons(words, summary), *_games(words, summary)])


def _opening(words: Wording, board: str, summary: Summary, wanted: int) -> Iterator[str]:
    yield words.text(
        "arena.title",
        games=summary.games,
        board=board,
        players=summary.players,
        seed=summary.seed,
        time=words.number(summary.time_ms, 0),
    )
    yield words.text("arena.deals", sets=summary.sets, players=summary.players)
    if summary.games_wanted != wanted:
        yield words.text("arena.rounded", wanted=wanted, games=summary.games_wanted)


def _results(words: Wording, summary: Summary) -> list[str]:
    head = [
        words.text(key)
        for key in (
            "arena.bot",
            "arena.games",
            "arena.win_rate",
            "arena.score",
            "arena.margin",
            "arena.rating",
            "arena.ms_per_move",
            "arena.forfeits",
        )
    ]
    lines = _aligned([head, *(_cells(words, result) for result in summary.results)])
    return [*lines, words.text("arena.intervals", average=words.number(summary.rating_average, 0))]


def _adjusted(words: Wording, summary: Summary) -> Iterator[str]:
    """Wins without the luck of the cards, where that was asked for."""
    if summary.luck_adjusted is None:
        return
    yield words.text("arena.adjusted")
    keys = ("arena.bot", "arena.win_rate", "arena.luck", "arena.factor")
    rows = [
        [
            one.bot,
            f"{words.percent(one.win_rate)} ({words.between(one.win_rate_ci95, factor=100)})",
            words.signed(100 * one.luck),
            "–" if one.variance_factor is None else words.number(one.variance_factor, 2),
        ]
        for one in summary.luck_adjusted
    ]
    yield from _aligned([[words.text(key) for key in keys], *rows])
    yield ""


def _cells(words: Wording, result: BotResult) -> list[str]:
    rate = words.between(result.win_rate_ci95, factor=100)
    rating = "–"
    if result.rating is not None:
        rating = f"{words.number(result.rating, 0)} ({words.between(result.rating_ci95, 0)})"
    margin = words.signed(result.mean_margin)
    return [
        result.bot,
        str(result.games),
        f"{words.percent(result.win_rate)} ({rate})",
        f"{words.number(result.mean_score)} ({words.between(result.mean_score_ci95)})",
        f"{margin} ({words.between(result.mean_margin_ci95)})",
        rating,
        words.number(result.ms_per_move, 2),
        str(result.forfeits),
    ]


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns below each other: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if index == 0 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _reasons(words: Wording, summary: Summary) -> Iterator[str]:
    head = [
        words.text(key)
        for key in ("arena.deciders", "arena.winners", "arena.others", "arena.difference")
    ]
    rows = [
        [
            words.quantity(one.quantity),
            words.number(one.winners),
            words.number(one.others),
            f"{words.signed(one.difference)} ({words.between(one.difference_ci95)})",
        ]
        for one in summary.deciders
    ]
    yield from _aligned([head, *rows]) if rows else []
    yield ""
    for place in summary.turn_orders:
        yield words.text(
            "arena.order",
            order=place.order,
            rate=words.percent(place.win_rate),
            between=words.between(place.win_rate_ci95, factor=100),
        )
    turns = summary.turns
    yield words.text(
        "arena.turns",
        mean=words.number(turns["mean"]),
        low=turns["min"],
        high=turns["max"],
    )


def _games(words: Wording, summary: Summary) -> Iterator[str]:
    if summary.closest:
        yield words.text("arena.closest_game", game=_game(words, summary.closest[0]))
        yield words.text("arena.lopsided_game", game=_game(words, summary.most_lopsided[0]))
    for one in summary.forfeits[:MAX_TOLD]:
        yield words.text(
            "arena.forfeit",
            bot=one.bot,
            kind=one.kind,
            set=one.set,
            game=one.game,
            move=one.move,
            detail=one.detail,
        )
    more = sum(result.forfeits for result in summary.results) - len(summary.forfeits[:MAX_TOLD])
    if more > 0:
        yield words.text("arena.forfeits_more", n=more)


def _game(words: Wording, game: NotableGame) -> str:
    scores = zip(game.bots, game.scores, strict=True)
    sides = ", ".join(f"{bot} {words.number(score, 0)}" for bot, score in scores)
    return words.text("arena.game", set=game.set, game=game.game, sides=sides)
