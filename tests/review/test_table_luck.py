"""The luck of games of bots: nothing in the mean, and the rest of a game's result."""

import numpy as np
import pytest

from anden.arena import MatchSettings, play_here, run_match, summarise
from anden.arena.outcome import Played, read_played, write_played
from anden.arena.report.page import build_report
from anden.boards import load_board
from anden.bots.planner_bot import PlannerBot
from anden.core import GameCore
from anden.kernel.actions import DRAW_DECK
from anden.kernel.layout import OVER, TURN
from anden.review import table_luck
from anden.review.table_events import cards, is_card, is_other_chance, sample, words_from
from anden.review.table_luck import Event, TableLuck

pytestmark = pytest.mark.compiled_only


def at_turn(board: str, number: int) -> GameCore:
    core, bot = GameCore(load_board(board), 2), PlannerBot(1)
    core.deal(3)
    while core.phase != TURN or int(core.state["turn"]) < number:
        core.step(bot.choose_id(core.tables, core.look()[0][0]))
    return core


def test_all_cards_that_could_come_are_those_that_do_with_their_chances() -> None:
    """Every listed state is byte for byte one that the rules lead to, and as often."""
    before = at_turn("london", 4)
    for action in (DRAW_DECK, int(before.state["row"][0])):
        assert is_card(before, action)
        listed = cards(before, action)
        met = sample(before, action, words_from(5, 3000)).states
        for states in (listed.states, met):
            states["seed"], states["luck"], states["spare"] = 0, 0, 0
        counts = [sum(met == state) for state in listed.states]
        assert sum(counts) == len(met)
        assert np.abs(np.array(counts) / len(met) - listed.chances).max() < 0.03


def test_luck_weighs_to_nothing_over_all_cards_that_could_have_come() -> None:
    """One draw, whatever comes of it: its luck times its chance is 0."""
    before = at_turn("london", 6)
    listed = cards(before, DRAW_DECK)
    total = np.zeros(2)
    for state, chance in zip(listed.states, listed.chances, strict=True):
        notes, game = TableLuck(before.board, 2), before.copy()
        notes.note(game, DRAW_DECK)
        game.states[0] = state
        del notes.events[:1]  # the deal
        luck = np.array(notes.by_seat(game))
        assert abs(luck.sum()) < 2e-6, "what one gains the other loses"
        total += chance * luck
    assert np.abs(total).max() < 2e-6
    assert any(abs(event.gains).max() > 0 for event in notes.events)


def test_what_counts_of_an_event_does_not_depend_on_what_came() -> None:
    parts = set()
    for seed in range(6):
        core = at_turn("london", 6)
        notes = TableLuck(core.board, 2)
        notes.note(core, DRAW_DECK)
        notes.note(core, DRAW_DECK)
        core.change_luck(seed)
        core.step(DRAW_DECK)
        notes.by_seat(core)
        parts.add(notes.events[-1].weighed.part)
    assert len(parts) == 1
    assert 0 < parts.pop() < 1


def test_events_that_are_sampled_come_from_the_same_chance_as_what_came() -> None:
    """A tunnel of Europe: surcharges as often as when it is dug again and again."""
    core, bot = at_turn("europe", 0), PlannerBot(1)
    while True:
        action = bot.choose_id(core.tables, core.look()[0][0])
        if is_other_chance(core, action) and action != DRAW_DECK and core.phase != TURN:
            break
        core.step(action)
        assert core.phase != OVER
    found = sample(core, action, words_from(1, 4000)).states["surcharge"]
    met = []
    for seed in range(4000):
        again = core.copy()
        again.change_luck(seed)
        again.step(action)
        met.append(int(again.state["surcharge"]))
    for number in range(4):
        assert abs((found == number).mean() - (np.array(met) == number).mean()) < 0.04


def test_games_of_one_deal_have_the_same_luck_of_the_deal() -> None:
    """Bots change places between them, so it cancels out."""

    def luck_of_deal(bot_seed: int) -> Event:
        core, bot = GameCore(load_board("london"), 2), PlannerBot(bot_seed)
        core.deal(8)
        notes = TableLuck(core.board, 2)
        notes.note(core, bot.choose_id(core.tables, core.look()[0][0]))
        return notes.events[0]

    one, other = luck_of_deal(1), luck_of_deal(2)
    assert one.gains.tolist() == other.gains.tolist()


def test_a_match_tells_its_wins_without_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LATE_TIMES", "MIDDLE_TIMES", "EARLY_TIMES", "SAMPLE_TIMES"):
        monkeypatch.setattr(table_luck, name, 8)
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
    assert build_report(result, told, "en").count("luck (%)") == 1
    played = Played(0, result.rows[:2].reshape(-1), luck=((0.25, -0.25), (0.5, -0.5)))
    assert read_played(write_played(played)).luck == played.luck
