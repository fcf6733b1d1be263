"""Who is shown what: hot-seat, spectators, and coming back."""

from tests.server.support import Device, catch_up, is_to_act, play_on


def test_nothing_is_shown_at_a_hot_seat_until_it_is_asked_for(ana: Device) -> None:
    game_id = ana.create("europe", "here", "here", "random", start=True)
    table = ana.sit(game_id)
    assert table.welcome["held"] == [0, 1]
    assert table.welcome["shown"] is None
    table.wait(lambda: table.state)
    assert table.state["seat"] is None
    assert table.state["view"]["own"] is None
    assert table.state["options"] is None


def test_hot_seat_shows_one_seat_at_a_time(ana: Device) -> None:
    game_id = ana.create("europe", "here", "here", start=True)
    table = ana.sit(game_id)
    offers = []
    for seat in (0, 1):
        table.send(type="show", seat=seat)
        table.wait(lambda seat=seat: table.state and table.state["seat"] == seat)
        offers.append(tuple(t["ticket"] for t in table.state["view"]["own"]["offer"]))
        other = 1 - seat
        assert table.act("draw deck", other)["code"] == "seat/not-shown"
        table.send(type="why", id="w", seat=other, action="draw deck")
        assert table.expect("refused")["code"] == "seat/not-shown"
        table.send(type="show", seat=None)
        table.wait(lambda: table.state["seat"] is None)
    assert offers[0] != offers[1]
    assert table.state["view"]["own"] is None


def test_hot_seat_game_is_played_on_one_connection(ana: Device) -> None:
    game_id = ana.create("london", "here", "here", start=True)
    table = ana.sit(game_id)
    table.wait(lambda: table.state)
    while table.over is None:
        seat = table.state["view"]["to_act"]
        if table.state["seat"] != seat or not is_to_act(table):
            table.send(type="show", seat=seat, since=table.state["first_event"])
            table.wait(lambda seat=seat: table.state["seat"] == seat and is_to_act(table))
        table.act_once()
        catch_up(table)
    assert table.game["status"] == "over"


def test_own_drawn_card_is_told_and_to_others_is_not(ana: Device) -> None:
    game_id = ana.create("london", "here", "here", start=True)
    table = ana.sit(game_id)
    for seat in (0, 1):
        table.send(type="show", seat=seat)
        table.wait(lambda seat=seat: table.state and table.state["seat"] == seat)
        table.act_once()
    mover = table.state["view"]["to_act"]
    table.send(type="show", seat=mover)
    table.wait(lambda: table.state["seat"] == mover and is_to_act(table))
    table.act("draw deck")
    colours = {}
    for seat in (mover, 1 - mover):
        table.send(type="show", seat=seat, since=0)
        table.wait(lambda seat=seat: table.state["seat"] == seat and table.state["events"])
        (drawn,) = (e for e in table.state["events"] if e["event"] == "card_drawn")
        colours[seat] = drawn["colour"]
    assert colours[mover] is not None
    assert colours[1 - mover] is None


def test_spectator_sees_only_what_is_public(ana: Device, luis: Device) -> None:
    game_id = ana.create("europe", "here", "greedy", start=True)
    luis.post("/watch", {"code": ana.get(f"/games/{game_id}")["watch"]})
    player, spectator = ana.sit(game_id), luis.sit(game_id)
    play_on(player, until=30)
    catch_up(spectator)
    assert spectator.welcome["held"] == []
    assert spectator.game["invite"] is None
    for state in (m for m in spectator.seen if m["type"] == "state"):
        assert state["view"]["own"] is None
        assert state["options"] is None
        assert all(seat["tickets"] is None for seat in state["view"]["seats"])
        for event in state["events"]:
            if event["event"] == "card_drawn":
                assert event["colour"] is None
            if event["event"] in ("tickets_drawn", "tickets_kept"):
                assert event["tickets"] is None
    assert spectator.act("draw deck", 0)["code"] == "seat/not-yours"


def test_reload_in_the_middle_brings_everything_back(ana: Device) -> None:
    game_id = ana.create("usa", "here", "greedy", start=True)
    table = ana.sit(game_id)
    play_on(table, until=20)
    table.wait(lambda: is_to_act(table))
    state = table.state
    num_events = state["first_event"] + len(state["events"])
    table.close()
    again = ana.sit(game_id)
    again.wait(lambda: again.state)
    for key in ("seq", "seat", "view", "options"):
        assert again.state[key] == state[key]
    assert [event["number"] for event in again.state["events"]] == list(range(num_events))
    short = ana.sit(game_id, since=num_events - 3)
    short.wait(lambda: short.state)
    assert short.state["events"] == again.state["events"][-3:]


def test_others_see_who_is_there(ana: Device, luis: Device) -> None:
    game_id = ana.create("usa", "here", "open")
    luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"]})
    host = ana.sit(game_id)
    host.wait(lambda: not host.game["seats"][1]["is_present"])
    guest = luis.sit(game_id)
    host.wait(lambda: host.game["seats"][1]["is_present"])
    guest.close()
    host.wait(lambda: not host.game["seats"][1]["is_present"])


def test_changes_in_the_lobby_reach_everybody(ana: Device, luis: Device) -> None:
    game_id = ana.create("usa", "here", "open")
    host = ana.sit(game_id)
    luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"], "name": "Luis"})
    host.wait(lambda: host.game["seats"][1]["name"] == "Luis")
    assert host.game["can_start"]
    ana.post(f"/games/{game_id}/start")
    host.wait(lambda: host.state)
    assert host.state["seat"] == 0


def test_guest_who_is_shut_out_sees_no_hand_any_more(ana: Device, luis: Device) -> None:
    game_id = ana.create("usa", "here", "open")
    luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"]})
    guest = luis.sit(game_id)
    assert guest.welcome["shown"] == 1
    ana.patch(f"/games/{game_id}/seats/1", {"kind": "bot", "bot": "random"})
    ana.post(f"/games/{game_id}/start")
    guest.wait(lambda: guest.state)
    assert guest.state["seat"] is None
    assert guest.state["view"]["own"] is None
