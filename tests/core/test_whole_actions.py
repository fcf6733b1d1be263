"""A claim and its payment are one action, whoever joins them."""

from typing import Any

from anden.core import WholeActions, choose_rest, choose_whole, is_unpaid
from anden.kernel.actions import CLAIM, DRAW_DECK, PAY, STATION
from tests.support import Table


def table_that_can_claim() -> Table:
    return Table("europe").keep_all().give(0, red=4, wild=2).take_seat(0)


def test_routes_and_stations_have_yet_to_be_paid_for() -> None:
    assert is_unpaid(CLAIM)
    assert is_unpaid(STATION + 3)
    assert not is_unpaid(DRAW_DECK)
    assert not is_unpaid(PAY)


def test_decisions_are_joined_with_the_state_before_the_first() -> None:
    table, actions = table_that_can_claim(), WholeActions()
    claim, pay = table.action("claim paris-dieppe"), None
    before = table.state.tobytes()
    assert actions.is_between
    assert actions.add(table.state, claim) is None
    assert not actions.is_between
    assert table.core.step(claim)
    pay = table.core.legal_ids()[0]
    whole = actions.add(table.state, pay)
    assert whole is not None
    assert whole[0].tobytes() == before
    assert whole[1] == [claim, pay]
    assert actions.is_between


def test_a_decision_that_is_whole_comes_back_at_once() -> None:
    table, actions = table_that_can_claim(), WholeActions()
    whole = actions.add(table.state, DRAW_DECK)
    assert whole is not None
    assert whole[1] == [DRAW_DECK]
    assert actions.is_between


def test_choosing_a_route_is_followed_by_its_payment_on_records_of_its_own() -> None:
    table = table_that_can_claim()
    claim, asked = table.action("claim paris-dieppe"), []
    before = table.state.tobytes()

    def choose(tables: Any, state: Any) -> int:
        asked.append(int(state["route"]))
        state["score"] = 99  # what it was given is its own
        return claim if len(asked) == 1 else PAY

    assert choose_whole(table.tables, table.state, choose) == [claim, PAY]
    assert asked == [-1, claim - CLAIM]
    assert table.state.tobytes() == before


def test_of_an_action_that_is_begun_only_the_payment_is_chosen() -> None:
    table = table_that_can_claim()
    claim, asked = table.action("claim paris-dieppe"), []
    before = table.state.tobytes()

    def choose(tables: Any, state: Any) -> int:
        asked.append(int(state["route"]))
        return PAY

    assert choose_rest(table.tables, table.state, DRAW_DECK, choose) == [DRAW_DECK]
    assert choose_rest(table.tables, table.state, claim, choose) == [claim, PAY]
    assert asked == [claim - CLAIM]
    assert table.state.tobytes() == before
