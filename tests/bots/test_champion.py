"""The search with a network: fair, repeatable, in time, and only where there is a network."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from anden.boards import load_board
from anden.bots import BotError, can_play, check_bot, foresight, weights
from anden.bots.beliefs import LIMITS, believe
from anden.bots.champion_bot import ChampionBot
from anden.bots.contract import check_bot_contract
from anden.bots.foresight import Foresight
from anden.bots.levels import bent, character_of
from anden.bots.mcts_bot import MctsBot
from anden.bots.network_seat import NetworkSeat
from anden.bots.neural_bot import NeuralBot
from anden.bots.planner_bot import PlannerBot
from anden.core import GameCore
from anden.kernel import NET, SKETCH, STATE
from anden.kernel.layout import TURN, Records, Tables
from anden.strategy import race
from anden.strategy.leaves import grow_leaves, score_leaves, see_leaves
from anden.strategy.numbers import Numbers, numbers_for
from anden.strategy.race import Race, new_search
from anden.strategy.search_record import SEARCH
from anden.strategy.tree import ROOT

from .patient_bots import PatientChampion, PatientExpert

SECONDS = 0.02
NEVER = float("inf")


def position(steps: int, board: str = "london", players: int = 2) -> GameCore:
    """A game in which everybody has drawn cards and claimed whatever came first."""
    core = GameCore(load_board(board), players)
    core.deal(5, 0)
    for number in range(steps):
        legal = core.legal_ids()
        core.step(legal[-1 if number % 3 else 0])
    return core


@pytest.fixture
def begun() -> tuple[GameCore, Records, Records, Race]:
    """A search in the middle of a game among five candidates."""
    core = position(30)
    while core.phase != TURN:
        core.step(core.legal_ids()[0])
    tables = np.asarray(core.tables).reshape(1)
    searches = new_search(core.tables)
    begun = Race(tables, searches, core.seen_by(core.seat), np.uint64(1))
    begun.narrow(core.legal_ids()[:5])
    return core, tables, searches, begun


@pytest.mark.usefixtures("unhurried")
def test_it_keeps_the_contract() -> None:
    report = check_bot_contract(PatientChampion, ["london"], seconds=SECONDS)
    assert report.is_good, report.text()
    assert all(stage.num_checked and not stage.skipped for stage in report.stages)


def test_leaves_are_judged_by_what_the_seat_sees(
    begun: tuple[GameCore, Records, Records, Race],
) -> None:
    core, tables, searches, _ = begun
    seat, rival = core.seat, 1 - core.seat
    leaves = np.zeros(10, STATE)
    grow(tables, searches, leaves)
    others = leaves.copy()
    for state in others:
        state["tickets"][rival] = 0
        state["hand"][rival] = state["hand"][rival][::-1].copy()
        state["seed"] = state["luck"] = 0
    rows = see(tables, searches, leaves)
    assert np.array_equal(rows, see(tables, searches, others))
    leaves["hand"][:, seat, 0] += 1
    assert not np.array_equal(rows, see(tables, searches, leaves))


def grow(tables: Records, searches: Records, leaves: Records) -> None:
    """All of them new."""
    tree = searches[0]["tree"]
    size = int(tree["size"][ROOT])
    actions = np.tile(tree["action"][ROOT, :size], len(leaves) // size)
    grow_leaves(tables, searches, leaves, np.arange(len(leaves)), actions, True)


def see(tables: Records, searches: Records, leaves: Records) -> NDArray[np.int16]:
    network = NetworkSeat().take(tables[0], 2)
    rows = np.zeros((len(leaves), network.observation_size(2)), np.int16)
    scratch = np.zeros(1, NET), np.zeros(1, SKETCH)
    see_leaves(tables, searches, leaves, np.arange(len(leaves)), *scratch, rows)
    return rows


def test_all_candidates_get_the_same_deals(begun: tuple[GameCore, Records, Records, Race]) -> None:
    core, tables, searches, race = begun
    race.narrow([core.legal_ids()[0]] * 2)
    leaves = np.zeros(6, STATE)
    grow(tables, searches, leaves)
    assert all(leaves[deal].tobytes() == leaves[deal + 1].tobytes() for deal in (0, 2, 4))
    assert leaves[0].tobytes() != leaves[2].tobytes()
    assert set(leaves["seat"]) == {core.seat}
    network = NetworkSeat().take(tables[0], 2)
    assert not Foresight(network, tables, searches).gains(4, NEVER).any()


def test_a_finished_game_is_worth_its_result(
    begun: tuple[GameCore, Records, Records, Race],
) -> None:
    core, tables, searches, _ = begun
    while not core.is_over:
        core.step(core.legal_ids()[0])
    leads, wins = np.zeros((2, 1), np.float32)
    seat = int(searches[0]["tree"]["seat"])
    score_leaves(tables, searches, np.asarray(core.state).reshape(1), leads, wins)
    result = core.score()
    assert leads[0] == result["total"][seat] - result["total"][1 - seat]
    assert wins[0] == (result["rank"][seat] == 1)


def test_many_positions_are_judged_as_one_at_a_time() -> None:
    core = position(0)
    place = NetworkSeat()
    network = place.take(core.tables, 2)
    rows: list[NDArray[np.int16]] = []
    while len(rows) < 40:
        rows.append(place.see(network, core.seen_by(core.seat)[0])[0])
        core.step(core.legal_ids()[0])
    together = network.opinions(np.array(rows), 2)
    for number in (0, 31, 32, 39):
        alone = network.opinion(rows[number], 2)
        assert together.leads[number] == pytest.approx(alone.lead, abs=1e-2)
        assert together.wins[number] == pytest.approx(alone.win, abs=1e-4)
        assert np.allclose(together.logits[number][:9], alone.logits[:9], atol=1e-3)


def test_a_seed_fixes_its_choices() -> None:
    views = [core.seen_by(core.seat) for core in map(position, (0, 2, 20, 40))]
    tables = position(0).tables
    one, other = (
        [PatientChampion(seed=3, seconds=SECONDS).choose_id(tables, view[0]) for view in views]
        for _ in range(2)
    )
    assert one == other


def test_it_stops_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks: Iterator[int] = count()
    for module in (foresight, race):
        monkeypatch.setattr(module, "perf_counter", lambda: 1e12 + next(ticks))
    core = position(2)
    bot = ChampionBot(seed=1, seconds=10.0)
    bot.least_share = 1e-30
    bot.choose_id(core.tables, core.seen_by(core.seat)[0])
    assert 0 < bot.steps < 3 * race.BATCH
    assert next(ticks) == 2  # one look after the first batch of leaves, and one after that of deals


def test_without_other_candidates_it_searches_where_the_planner_disagrees() -> None:
    searched = []
    for steps in (14, 20):
        core = position(steps)
        view = core.seen_by(core.seat)[0]
        bot = PatientChampion(seed=4, seconds=SECONDS)
        bot.least_share = 1.0
        bot.choose_id(core.tables, view)
        own, planners = (
            kind(seed=4).choose_id(core.tables, view) for kind in (NeuralBot, PlannerBot)
        )
        assert (bot.steps > 0) == (own != planners)
        searched.append(bot.steps > 0)
    assert set(searched) == {False, True}


def test_several_cores_try_more_deals_in_the_same_time() -> None:
    core = position(22)
    view = core.seen_by(core.seat)[0]
    choices, steps = [], []
    for cores in (1, 2, 2):
        bot = PatientChampion(seed=3, seconds=SECONDS, cores=cores)
        bot.least_share = 1e-3
        choices.append(bot.choose_id(core.tables, view))
        steps.append(bot.steps)
        bot.close()
    assert choices[1] == choices[2]
    assert steps[1] == steps[2] > 1.9 * steps[0] > 0


def test_its_cores_are_part_of_its_name() -> None:
    board = load_board("london")
    assert can_play("champion:2", board, 2)
    assert not can_play("champion:2", board, 5)
    for name in ("champion:0", "champion:many", "champion:1000"):
        assert not can_play(name, board, 2)


@pytest.fixture
def nothing_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "FOLDER", tmp_path)


@pytest.mark.usefixtures("nothing_learned")
def test_without_a_network_it_says_so() -> None:
    core = position(0)
    assert not can_play("champion", load_board("london"), 2)
    with pytest.raises(BotError, match="its files are missing"):
        check_bot("champion", load_board("london"), 2)
    with pytest.raises(BotError, match="no network for this board"):
        ChampionBot().choose_id(core.tables, core.seen_by(core.seat)[0])


class Searcher(MctsBot):
    """What an expert is where nothing is known."""

    watches_clock = False
    steps_per_second = ChampionBot.steps_per_second

    def numbers(self, tables: Tables) -> Numbers:
        return bent(numbers_for(tables), character_of(self.seed))


@pytest.mark.usefixtures("nothing_learned")
def test_without_a_network_an_expert_is_the_search() -> None:
    assert can_play("expert", load_board("london"), 2)
    core = position(20)
    expert, searcher = PatientExpert(seed=2, seconds=SECONDS), Searcher(seed=2, seconds=SECONDS)
    choices = [bot.choose_id(core.tables, core.seen_by(core.seat)[0]) for bot in (expert, searcher)]
    assert choices[0] == choices[1]
    assert expert.steps == searcher.steps > 0


def test_with_a_network_an_expert_is_the_champion() -> None:
    core = position(20)
    view = core.seen_by(core.seat)
    bots = PatientExpert(seed=2, seconds=SECONDS), Searcher(seed=2, seconds=SECONDS)
    for bot in bots:
        bot.choose_id(core.tables, view[0])
    assert bots[0].steps != bots[1].steps


def test_what_the_network_believes_becomes_the_odds_of_tickets_for_all_cores() -> None:
    searches = np.zeros(2, SEARCH)
    searches["ticket_weights"] = 7.0
    believe(searches, np.array([[0.5, 0.8], [0.0, 1.0]]), seat=2, players=3)
    weights = searches["ticket_weights"]
    assert weights[:, 0, :2] == pytest.approx(np.array([[1.0, 4.0]] * 2))
    low, high = LIMITS
    bounded = [low / (1 - low), high / (1 - high)]
    assert weights[:, 1, :2] == pytest.approx(np.array([bounded] * 2))
    assert (weights[:, 2] == 7.0).all()
    assert (weights[:, :, 2:] == 7.0).all()
