"""What `benchmarks.review_games` found: `python -m benchmarks.review_summary WHAT FILE`.

`values` prints the table and draws the plot of docs/review.md; `levels` prints
`src/anden/review/levels.json` and the spread that the bounds of mistakes are chosen from; `large`
prints what it has for tables of three to five; `truth`
sets mistakes against what other deals say of them; `cards` fits what a card is likely to be worth;
`luck` sums it up.
"""

import argparse
import json
import math
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from anden.arena.intervals import mean_interval
from anden.arena.report.svg import Scale, element, line, text
from anden.review.evaluator import VERSION

BINS = 10
FEWEST = 6  # games from which the level of a table is told
PLOT = Path("docs/images/review-calibration.svg")
_SIZE, _LEFT, _TOP = 300.0, 52.0, 12.0

Lines = list[dict[str, Any]]


def read(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def tell_values(games: Lines) -> None:
    moments = [
        (number, game["board"], game["players"], value, share)
        for number, game in enumerate(games)
        for _, value, _, _, share in game["moments"]
    ]
    values, shares = (np.array([moment[at] for moment in moments]) for at in (3, 4))
    of_game = np.array([moment[0] for moment in moments])
    print(f"{len(games)} games, {len(moments)} moments, Brier score {brier(values, shares):.4f}")
    bins = np.minimum((BINS * values).astype(int), BINS - 1)
    points = []
    for number in range(BINS):
        chosen = bins == number
        if not chosen.any():
            continue
        sums = np.bincount(of_game[chosen], weights=shares[chosen], minlength=len(games))
        counts = np.bincount(of_game[chosen], minlength=len(games)).astype(float)
        low, high = mean_interval(np.asarray(sums, np.float64), counts) or (math.nan, math.nan)
        mean = values[chosen].mean(), shares[chosen].mean()
        print(f"| {chosen.sum():,} | {mean[0]:.3f} | {mean[1]:.3f} ({low:.3f} to {high:.3f}) |")
        points.append((float(mean[0]), float(mean[1]), max(0.0, low), min(1.0, high)))
    for board, players in sorted({(moment[1], moment[2]) for moment in moments}):
        of = np.array([moment[1:3] == (board, players) for moment in moments])
        base = float(((shares[of] - 1 / players) ** 2).mean())
        told = f"{of.sum():,} | {brier(values[of], shares[of]):.4f} | {base:.4f}"
        print(f"| {board}, {players} players | {told} |")
    PLOT.write_text(plot(points), encoding="utf-8")


def brier(values: Any, shares: Any) -> float:
    return float(((values - shares) ** 2).mean())


def plot(points: list[tuple[float, float, float, float]]) -> str:
    """What came against what was expected, each bin with its 95 % interval."""
    across = Scale(0, 1, _LEFT, _LEFT + _SIZE)
    up = Scale(0, 1, _TOP + _SIZE, _TOP)
    style = (
        ".plot{color-scheme:light dark;background:light-dark(#fff,#12171d)}"
        "text{font:12px system-ui,sans-serif;fill:light-dark(#1c2530,#e6ebf0)}"
        ".grid{stroke:light-dark(#d5dbe2,#36424e)}.reference{stroke:light-dark(#5a6675,#a3b0bd);"
        "stroke-dasharray:4 3}.whisker{stroke:light-dark(#1769aa,#5aaeea);stroke-width:2}"
        ".dot{fill:light-dark(#1769aa,#5aaeea)}"
    )
    parts = [element("title", "Share of the win against the value"), f"<style>{style}</style>"]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(line(_LEFT, up(share), _LEFT + _SIZE, up(share), "grid"))
        parts.append(text(_LEFT - 6, up(share) + 4, f"{share:.0%}", text_anchor="end"))
        parts.append(text(across(share), _TOP + _SIZE + 18, f"{share:.0%}", text_anchor="middle"))
    parts.append(line(across(0), up(0), across(1), up(1), "reference"))
    for value, share, low, high in points:
        parts.append(line(across(value), up(low), across(value), up(high), "whisker"))
        parts.append(element("circle", cx=across(value), cy=up(share), r=4, class_="dot"))
    size = {"viewBox": f"0 0 {_LEFT + _SIZE + 24:g} {_TOP + _SIZE + 28:g}", "role": "img"}
    svg = element("svg", "".join(parts), xmlns="http://www.w3.org/2000/svg", class_="plot", **size)
    return svg + "\n"


def tell_levels(games: Lines) -> None:
    """By table and level: the mean loss per decision, with an error for how games vary.

    That is told from all of them together: games of one level vary too much to be few.
    """
    means: dict[tuple[str, int, str], list[float]] = defaultdict(list)
    losses: dict[str, list[float]] = defaultdict(list)
    for game in games:
        found = [loss for _, loss, _ in game["losses"]]
        means[game["board"], game["players"], game["level"]].append(float(np.mean(found)))
        losses[game["level"]] += [loss for _, loss, se in game["losses"] if loss > 2 * se]
    told = {table: found for table, found in means.items() if len(found) >= FEWEST}
    spread = _pooled_spread(list(told.values()))
    levels: dict[str, dict[str, dict[str, list[float]]]] = {}
    for (board, players, level), found in told.items():
        error = spread / math.sqrt(len(found))
        table = levels.setdefault(board, {}).setdefault(str(players), {})
        table[level] = [round(float(np.mean(found)), 5), round(error, 5)]
    print(json.dumps({"version": VERSION, "boards": levels}, indent=2))
    for level, found in losses.items():
        total = sum(len(game["losses"]) for game in games if game["level"] == level)
        shares = [sum(low <= loss < high for loss in found) / total for low, high in _BOUNDS]
        print(level, total, "decisions;", *(f"{share:.1%}" for share in shares))


def tell_large(games: Lines) -> None:
    """By level, from all tables of three to five together: each alone has too few games. The error
    holds how games vary, and how far tables lie apart.
    """
    tables, levels = (_means_by(games, names) for names in (("board", "players"), ("level",)))
    spread = _pooled_spread(list(tables.values()))
    centres = [float(np.mean(found)) for found in tables.values()]
    by_chance = float(np.mean([spread**2 / len(found) for found in tables.values()]))
    apart = math.sqrt(max(0.0, float(np.var(centres, ddof=1)) - by_chance))
    print(f"{len(games)} games; tables lie {apart:.4f} apart, games of a table {spread:.4f}")
    for (level,), found in levels.items():
        error = math.hypot(spread / math.sqrt(len(found)), apart)
        print(f'"{level}": [{np.mean(found):.5f}, {error:.5f}], of {len(found)} games')


def _means_by(games: Lines, names: tuple[str, ...]) -> dict[tuple[Any, ...], list[float]]:
    """The mean losses of the games that have these facts in common."""
    means: dict[tuple[Any, ...], list[float]] = defaultdict(list)
    for game in games:
        loss = float(np.mean([loss for _, loss, _ in game["losses"]]))
        means[tuple(game[name] for name in names)].append(loss)
    return means


def _pooled_spread(groups: list[list[float]]) -> float:
    """How far games of one group lie apart, told from all groups: each has few."""
    squares = sum(float(np.var(group)) * len(group) for group in groups)
    return math.sqrt(squares / sum(len(group) - 1 for group in groups))


def tell_truth(games: Lines) -> None:
    """By table, all mistakes that were shown: how many, how dear, and what was so."""
    tables: dict[str, list[list[float]]] = defaultdict(list)
    for game in games:
        for name in (f"{game['board']}, {game['players']} players", "all"):
            tables[name] += [shown[1:] for shown in game["shown"]]
    for name, shown in sorted(tables.items()):
        loss, error, again, other = np.array(shown).T
        within = np.abs(loss - again) <= 2 * np.hypot(error, other)
        scatter = 100 * again.std(ddof=1) / math.sqrt(len(again)) if len(again) > 1 else math.nan
        told = f"{100 * loss.mean():.1f} | {100 * again.mean():.1f} ± {scatter:.1f}"
        none = f"{(again <= 0).sum()} | {(again + 2 * other < 0).sum()} | {within.mean():.0%}"
        print(f"| {name} | {len(loss)} | {told} | {none} |")


def tell_cards(games: Lines) -> None:
    """The part of the network's opinion of cards that holds, and how far from it they lie."""
    for is_near in (False, True):
        cards = [card for game in games for card in game["cards"] if card[0] == is_near]
        sums = np.zeros(3)  # of products with noise taken off: judged, both, played
        for _, chances, judged, judged_error, played, played_error in cards:
            one, other = np.array(judged), np.array(played)
            squares = one**2 - np.array(judged_error) ** 2, one * other
            sums += np.array(chances) @ np.stack(
                [*squares, other**2 - np.array(played_error) ** 2], axis=1
            )
        judged_square, both, played_square = sums / len(cards)
        part = both / judged_square
        rest = played_square - both * part
        whole = math.sqrt(max(0.0, played_square))
        told = f"part {part:.2f}, spread {math.sqrt(max(0.0, rest)):.4f}, without it {whole:.4f}"
        print("near" if is_near else "far", len(cards), "cards:", told)


def tell_luck(games: Lines) -> None:
    """Nothing, in the mean."""
    luck = 100 * np.array([game["luck"] for game in games])
    events = sum(game["events"] for game in games)
    error = luck.std(ddof=1) / math.sqrt(len(luck))
    print(f"{len(luck)} games, {events} cards, {luck.mean():+.2f} ± {error:.2f} points a game")


def tell_hidden(games: Lines) -> None:
    """By table, what the values of all seats add up to: 1, if they say what comes."""
    tables: dict[str, list[list[float]]] = defaultdict(list)
    for game in games:
        if any(game["sums"]):
            tables[f"{game['board']}, {game['players']} players"].append(game["sums"])
    for name, sums in sorted(tables.items()):
        means = np.mean(sums, axis=0)
        errors = np.std(sums, axis=0, ddof=1) / math.sqrt(len(sums))
        told = (f"{m:.2f} ± {e:.2f}" for m, e in zip(means, errors, strict=True))
        print(f"| {name} | {len(sums)} | {' | '.join(told)} |")


TELLERS = {
    "hidden": tell_hidden,
    "values": tell_values,
    "levels": tell_levels,
    "large": tell_large,
    "truth": tell_truth,
    "cards": tell_cards,
    "luck": tell_luck,
}
_BOUNDS = ((0.02, 0.05), (0.05, 0.10), (0.10, 1.0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=TELLERS)
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    TELLERS[options.what](read(options.file))


if __name__ == "__main__":
    main()
