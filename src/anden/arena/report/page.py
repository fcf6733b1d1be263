"""The report of a match: one HTML file that needs nothing else."""

import shlex
from collections.abc import Sequence
from importlib import resources

import anden
from anden.arena.game_table import GameTable
from anden.arena.match import MatchResult
from anden.arena.statistics import POINTS, BotResult, Duel
from anden.arena.summary import NotableGame, Summary
from anden.boards.names import in_language

from .html import Cell, figure, figures, page, paragraph, section, table, words
from .plots import Dot, Stack, column_plot, dot_plot, histogram, stack_plot
from .wording import Wording

_MOST_BOTS = 8  # that are told apart by colour


def build_report(result: MatchResult, summary: Summary, language: str) -> str:
    """The page, in a language."""
    say = Wording(language)
    board = in_language(result.settings.board.names, language)
    title = say.text("arena.report_title", board=board, bots=", ".join(result.settings.names))
    style = resources.files(__package__).joinpath("report.css").read_text("utf-8")
    content = [
        f"<h1>{words(title).html}</h1>",
        *_opening(say, summary, board),
        _results(say, summary),
        _duels(say, summary),
        _margins(say, result, summary),
        _deciders(say, summary),
        _ways(say, summary),
        _orders(say, summary),
        _games(say, summary),
        _forfeits(say, summary),
        _method(say, result, summary),
    ]
    return page(language, title, style, content)


def _opening(say: Wording, summary: Summary, board: str) -> list[str]:
    time = say.number(summary.time_ms, 0)
    facts = {"games": summary.games, "players": summary.players, "seed": summary.seed}
    lines = [
        say.text("arena.title", board=board, time=time, **facts),
        say.text("arena.deals", sets=summary.sets, players=summary.players),
    ]
    if not summary.is_complete:
        goal = summary.games_wanted
        lines.append(say.text("arena.stopped_resume", done=summary.games, goal=goal))
    return [paragraph(line) for line in lines]


def _results(say: Wording, summary: Summary) -> str:
    keys = (
        "arena.bot",
        "arena.games",
        "arena.win_rate",
        "arena.score",
        "arena.margin",
        "arena.rating",
        "arena.ms_per_move",
        "arena.forfeits",
    )
    rows = [_result_cells(say, result) for result in summary.results]
    average = say.number(summary.rating_average, 0)
    caption = say.text("arena.results_caption", average=average)
    drawings = [_rates(say, summary.results)]
    if summary.results[0].rating is not None:
        drawings.insert(0, _ratings(say, summary))
    return section(
        say.text("arena.results"),
        table(caption, [say.text(key) for key in keys], rows),
        *_adjusted(say, summary),
        figures(drawings),
    )


def _adjusted(say: Wording, summary: Summary) -> list[str]:
    """Wins without the luck of the cards, where that was asked for."""
    if summary.luck_adjusted is None:
        return []
    keys = ("arena.bot", "arena.win_rate", "arena.luck", "arena.factor")
    rows = [
        [
            words(one.bot),
            words(say.percent(one.win_rate), say.between(one.win_rate_ci95, factor=100)),
            words(say.signed(100 * one.luck)),
            words("–" if one.variance_factor is None else say.number(one.variance_factor, 2)),
        ]
        for one in summary.luck_adjusted
    ]
    return [table(say.text("arena.adjusted"), [say.text(key) for key in keys], rows)]


def _result_cells(say: Wording, result: BotResult) -> list[Cell]:
    rating = "–" if result.rating is None else say.number(result.rating, 0)
    return [
        words(result.bot),
        words(result.games),
        words(say.percent(result.win_rate), say.between(result.win_rate_ci95, factor=100)),
        words(say.number(result.mean_score), say.between(result.mean_score_ci95)),
        words(say.signed(result.mean_margin), say.between(result.mean_margin_ci95)),
        words(rating, say.between(result.rating_ci95, 0)),
        words(say.number(result.ms_per_move, 2)),
        words(result.forfeits),
    ]


def _ratings(say: Wording, summary: Summary) -> str:
    title = say.text("arena.plot_ratings")
    dots = [Dot(one.bot, one.rating or 0, one.rating_ci95) for one in summary.results]
    plot = dot_plot(title, dots, lambda x: say.number(x, 0), summary.rating_average)
    return figure(title, plot)


def _rates(say: Wording, results: Sequence[BotResult]) -> str:
    title = say.text("arena.plot_rates")
    dots = [Dot(one.bot, one.win_rate, one.win_rate_ci95) for one in results]
    fair = sum(one.wins for one in results) / sum(one.games for one in results)
    return figure(title, dot_plot(title, dots, say.percent, fair))


def _duels(say: Wording, summary: Summary) -> str:
    """Everybody against everybody; empty where only two met."""
    bots = [result.bot for result in summary.results]
    if len(bots) < 3:
        return ""
    found = {(duel.bot, duel.against): duel for duel in summary.duels}
    rows = [
        [words(bot), *(_duel_cell(say, found.get((bot, other))) for other in bots)] for bot in bots
    ]
    caption = say.text("arena.duels_caption")
    return section(say.text("arena.duels"), table(caption, [say.text("arena.bot"), *bots], rows))


def _duel_cell(say: Wording, duel: Duel | None) -> Cell:
    if duel is None:
        return words("–")
    lean = duel.win_rate - 0.5
    shown = say.percent(duel.win_rate)
    below = say.between(duel.win_rate_ci95, factor=100)
    return Cell(shown, below, "good" if lean > 0 else "bad", f"--much: {0.7 * abs(lean):.2f}")


def _margins(say: Wording, result: MatchResult, summary: Summary) -> str:
    game_table = GameTable(result.rows)
    drawings = []
    for index, one in enumerate(summary.results[:_MOST_BOTS]):
        entry = result.settings.names.index(one.bot)
        values = game_table.margins[game_table.rows["entry"] == entry]
        title = say.text("arena.plot_margins", bot=one.bot)
        plot = histogram(title, values.tolist(), index, lambda x: say.signed(x, 0))
        drawings.append(figure(title, plot))
    return section(
        say.text("arena.margins"), paragraph(say.text("arena.margins_note")), figures(drawings)
    )


def _deciders(say: Wording, summary: Summary) -> str:
    keys = ("arena.quantity", "arena.winners", "arena.others", "arena.difference", "arena.turned")
    rows = [
        [
            words(say.quantity(one.quantity)),
            words(say.number(one.winners)),
            words(say.number(one.others)),
            words(say.signed(one.difference), say.between(one.difference_ci95)),
            words("" if one.turned is None else say.percent(one.turned)),
        ]
        for one in summary.deciders
    ]
    turns = summary.turns
    length = say.text(
        "arena.turns", mean=say.number(turns["mean"]), low=turns["min"], high=turns["max"]
    )
    caption = say.text("arena.deciders_caption")
    return section(
        say.text("arena.deciders"),
        table(caption, [say.text(key) for key in keys], rows),
        paragraph(length),
    )


def _ways(say: Wording, summary: Summary) -> str:
    """How each bot plays: where its points come from, and which routes it claims."""
    shown = summary.results[:_MOST_BOTS]
    used = [name for name in POINTS if any(one.play[name] for one in summary.results)]
    title, lengths = say.text("arena.plot_points"), say.text("arena.plot_lengths")
    stacks = [Stack(one.bot, [one.play[name] for name in used]) for one in shown]
    names = [say.quantity(name) for name in used]
    longest = max(_longest(one.routes_by_length) for one in shown)
    columns = column_plot(
        lengths,
        [one.bot for one in shown],
        [str(length) for length in range(1, longest + 1)],
        [one.routes_by_length[:longest] for one in shown],
        lambda x: say.number(x),
    )
    points = stack_plot(title, names, stacks, lambda x: say.number(x, 0))
    return section(
        say.text("arena.ways"),
        figures([figure(title, points), figure(lengths, columns)]),
        _ways_table(say, summary),
    )


def _longest(routes_by_length: Sequence[float]) -> int:
    return max((i for i, mean in enumerate(routes_by_length, 1) if mean), default=1)


def _ways_table(say: Wording, summary: Summary) -> str:
    names = [one.quantity for one in summary.deciders]
    rows = [
        [
            words(one.bot),
            *(words(say.number(one.play[name])) for name in names),
            words(say.percent(one.longest_share)),
        ]
        for one in summary.results
    ]
    head = [say.text("arena.bot"), *map(say.quantity, names), say.text("arena.longest_share")]
    return table(say.text("arena.ways_caption"), head, rows)


def _orders(say: Wording, summary: Summary) -> str:
    title = say.text("arena.plot_orders")
    dots = [
        Dot(say.text("arena.place", order=one.order), one.win_rate, one.win_rate_ci95)
        for one in summary.turn_orders
    ]
    plot = dot_plot(title, dots, say.percent, 1 / summary.players)
    return section(say.text("arena.orders"), figures([figure(title, plot)]))


def _games(say: Wording, summary: Summary) -> str:
    return section(
        say.text("arena.games_to_see"),
        paragraph(say.text("arena.games_to_see_note")),
        _games_table(say, say.text("arena.closest"), summary.closest),
        _games_table(say, say.text("arena.most_lopsided"), summary.most_lopsided),
    )


def _games_table(say: Wording, caption: str, games: Sequence[NotableGame]) -> str:
    rows = []
    for game in games:
        scores = zip(game.bots, game.scores, strict=True)
        sides = ", ".join(f"{bot} {say.number(score, 0)}" for bot, score in scores)
        name = say.text("arena.game_name", set=game.set, game=game.game)
        rows.append(
            [
                _link(name, game.record),
                words(sides, class_="words"),
                words(game.lead),
                _replay(game),
            ]
        )
    keys = ("arena.game_column", "arena.sides", "arena.lead", "arena.replay")
    return table(caption, [say.text(key) for key in keys], rows)


def _link(name: str, record: str | None) -> Cell:
    label = words(name).html
    return Cell(f'<a href="{record}">{label}</a>' if record else label)


def _replay(game: NotableGame) -> Cell:
    if game.record is None:
        return words("–", class_="words")
    return Cell(f"<code>anden replay {game.record}</code>", class_="words")


def _forfeits(say: Wording, summary: Summary) -> str:
    if not summary.forfeits:
        return ""
    keys = ("arena.bot", "arena.kind", "arena.game_column", "arena.move", "arena.detail")
    rows = [
        [
            words(one.bot),
            words(one.kind, class_="words"),
            words(say.text("arena.game_name", set=one.set, game=one.game), class_="words"),
            words(one.move),
            words(one.detail, class_="long"),
        ]
        for one in summary.forfeits
    ]
    caption = say.text("arena.forfeits_caption")
    return section(
        say.text("arena.forfeits_title"), table(caption, [say.text(key) for key in keys], rows)
    )


def _method(say: Wording, result: MatchResult, summary: Summary) -> str:
    notes = [
        say.text(key)
        for key in ("arena.method_deals", "arena.method_intervals", "arena.method_rating")
    ]
    bots = shlex.quote(",".join(summary.bots))
    command = (
        f"anden arena --board {shlex.quote(summary.board)} --bots {bots}"
        f" --players {summary.players} --games {summary.games_wanted} --seed {summary.seed}"
        f" --time-ms {summary.time_ms:g}"
    )
    again = (
        f"<p>{words(say.text('arena.method_again')).html} <code>{words(command).html}</code></p>"
    )
    version = paragraph(say.text("arena.method_version", version=anden.__version__))
    return section(say.text("arena.method"), *map(paragraph, notes), again, version)
