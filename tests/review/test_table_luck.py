"""The luck of the cards in games of bots: nothing in the mean, and the rest of a game's result."""

import numpy as np
import pytest

from anden.arena import MatchSettings, play_here, run_match, summarise
from anden.arena.outcome import Played, read_played, write_played
from anden.arena.report.page import build_report
from anden.boards import load_board
from anden.bots import BotError
from anden.core import GameCore
from anden.kernel.actions import DRAW_DECK
from anden.review.table_luck import TableLuck, can_be_listed
from tests.support import small_board

pytestmark = pytest.mark.compiled_only


def test_luck_weighs_to_nothing_over_all_cards_that_could_have_come() -> None:
    """One draw, from decks in every order: its luck times its chances is 0."""
    board = load_board("london")
    core = GameCore(board, 2)
    core.deal(3)
    while core.phase == 0:
        core.step(core.legal_ids()[0])
    before = core.copy()
    assert can_be_listed(core, DRAW_DECK)
    deck = before.state["deck"].astype(float)
    luck = {}
    for seed in range(200):
        game = before.copy()
        game.state["seed"][0] = seed
        game.state["luck"][0] = np.uint64(seed * 0x9E3779B97F4A7C15 % 2**64)
        notes = TableLuck(board, 2)
        notes.note(game, DRAW_DECK)
        game.step(DRAW_DECK)
        kind = int((game.state["hand"][before.seat] - before.state["hand"][before.seat]).argmax())
        luck[kind] = notes.by_seat(game)
    assert len(luck) == (deck > 0).sum()
    total = sum(deck[kind] / deck.sum() * np.array(share) for kind, share in luck.items())
    assert np.abs(total).max() < 1e-4  # a matrix product sums in another order
    assert all(abs(sum(shares)) < 2e-6 for shares in luck.values())


def test_a_match_tells_its_wins_without_the_luck_of_the_cards() -> None:
    settings = MatchSettings(
        load_board("london"), ("hard", "greedy"), players=2, seed=4, luck_adjusted=True
    )
    result = run_match(settings, games=20, runner=play_here)
    assert result.luck is not None
    assert np.abs(result.luck.sum(axis=1)).max() < 1e-5, "what one gains the others lose"
    error = result.luck[:, 0].std() / np.sqrt(len(result.luck))
    assert abs(result.luck[:, 0].mean()) < 4 * error
    told = summarise(result)
    assert told.luck_adjusted is not None
    for one, plain in zip(told.luck_adjusted, told.results, strict=True):
        assert one.bot == plain.bot
        assert one.win_rate == pytest.approx(plain.win_rate - one.luck)
    assert "1.0" in build_report(result, told, "en").split("luck (%)")[1]
    played = Played(0, result.rows[:2].reshape(-1), luck=((0.25, -0.25), (0.5, -0.5)))
    assert read_played(write_played(played)).luck == played.luck


def test_tables_that_no_network_knows_are_refused() -> None:
    with pytest.raises(BotError):
        TableLuck(small_board("a-b 2 red, b-c 2 red", "a-b 5, b-c 6"), 2)
