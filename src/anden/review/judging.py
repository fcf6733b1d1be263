"""From losses to words: which loss is a mistake, and what it cost."""

from .evaluator import Value

# Shares of the win. The spread they are chosen from: docs/review.md.
INACCURACY, MISTAKE, BLUNDER = 0.02, 0.05, 0.10
SURE = 2.0  # standard errors that a loss or luck has to exceed to be shown: what ± says
NOTABLE = 0.03  # share of the win from which luck is marked

FORCED = "forced"
GOOD = "good"
KINDS = ("inaccuracy", "mistake", "blunder")

MISSED_WIN = "missed_win"  # it was there to be taken; the seat still stands well
LOSING_MOVE = "losing_move"  # it led from a good position into a bad one
GOOD_CHANCES = 0.5  # of winning, between an equal share and certainty: from here it is a win


def kind_of(loss: Value) -> str:
    """GOOD unless the loss exceeds twice its standard error."""
    if loss.mean <= SURE * loss.error:
        return GOOD
    bounds = (INACCURACY, MISTAKE, BLUNDER)
    reached = [kind for bound, kind in zip(bounds, KINDS, strict=True) if loss.mean >= bound]
    return reached[-1] if reached else GOOD


def is_notable(luck: Value) -> bool:
    """Whether chance did so much, and more than twice its error, that it is worth a mark."""
    return abs(luck.mean) >= NOTABLE and abs(luck.mean) > SURE * luck.error


def verdict_of(best: float, played: float, players: int) -> str | None:
    """What a mistake cost, by the values of the better move and of the one played."""
    equal = 1 / players
    won = equal + GOOD_CHANCES * (1 - equal)
    if best >= won > played >= equal:
        return MISSED_WIN
    if best >= equal > played:
        return LOSING_MOVE
    return None
