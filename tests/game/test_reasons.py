"""Every refusal says why, in both languages, and cites a rule."""

import pickle

import pytest

from anden.game import Game, IllegalActionError
from anden.game.reasons import _REASONS
from anden.locales import LANGUAGES, texts

from .reason_cases import TURN_CASES, Case
from .route_cases import ROUTE_CASES
from .support import rule_ids

CASES = [*TURN_CASES, *ROUTE_CASES]

# Reasons of the kernel that no typed action can meet.
UNREACHABLE = {
    "no_such_action",  # names are looked up first, and unknown ones are no notation
    "pay_first",  # a claim or station and its payment are one action here
    "bad_mix",  # a price below the wilds named is a wrong total
}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_reason_reads_right(case: Case) -> None:
    reason = case.game().why_not(case.action)
    assert reason is not None
    assert (reason.name, reason.text(), reason.rule) == (case.name, case.text, case.rule)
    assert str(reason) == f"{case.text} (rule {case.rule})"
    assert case.rule in rule_ids()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_refused_action_changes_nothing(case: Case) -> None:
    game = case.game()
    before = game.digest
    with pytest.raises(IllegalActionError) as caught:
        game.play(case.action)
    assert case.text in str(caught.value)
    assert case.action in str(caught.value)
    assert game.digest == before
    assert not game.moves


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_said_in_every_language(language: str) -> None:
    said = set()
    for case in CASES:
        reason = case.game().why_not(case.action)
        assert reason is not None
        said.add(reason.text(language))
    assert len(said) >= len({case.name for case in CASES})
    assert not any("{" in text for text in said)


def test_every_reason_can_be_met_or_is_known_not_to() -> None:
    names = {name for name, _ in _REASONS.values()} | {"too_few_of_one_colour"}
    assert {case.name for case in CASES} == names - UNREACHABLE
    assert {f"reason.{name}" for name in names} == {
        key for key in texts("en") if key.startswith("reason.")
    }


def test_every_usual_rule_is_one_of_the_rules() -> None:
    assert {rule for _, rule in _REASONS.values()} <= rule_ids()


def test_a_refusal_survives_pickling() -> None:
    game = Game("usa", 2, 1)
    with pytest.raises(IllegalActionError) as caught:
        game.play("pass")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(copy, IllegalActionError)
    assert str(copy) == str(caught.value)
    assert copy.reason == caught.value.reason
