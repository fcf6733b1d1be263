"""Actions over the socket: stored once, played once, refused with a reason."""

import json
import threading
from typing import Any

import pytest

import anden.game.game as game_module
from anden.boards import load_board
from anden.server.settings import PROTOCOL
from tests.server.support import Device, Socket, catch_up, close_code, first_action, open_socket


def two_seats(ana: Device, luis: Device) -> tuple[Socket, Socket]:
    """Both have chosen their tickets; the one to act comes first."""
    game_id = ana.create("usa", "here", "open")
    luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"]})
    ana.post(f"/games/{game_id}/start")
    tables = ana.sit(game_id), luis.sit(game_id)
    for table in tables:
        table.wait(lambda table=table: table.state)
        table.act_once()
    for table in tables:
        table.wait(lambda table=table: table.state["view"]["phase"] == "turn")
    first = tables[0].state["view"]["to_act"]
    return tables[first], tables[1 - first]


def test_action_is_acknowledged_with_the_number_of_its_state(ana: Device, luis: Device) -> None:
    mover, other = two_seats(ana, luis)
    assert mover.act("draw deck") | {"id": ""} == {"type": "ack", "id": "", "seq": 3}
    other.wait(lambda: other.state["seq"] == 3)


def test_an_accepted_action_is_parsed_once_and_judged_once(
    ana: Device, luis: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover, other = two_seats(ana, luis)
    catch_up(other)
    calls = []
    for name in ("parse_action", "why_not"):
        function = getattr(game_module, name)

        def noted(*args: Any, name: str = name, function: Any = function) -> Any:
            calls.append(name)
            return function(*args)

        monkeypatch.setattr(game_module, name, noted)
    assert mover.act("draw deck")["type"] == "ack"
    catch_up(other)
    assert sorted(calls) == ["parse_action", "why_not"]


def test_names_are_read_leniently_and_stored_in_one_spelling(ana: Device, luis: Device) -> None:
    mover, _ = two_seats(ana, luis)
    assert mover.act("DRAW   Deck")["type"] == "ack"


def test_same_id_again_is_acknowledged_and_not_played_again(ana: Device, luis: Device) -> None:
    mover, other = two_seats(ana, luis)
    seq = mover.state["seq"]
    answers = [mover.act("draw deck", id="same", seq=seq) for _ in range(3)]
    assert [answer["type"] for answer in answers] == ["ack"] * 3
    assert {answer["seq"] for answer in answers} == {seq + 1}
    catch_up(other)
    assert other.state["seq"] == seq + 1


def test_click_on_a_stale_board_is_refused(ana: Device, luis: Device) -> None:
    mover, _ = two_seats(ana, luis)
    seq = mover.state["seq"]
    mover.act("draw deck")
    refused = mover.act("draw deck", seq=seq)
    assert refused["code"] == "action/stale"
    assert refused["seq"] == seq + 1
    assert mover.act("draw deck", seq=seq + 7)["code"] == "action/stale"
    assert mover.act("draw deck", seq=seq + 1)["type"] == "ack"


def test_of_two_clicks_at_once_exactly_one_counts(ana: Device, luis: Device) -> None:
    mover, _ = two_seats(ana, luis)
    twins = [mover.device.sit(mover.game["id"]) for _ in range(6)]
    for twin in twins:
        twin.wait(lambda twin=twin: twin.state)
    answers: list[dict[str, Any]] = []
    barrier = threading.Barrier(len(twins))

    def click(twin: Socket) -> None:
        barrier.wait()
        answers.append(twin.act("draw deck"))

    threads = [threading.Thread(target=click, args=(twin,)) for twin in twins]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer["type"] for answer in answers) == ["ack"] + ["refused"] * 5
    codes = {answer["code"] for answer in answers if answer["type"] == "refused"}
    assert codes == {"action/stale"}
    catch_up(mover)
    assert mover.state["seq"] == 3


def test_everybody_chooses_dealt_tickets_at_the_same_time(ana: Device, luis: Device) -> None:
    game_id = ana.create("usa", "here", "open")
    luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"]})
    ana.post(f"/games/{game_id}/start")
    tables = ana.sit(game_id), luis.sit(game_id)
    for table in tables:
        table.wait(lambda table=table: table.state)
    choices = [first_action(table.state["options"]) for table in tables]
    # The second has not seen the choice of the first, and need not have.
    assert tables[1].act(choices[1], seq=0)["type"] == "ack"
    assert tables[0].act(choices[0], seq=0)["type"] == "ack"
    assert tables[0].act(choices[0], seq=0)["code"] == "action/stale"


def test_seat_of_somebody_else_cannot_be_played(ana: Device, luis: Device) -> None:
    mover, other = two_seats(ana, luis)
    seat = mover.state["seat"]
    catch_up(other)
    assert other.act("draw deck", seat)["code"] == "seat/not-yours"
    assert other.act("draw deck")["code"] == "action/not-your-turn"
    other.send(type="show", seat=seat)
    assert other.expect("refused")["code"] == "seat/not-yours"
    other.send(type="why", id="w", seat=seat, action="draw deck")
    assert other.expect("refused")["code"] == "seat/not-yours"


def test_illegal_action_is_refused_with_reason_rule_and_text(ana: Device, luis: Device) -> None:
    mover, _ = two_seats(ana, luis)
    refused = mover.act("claim duluth-helena with 6 wild")  # nobody is dealt six cards
    assert refused["code"] == "action/illegal"
    assert refused["rule"] == "C16"
    assert refused["text"]
    assert mover.act("fly to the moon")["code"] == "action/unreadable"


def test_why_answers_in_the_language_of_the_client(ana: Device, luis: Device) -> None:
    mover, other = two_seats(ana, luis)
    for table in (mover, other):  # who waits is told as if it were its turn
        seat = table.state["seat"]
        table.send(type="why", id="w1", seat=seat, action="pass")
        english = table.expect("reason")
        table.send(type="language", language="es")
        table.send(type="why", id="w2", seat=seat, action="pass")
        spanish = table.expect("reason")
        assert english["rule"] == spanish["rule"] == "C5"
        assert english["text"] != spanish["text"]
        assert not english["is_legal"]
    mover.send(type="why", id="w3", seat=mover.state["seat"], action="draw deck")
    assert mover.expect("reason")["is_legal"]


def test_reasons_are_told_when_they_are_asked_for(ana: Device, luis: Device) -> None:
    mover, other = two_seats(ana, luis)
    for table in (mover, other):
        seat = table.state["seat"]
        assert "blocked" not in table.state["options"]
        table.send(type="reasons", id="r1", seat=seat)
        told = table.expect("reasons")
        assert (told["id"], told["seq"]) == ("r1", table.state["seq"])
        routes = table.state["options"]["routes"]
        assert set(told["blocked"]) == set(route_names()) - set(routes)
        name, reason = next(iter(told["blocked"].items()))
        action = f"claim {name} with 6 wild"
        table.send(type="why", id="w1", seat=seat, action=action)
        assert table.expect("reason")["rule"] == reason["rule"]
        table.send(type="reasons", id="r2", seat=1 - seat)
        assert table.expect("refused")["code"] == "seat/not-yours"


def route_names() -> list[str]:
    board = load_board("usa")
    return [board.route_name(route.index) for route in board.routes]


def test_events_come_once_and_in_order(ana: Device, luis: Device) -> None:
    mover, other = two_seats(ana, luis)
    mover.act("draw deck")
    mover.act("draw deck", seq=3)
    catch_up(mover, other)
    for table in (mover, other):
        states = [m for m in table.seen if m["type"] == "state"]
        numbers = [event["number"] for state in states for event in state["events"]]
        assert numbers == list(range(len(numbers)))
    drawn = [e for m in other.seen if m["type"] == "state" for e in m["events"]][-1]
    assert drawn["event"] == "card_drawn"
    assert drawn["colour"] is None
    assert drawn["seq"] == 4


@pytest.mark.parametrize(
    ("hello", "code", "close"),
    [
        ({"type": "ping"}, "hello/expected", 4000),
        ({"type": "hello", "protocol": 99, "game": "X"}, "protocol/unsupported", 4000),
        ({"type": "hello", "protocol": PROTOCOL, "game": "X"}, "game/not-found", 4004),
        ({"type": "hello", "protocol": PROTOCOL, "game": "X", "show": -1}, "frame/garbage", 4000),
        ({"hello": "there"}, "frame/garbage", 4000),
    ],
)
def test_bad_greeting_is_refused_and_closed(
    ana: Device, hello: dict[str, Any], code: str, close: int
) -> None:
    with open_socket(ana.url) as raw:
        raw.send(json.dumps(hello))
        assert json.loads(raw.recv(timeout=5))["code"] == code
        assert close_code(raw) == close


def test_second_hello_is_refused(ana: Device, luis: Device) -> None:
    mover, _ = two_seats(ana, luis)
    mover.send(type="hello", protocol=PROTOCOL, game=mover.game["id"])
    assert mover.expect("refused")["code"] == "hello/expected"
