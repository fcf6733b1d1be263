"""Luck is nothing in the mean, and as far from the truth as it says."""

import numpy as np
import pytest

from anden.bots import make_bot
from anden.bots.asking import ask
from anden.game import Game
from anden.review import ReviewJob
from anden.review.luck import weighed
from tests.review.support import LOW, played
from tests.support import small_board

pytestmark = pytest.mark.compiled_only

SPREAD, NOISE, DEALS = 0.03, 0.45, 80


def test_luck_lies_within_two_errors_of_the_truth() -> None:
    """Cards of a known worth, near what was likely, and deals that scatter around it."""
    luck = np.random.default_rng(3)
    chances = np.array([0.5, 0.3, 0.2])
    hits, draws = 0, 4000
    for _ in range(draws):
        likely = luck.normal(0, 0.02, 3)
        likely -= chances @ likely
        truth = likely + luck.normal(0, SPREAD, 3)
        truth -= chances @ truth
        played = truth[:, None] + luck.normal(0, NOISE, (3, DEALS))
        told = weighed(played - chances @ played, likely, chances, SPREAD)
        assert abs(chances @ [value.mean for value in told]) < 1e-12
        came = luck.choice(3, p=chances)
        hits += abs(told[came].mean - truth[came]) <= 2 * told[came].error
    assert 0.93 <= hits / draws <= 0.99


def test_many_deals_overrule_what_was_likely_and_few_do_not() -> None:
    gains = np.stack([np.full(10_000, 0.2), np.full(10_000, -0.2)])
    gains += np.random.default_rng(1).normal(0, NOISE, gains.shape)
    chances, likely = np.array([0.5, 0.5]), np.array([-0.1, 0.1])
    many, few = (weighed(gains[:, :deals], likely, chances, SPREAD) for deals in (10_000, 8))
    assert many[0].mean == pytest.approx(0.2, abs=0.02)
    assert few[0].mean == pytest.approx(-0.1, abs=0.03)
    assert few[0].error > many[0].error


def test_what_could_have_come_weighs_to_nothing() -> None:
    job = ReviewJob(played("london"), 0, LOW)
    cards = [piece for piece in job.pieces if piece.key.startswith("c")]
    for piece in cards[::4]:
        found = piece.work()
        if found["outcomes"]:
            assert sum(odds for _, odds, _, _ in found["outcomes"]) == pytest.approx(1, abs=1e-5)
            total = sum(odds * luck for _, odds, luck, _ in found["outcomes"])
            assert total == pytest.approx(0, abs=1e-5)
            (came,) = (luck for _, _, luck, is_it in found["outcomes"] if is_it)
            assert found["luck"][0] == came


def test_luck_sums_to_nothing_over_many_games() -> None:
    routes = "a-b 2 red, b-c 2 blue, c-d 2 green, a-d 3 red, b-d 2 blue"
    board = small_board(routes, "a-c 5, b-d 4, a-d 6, c-d 3, a-b 3")
    luck = []
    for seed in range(60):
        game = Game(board, 2, seed)
        bots = [make_bot("medium", 2 * seed + seat) for seat in range(2)]
        while game.to_act is not None:
            game.play(ask(bots[game.to_act], game.view(game.to_act)))
        job = ReviewJob(game.record(), seed % 2, LOW)
        events = [piece.work()["luck"] for piece in job.pieces if piece.key.startswith("c")]
        luck.append(sum(mean for mean, _ in events))
    error = np.std(luck, ddof=1) / np.sqrt(len(luck))
    assert np.std(luck) > 0.02, "there is luck"
    assert abs(np.mean(luck)) < 3 * error
