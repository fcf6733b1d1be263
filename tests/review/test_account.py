"""The account adds up, its parts are what they say, and the work can be stopped anywhere."""

import hashlib
import json
from typing import Any

import numpy as np
import pytest

from anden.boards import load_board
from anden.bots.policy import PolicyNetwork
from anden.bots.weights import load_weights, weights_path
from anden.game import Game, RecordError, read_record, write_record
from anden.review import Evaluator, ReviewError, ReviewJob, Values, Whole, evaluator, review_of
from anden.review.evaluator import ON_ITS_OWN
from anden.review.level import measured_levels
from anden.review.opening import opening_shares
from tests.review.support import LOW, played, reviewed

pytestmark = pytest.mark.compiled_only

TABLES = [("london", 2, 0), ("london", 3, 2), ("europe", 2, 1)]


@pytest.mark.parametrize(("board", "players", "seat"), TABLES)
def test_result_less_start_is_the_sum_of_its_parts(board: str, players: int, seat: int) -> None:
    told = reviewed(board, players, seat=seat).as_json()
    parts = sum(told[name] for name in ("luck", "decisions", "others", "rest"))
    assert told["result"] - told["start"] == pytest.approx(parts, abs=1e-6)
    assert abs(told["rest"]) < 3 * told["rest_se"] + 0.02
    assert told["decisions"] == pytest.approx(sum(move["gain"] for move in told["moves"]))
    assert told["luck"] == pytest.approx(sum(event["luck"] for event in told["chance"]))


@pytest.mark.parametrize(("board", "players"), [("london", 2), ("usa", 3)])
def test_the_places_at_a_table_share_one_win(board: str, players: int) -> None:
    evaluator = Evaluator(load_board(board), players)
    shares = [opening_shares(evaluator, place, 40) for place in range(players)]
    assert np.sum(shares, axis=0) == pytest.approx(1)
    assert all(0 < share.mean() < 1 for share in shares)


def test_a_review_is_one_json_object_with_every_own_move() -> None:
    record = played("london")
    told = json.loads(json.dumps(reviewed("london").as_json()))
    own = [(n, move.action) for n, move in enumerate(record.moves, 1) if move.seat == 0]
    assert [(move["number"], move["action"]) for move in told["moves"]] == own
    for move in told["moves"]:
        assert 0 <= move["value"] <= 1
        assert move["kind"] in ("forced", "good", "inaccuracy", "mistake", "blunder")
        is_shown = move["kind"] not in ("forced", "good")
        assert is_shown == (move["loss"] > 2 * move["loss_se"] and move["loss"] >= 0.02)
        if move["best"] == move["action"]:
            assert move["loss"] == 0
    shown = [move for move in told["moves"] if move["kind"] not in ("forced", "good")]
    assert shown
    for move in shown:
        options = {option["action"]: option for option in move["options"]}
        assert {move["best"], move["action"]} <= set(options)
        assert (options[move["best"]]["loss"], options[move["best"]]["kind"]) == (0, "good")
        own_move = options[move["action"]]
        assert own_move["loss"] == pytest.approx(move["loss"], abs=1e-6)
        assert own_move["kind"] == move["kind"]
    assert told["curve"][-1] == {
        "number": len(record.moves),
        "value": told["result"],
        "value_se": 0,
    }


def test_options_are_graded_on_deals_that_did_not_choose_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Deals that chose are never those that measure: nothing is flattered by having been picked."""
    asked: list[tuple[list[Whole], set[int]]] = []
    values = Evaluator.values

    def noted(self: Evaluator, views: Any, seat: int, *wholes: Any, **options: Any) -> Values:
        first = options.get("first_deal", 0)
        assert not options.get("is_judged"), "a mistake is played out"
        asked.append((wholes[0], set(range(first, first + options["deals"]))))
        return values(self, views, seat, *wholes, **options)

    job = ReviewJob(played("london"), 0, LOW)
    monkeypatch.setattr(Evaluator, "values", noted)
    for piece in [piece for piece in job.pieces if piece.key.startswith("d")][:6]:
        asked.clear()
        found = piece.work()
        (all_of_them, glance), (_, look), *measured = asked
        assert len(all_of_them) >= 2
        assert not glance & look
        assert all(not deals & (glance | look) for _, deals in measured)
        assert ON_ITS_OWN in measured[0][0]
        options = {whole for wholes, _ in measured for whole in wholes} - {ON_ITS_OWN}
        assert len(options) == len(found["options"])
        for option in options:  # no deal counts twice
            counted = [deals for wholes, deals in measured if option in wholes]
            assert len(set().union(*counted)) == sum(map(len, counted))


def test_luck_is_counted_from_a_start_that_has_an_error_of_its_own() -> None:
    told = reviewed("london").as_json()
    deal = told["chance"][0]
    assert deal["event"] == "deal"
    assert deal["luck_se"] > told["start_se"] > 0
    assert told["luck_se"] > told["start_se"]


def test_the_evaluator_is_named_by_the_weights_that_it_judges_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was found with other weights is not taken up as if it were of these."""
    record = played("london")
    job = ReviewJob(record, 0, LOW)
    assert job.evaluator.version == ReviewJob(record, 1, LOW).evaluator.version
    arrays = load_weights(weights_path("london"))
    changed = {name: array + 1 if name == "head.bias" else array for name, array in arrays.items()}
    monkeypatch.setattr(evaluator, "network_for", lambda *_: PolicyNetwork(changed))
    other = ReviewJob(record, 0, LOW)
    assert other.evaluator.version != job.evaluator.version
    assert other.key != job.key


def test_a_networks_digest_follows_from_all_its_numbers() -> None:
    arrays = load_weights(weights_path("london"))
    one = PolicyNetwork(arrays).digest
    assert PolicyNetwork(dict(arrays)).digest == one
    name = next(name for name in arrays if name.endswith("bias"))
    changed = arrays[name].copy()
    changed[0] += 1
    assert PolicyNetwork(arrays | {name: changed}).digest != one


def test_work_that_was_stopped_goes_on_where_it_was() -> None:
    record = played("london")
    job = ReviewJob(record, 0, LOW)
    for progress in job.run():
        if progress > 0.4:
            break
    kept = json.loads(json.dumps(job.found))
    later = ReviewJob(record, 0, LOW, kept)
    assert later.progress == job.progress > 0.4
    assert later.key == job.key
    assert review_of(later).as_json() == reviewed("london").as_json()


def test_the_curve_is_there_before_anything_is_judged() -> None:
    job = ReviewJob(played("london"), 0, LOW)
    for _ in job.run():
        if any(key.startswith("d") for key in job.found):
            break
    assert len(job.curve()) == len(reviewed("london").curve)
    assert job.progress < 0.3


def test_a_game_of_two_is_set_against_the_levels_of_bots() -> None:
    told = reviewed("london").as_json()
    levels = measured_levels()["london"]["2"]
    assert set(levels) == {"easy", "medium", "hard", "expert"}
    nearest = min(levels, key=lambda level: abs(levels[level][0] - told["loss_per_decision"]))
    assert told["plays_like"]["name"] == nearest
    assert [told["plays_like"]["loss"], told["plays_like"]["loss_se"]] == levels[nearest]
    for board, largest in (("usa", 5), ("europe", 5), ("london", 4)):
        tables = measured_levels()[board]
        assert list(tables) == [str(players) for players in range(2, largest + 1)]
        for table in tables.values():
            assert table["easy"][0] > table["expert"][0]
            assert all(error > 0 for _, error in table.values())


def test_seats_that_do_not_exist_unfinished_games_and_absurd_efforts_are_refused() -> None:
    record = played("london")
    for seat in (-1, 2):
        with pytest.raises(ReviewError, match="seats are 0 to 1"):
            ReviewJob(record, seat)
    with pytest.raises(ReviewError, match="the effort must be from"):
        ReviewJob(record, 0, 1e6)
    text = write_record(record)
    with pytest.raises(RecordError, match="damaged"):
        read_record(text.replace("draw", "drew", 1))
    with pytest.raises(RecordError, match="rules"):
        read_record(resealed(text.replace("ruleset 1", "ruleset 99")))


def test_a_game_that_is_not_over_is_refused() -> None:

    game = Game("london", seed=1)
    game.play(game.legal_actions()[0])
    with pytest.raises(ReviewError, match="not over after 1 moves"):
        ReviewJob(game.record(), 0)


def resealed(text: str) -> str:
    """With a checksum that fits."""

    body = text[: text.rindex("checksum ")]
    return f"{body}checksum {hashlib.sha256(body.encode()).hexdigest()}\n"
