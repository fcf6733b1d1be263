"""The coach, its warnings, and taking a move back."""

from pathlib import Path
from typing import Any

import pytest

from anden.boards import builtin_boards
from anden.bots import ask, make_bot
from anden.game import ClaimRoute, DrawBlind, Game, parse_action
from anden.game.progress import ticket_progress
from anden.locales import LANGUAGES
from anden.server.coach import _after_claim, ideas, warning

from .support import Device, Socket, quick_settings, serving


def played(board: str, players: int, seed: int, moves: int) -> Game:
    """So many moves of a game, and on to the next turn of the first seat."""
    game = Game(board, players, seed)
    bots = [make_bot("medium", seed + seat) for seat in range(players)]
    while len(game.moves) < moves or game.phase != "turn" or game.to_act != 0:
        seat = game.to_act
        assert seat is not None
        game.play(ask(bots[seat], game.view(seat)), seat)
    return game


@pytest.mark.parametrize("board", builtin_boards())
def test_the_coach_has_an_idea_in_every_position(board: str) -> None:
    game = Game(board, 2, 5)
    bots = [make_bot("medium", seat) for seat in range(2)]
    texts = set()
    while not game.is_over:
        seat = game.to_act
        assert seat is not None
        view = game.view(seat)
        for language in LANGUAGES:
            found = ideas(view, language)
            assert found
            assert all(idea["text"] and "{" not in idea["text"] for idea in found)
        assert parse_action(game.board, found[0]["action"]) in view.legal_actions()
        texts.add(found[0]["text"].split()[0])
        game.play(ask(bots[seat], view), seat)
    assert len(texts) >= 3


def test_points_before_the_plan_are_not_called_the_most_urgent() -> None:
    """Where a route of the plan could be claimed too, the coach says that it can wait."""
    told = [idea["text"] for idea in ideas(played("europe", 4, 12, 150).view(0), "en")]
    assert told[0].startswith("Claim Berlin – Frankfurt for its 4 points")
    assert "nothing more urgent" not in told[0]
    assert "you could already claim Essen – Frankfurt" in told[0]


def test_the_coach_knows_only_what_the_seat_knows() -> None:
    game = played("europe", 3, 8, 60)
    seat = game.to_act
    assert seat is not None
    told = ideas(game.view(seat), "en")
    other = game.view((seat + 1) % 3)
    assert ideas(other, "en") == []
    names = {game.board.ticket_name(t.index) for t in game.board.tickets}
    hidden = names - set(game.view(seat).tickets(seat))
    assert not any(f'"{name}"' in str(told) for name in hidden)


def test_a_claim_that_leaves_too_few_pieces_for_a_ticket_is_warned_of() -> None:
    view = played("usa", 2, 15, 40).view(0)
    assert view.phase == "turn"
    (ticket, needed), *_ = [
        (each, progress)
        for each in view.tickets(0)
        if (progress := ticket_progress(view, 0, each)).status == "open"
    ]
    view.state["pieces"][0] = needed.pieces + 1
    view.state["hand"][0, :3] = 6
    claims = [action for action in view.legal_actions() if isinstance(action, ClaimRoute)]
    longer = [
        claim
        for claim in claims
        if view.board.routes[view.board.find_route(claim.route)].length >= 3
        and claim.route not in needed.missing
    ]
    texts = {warning(view, claim, "en") for claim in longer}
    assert any(text and f"which needs {needed.pieces}" in text for text in texts), ticket
    on_the_way = [claim for claim in claims if claim.route in needed.missing]
    assert all(warning(view, claim, "en") is None for claim in on_the_way)


def test_the_coach_looks_ahead_by_the_rules() -> None:
    view = played("europe", 3, 8, 60).view(0)
    view.state["hand"][0, :9] = 8
    claims = [action for action in view.legal_actions() if isinstance(action, ClaimRoute)]
    assert any(view.board.routes[view.board.find_route(each.route)].is_tunnel for each in claims)
    for claim in claims:
        after, route = _after_claim(view, claim), view.board.find_route(claim.route)
        assert route in after.route_ids(0)
        assert view.pieces(0) - after.pieces(0) == view.board.routes[route].length
        assert (view.to_act, after.to_act) == (0, 1)


def test_drawing_in_the_last_turn_is_warned_of() -> None:
    view = played("usa", 2, 15, 40).view(0)
    view.state["last_turns"] = 2
    view.state["hand"][0, :3] = 6
    text = warning(view, DrawBlind(), "es")
    assert text is not None
    assert "último turno" in text
    view.state["last_turns"] = 0
    assert warning(view, DrawBlind(), "es") is None


def begun(device: Device, *bots: str) -> Socket:
    one = device.sit(device.create("usa", "here", *bots, start=True))
    one.wait(lambda: one.state["options"]["is_now"] or one.state["view"]["phase"] != "setup")
    return one


def keep(one: Socket) -> None:
    offer = one.state["options"]["keep"]["offer"]
    assert one.act(f"keep {', '.join(offer)}")["type"] == "ack"


def ask_coach(one: Socket, **more: Any) -> dict[str, Any]:
    one.send(type="coach", id="c", seat=one.state["seat"], **more)
    return one.expect("advice", "refused")


def test_advice_comes_over_the_socket_and_never_against_people(ana: Device, luis: Device) -> None:
    one = begun(ana, "greedy")
    advice = ask_coach(one)
    assert advice["ideas"][0]["action"].startswith("keep ")
    assert ask_coach(one, action="draw deck")["warning"] is None
    assert ask_coach(one, action="nonsense")["code"] == "action/unreadable"
    game_id = ana.create("usa", "here", "open")
    luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"]})
    ana.post(f"/games/{game_id}/start")
    assert ask_coach(ana.sit(game_id))["code"] == "coach/against-people"


def undo(one: Socket) -> dict[str, Any]:
    one.send(type="undo", id="u", seq=one.state["seq"], seat=one.state["seat"])
    return one.expect("ack", "refused")


def test_a_claim_is_taken_back_until_a_hidden_card_is_seen(tmp_path: Path) -> None:
    # The bot thinks for a while, so that there is time to regret.
    with serving(quick_settings(tmp_path, pace_scale=0.0)) as server:
        ana = Device(server.url)
        one = ana.sit(ana.create("usa", "here", "greedy", start=True))
        keep(one)
        one.wait(
            lambda: (
                one.state["options"] is not None
                and one.state["options"]["routes"] != {}
                and one.state["options"]["is_now"]
                and one.state["view"]["phase"] == "turn"
            )
        )
        before = one.state
        assert one.act("draw deck")["type"] == "ack"
        one.wait(lambda: one.state["seq"] > before["seq"])
        assert not one.state["can_undo"]
        assert undo(one)["code"] == "undo/too-late"
        ana.close()


def test_undo_restores_the_state_and_survives_a_restart(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path, pace_scale=100.0)
    with serving(settings) as server:
        ana = Device(server.url)
        game_id = ana.create("usa", "here", "greedy", start=True)
        one = ana.sit(game_id)
        before = one.state["view"]["own"]["offer"]
        keep(one)
        one.wait(lambda: one.state["view"]["seats"][0]["has_chosen"])
        assert one.state["can_undo"]
        assert undo(one)["type"] == "ack"
        one.wait(lambda: not one.state["view"]["seats"][0]["has_chosen"])
        assert one.state["view"]["own"]["offer"] == before
        assert one.state["first_event"] == 0
        assert one.state["events"] == []
        key = ana.key
        ana.close()
    with serving(settings) as server:
        ana = Device(server.url)
        ana.key = key
        one = ana.sit(game_id)
        assert one.state["seq"] == 0
        keep(one)
        ana.close()


def test_nobody_takes_back_a_move_against_people(ana: Device, luis: Device) -> None:
    game_id = ana.create("usa", "here", "open")
    luis.post("/join", {"code": ana.get(f"/games/{game_id}")["invite"]})
    ana.post(f"/games/{game_id}/start")
    one = ana.sit(game_id)
    keep(one)
    one.wait(lambda: one.state["view"]["seats"][0]["has_chosen"])
    assert not one.state["can_undo"]
    assert undo(one)["code"] == "undo/too-late"
