"""Seats know their own things and what lies on the table, nothing else."""

from random import Random

import pytest

from anden.game import Game, View
from anden.game.events import CardDrawn, Event, TicketsDrawn, TicketsKept

from .support import MATCHES, choose, played, walk


def check_view(game: Game, view: View) -> None:
    position = game.position
    for seat in range(game.players):
        own = seat == view.seat
        assert view.hand(seat) == (position.hand(seat) if own else {})
        assert view.offer(seat) == (position.offer(seat) if own else ())
        assert view.tickets(seat) == (position.tickets(seat) if own or game.is_over else ())
        for public in ("hand_size", "ticket_count", "pieces", "score", "routes", "known"):
            assert getattr(view, public)(seat) == getattr(position, public)(seat)
    for hidden in ("seed", "luck", "ticket_pool", "deck"):
        assert not view.state[hidden].any()
    for public in ("row", "deck_size", "discards", "tickets_left", "tunnel", "turn", "last_turns"):
        assert getattr(view, public) == getattr(position, public)


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_a_view_holds_only_what_its_seat_may_know(name: str, players: int) -> None:
    luck = Random(players)
    for game in walk(Game(name, players, players + 20), luck):
        if game.phase == "setup" or game.is_over or luck.random() < 0.2:
            before = game.digest
            for seat in (None, *range(players)):
                check_view(game, game.view(seat))
            assert game.digest == before


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_a_view_offers_actions_to_who_may_act(name: str, players: int) -> None:
    for game in walk(Game(name, players, players + 30), Random(players)):
        for seat in range(players):
            assert game.view(seat).legal_actions() == game.legal_actions(seat)
        assert game.view(None).legal_actions() == []
        to_act = [seat for seat in range(players) if game.legal_actions(seat)]
        if game.phase == "setup":
            expected = [seat for seat in range(players) if not game.position.has_chosen(seat)]
            assert to_act == expected
        else:
            assert to_act == ([] if game.to_act is None else [game.to_act])


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_games_can_be_played_from_views_alone(name: str, players: int) -> None:
    game, luck = Game(name, players, 7), Random(7)
    while game.to_act is not None:
        game.play(choose(luck, game.view(game.to_act).legal_actions()))
    assert game.is_over


def secrets(event: Event) -> list[object]:
    match event:
        case CardDrawn():
            return [event.colour]
        case TicketsDrawn():
            return [event.tickets]
        case TicketsKept():
            return [event.tickets, event.count] if event.at_deal else [event.tickets]
        case _:
            return []


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_events_show_secrets_to_their_owner_only(name: str, players: int) -> None:
    game = played(name, players, 40)
    for seat in (None, *range(players)):
        seen = game.events_for(seat)
        assert len(seen) == len(game.events)
        for event, told in zip(game.events, seen, strict=True):
            assert type(told) is type(event)
            if secrets(event) and getattr(event, "seat", None) != seat:
                assert secrets(told) == [None] * len(secrets(event))
                assert told != event
            else:
                assert told == event


def test_how_many_were_kept_shows_when_tickets_are_drawn_but_not_at_the_deal() -> None:
    game = Game("usa", 2, 1, first=0)
    for _ in range(2):
        game.play(game.legal_actions()[0])
    game.play("draw tickets")
    kept = game.position.offer(0)[0]
    game.play(f"keep {kept}")
    told = [event for event in game.events_for(1) if isinstance(event, TicketsKept)]
    assert told == [
        TicketsKept(0, None, None, at_deal=True),
        TicketsKept(1, 2, game.position.tickets(1), at_deal=True),
        TicketsKept(0, 1, None, at_deal=False),
    ]


def test_events_can_be_asked_for_from_a_number_on() -> None:
    game = played("london", 2, 1, 20)
    whole = game.events_for(1)
    assert game.events_for(1, start=7) == whole[7:]
    assert game.events_for(1, start=len(whole)) == ()


def test_playing_tells_the_events_it_adds() -> None:
    game = Game("europe", 2, 3)
    told: list[Event] = []
    luck = Random(3)
    while not game.is_over:
        told += game.play(choose(luck, game.legal_actions()))
    assert tuple(told) == game.events
