"""A match summed up: who is stronger, by how much, how sure that is, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .game_table import GameTable
from .intervals import Interval, difference_interval, mean_interval, share_interval
from .rating import Rating

POINTS = ("route_points", "ticket_points", "longest_points", "station_points", "district_points")
QUANTITIES = (
    *POINTS,
    "tickets_made",
    "tickets_failed",
    "longest",
    "routes",
    "mean_length",
    "moves",
)

Choice = NDArray[np.bool_]


@dataclass(frozen=True)
class Estimate:
    mean: float
    ci95: Interval | None


@dataclass(frozen=True)
class BotResult:
    """A bot with several seats in a game counts it once per seat."""

    bot: str
    games: int
    wins: float  # a shared first place is an equal share of a win
    win_rate: float
    win_rate_ci95: Interval | None
    mean_score: float
    mean_score_ci95: Interval | None
    mean_margin: float  # over the best other seat
    mean_margin_ci95: Interval | None
    rating: float | None
    rating_ci95: Interval | None
    ms_per_move: float
    forfeits: int
    play: dict[str, float]  # means per game, by quantity
    longest_share: float  # of games with the bonus for the longest path
    routes_by_length: list[float]  # claimed per game, from length 1


@dataclass(frozen=True)
class Duel:
    """How one bot fared against another in the games of both."""

    bot: str
    against: str
    games: int
    wins: float  # finished ahead; a tie counts half
    win_rate: float
    win_rate_ci95: Interval | None
    mean_margin: float


@dataclass(frozen=True)
class TurnOrder:
    order: int  # 1 begins
    games: int
    wins: float
    win_rate: float
    win_rate_ci95: Interval | None
    mean_score: float


@dataclass(frozen=True)
class Decider:
    """A quantity in which winners differ from the others."""

    quantity: str
    winners: float
    others: float
    difference: float
    difference_ci95: Interval | None
    turned: float | None  # share of games with another winner if nobody had these points


def bot_results(
    table: GameTable, entries: Sequence[str], ratings: Sequence[Rating] | None
) -> list[BotResult]:
    """The bots from the strongest to the weakest."""
    found = [
        _bot_result(table, entry, bot, None if ratings is None else ratings[entry])
        for entry, bot in enumerate(entries)
        if (table.rows["entry"] == entry).any()
    ]
    return sorted(found, key=lambda result: (-(result.rating or 0), -result.win_rate))


def _bot_result(table: GameTable, entry: int, bot: str, rating: Rating | None) -> BotResult:
    choice: Choice = table.rows["entry"] == entry
    wins, score, margin = (
        _estimate(table, values, choice)
        for values in (table.wins, table.field("score"), table.margins)
    )
    moves = float(table.field("moves")[choice].sum())
    return BotResult(
        bot=bot,
        games=int(choice.sum()),
        wins=float(table.wins[choice].sum()),
        win_rate=wins.mean,
        win_rate_ci95=share_interval(*_sums(table, table.wins, choice)),
        mean_score=score.mean,
        mean_score_ci95=score.ci95,
        mean_margin=margin.mean,
        mean_margin_ci95=margin.ci95,
        rating=None if rating is None else rating.rating,
        rating_ci95=None if rating is None else (rating.low, rating.high),
        ms_per_move=1000 * float(table.field("seconds")[choice].sum()) / max(moves, 1),
        forfeits=int(table.rows["forfeits"][choice].sum()),
        play={name: float(quantity(table, name)[choice].mean()) for name in QUANTITIES},
        longest_share=float((table.rows["longest_points"][choice] > 0).mean()),
        routes_by_length=[float(mean) for mean in table.rows["lengths"][choice].mean(axis=0)],
    )


def quantity(table: GameTable, name: str) -> NDArray[np.float64]:
    lengths = table.field("lengths")
    if name == "routes":
        return np.asarray(lengths.sum(axis=-1))
    if name == "mean_length":
        spaces = (lengths * np.arange(1, lengths.shape[-1] + 1)).sum(axis=-1)
        return np.asarray(spaces / np.maximum(lengths.sum(axis=-1), 1))
    return table.field(name)


def duels(table: GameTable, entries: Sequence[str]) -> list[Duel]:
    """Every bot against every other one it met."""
    found = []
    for entry, bot in enumerate(entries):
        for other, against in enumerate(entries):
            pairs = _pairs(table, entry, other) if entry != other else None
            if pairs is not None:
                found.append(_duel(bot, against, table, *pairs))
    return found


def _pairs(
    table: GameTable, entry: int, other: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]] | None:
    """By game: how often the two met, how often the first was ahead, and by how much in all."""
    rows = table.rows
    met, ahead, lead = (np.zeros(len(table)) for _ in range(3))
    for a in range(table.players):
        for b in range(table.players):
            both = (rows["entry"][:, a] == entry) & (rows["entry"][:, b] == other)
            better = np.sign(rows["rank"][:, b] - rows["rank"][:, a])
            met += both
            ahead += both * (1 + better) / 2
            lead += both * (table.field("score")[:, a] - table.field("score")[:, b])
    return (met, ahead, lead) if met.any() else None


def _duel(
    bot: str,
    against: str,
    table: GameTable,
    met: NDArray[np.float64],
    ahead: NDArray[np.float64],
    lead: NDArray[np.float64],
) -> Duel:
    every = np.ones((len(table), 1), np.bool_)
    sums, counts = (table.by_set(values[:, None], every) for values in (ahead, met))
    games = float(met.sum())
    return Duel(
        bot=bot,
        against=against,
        games=int(games),
        wins=float(ahead.sum()),
        win_rate=float(ahead.sum()) / games,
        win_rate_ci95=share_interval(sums, counts),
        mean_margin=float(lead.sum()) / games,
    )


def turn_orders(table: GameTable) -> list[TurnOrder]:
    """What going first is worth."""
    found = []
    for place in range(table.players):
        choice: Choice = table.order == place
        found.append(
            TurnOrder(
                order=place + 1,
                games=int(choice.sum()),
                wins=float(table.wins[choice].sum()),
                win_rate=float(table.wins[choice].mean()),
                win_rate_ci95=share_interval(*_sums(table, table.wins, choice)),
                mean_score=float(table.rows["score"][choice].mean()),
            )
        )
    return found


def deciders(table: GameTable) -> list[Decider]:
    """What winners have more or less of, leaving out what the board does not have."""
    found = [_decider(table, name) for name in QUANTITIES if quantity(table, name).any()]
    return [one for one in found if one is not None]


def _decider(table: GameTable, name: str) -> Decider | None:
    values = quantity(table, name)
    winners, others = table.is_winner, ~table.is_winner
    if not others.any():
        return None
    means = float(values[winners].mean()), float(values[others].mean())
    return Decider(
        quantity=name,
        winners=means[0],
        others=means[1],
        difference=means[0] - means[1],
        difference_ci95=difference_interval(
            *_sums(table, values, winners), *_sums(table, values, others)
        ),
        turned=_turned(table, values) if name in POINTS else None,
    )


def _turned(table: GameTable, points: NDArray[np.float64]) -> float:
    """The share of games in which no winner would be first without these points."""
    rest = table.field("score") - points
    still_first = rest == rest.max(axis=1, keepdims=True)
    return float((~(still_first & table.is_winner).any(axis=1)).mean())


def _estimate(table: GameTable, values: NDArray[np.generic], choice: Choice) -> Estimate:
    sums, counts = _sums(table, values, choice)
    return Estimate(float(sums.sum() / counts.sum()), mean_interval(sums, counts))


def _sums(
    table: GameTable, values: NDArray[np.generic], choice: Choice
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return table.by_set(values, choice), table.by_set(np.ones_like(values), choice)
