"""What is offered can be played, what is refused changes nothing, and both agree."""

from collections.abc import Iterator
from random import Random

import pytest

from anden.boards import Board
from anden.game import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawCard,
    DrawTickets,
    Game,
    IllegalActionError,
    KeepTickets,
    Pass,
    Payment,
    PayTunnel,
    Position,
    Withdraw,
)

from .support import BOARDS, MATCHES, played, rule_ids, walk


def any_payment(board: Board, luck: Random) -> Payment:
    colour = luck.choice(board.cards.colours).id
    cards, wilds = luck.randrange(5), luck.randrange(4)
    return Payment(colour, cards, wilds) if cards else Payment(None, 0, wilds + 1)


def any_actions(position: Position, luck: Random) -> Iterator[Action]:
    """Actions of every kind, legal or not."""
    board = position.board
    colours = [*(colour.id for colour in board.cards.colours), "wild"]
    yield from (DrawCard(luck.choice(colours)), DrawBlind(), DrawTickets(), Pass(), Withdraw())
    route = luck.choice(board.routes)
    yield ClaimRoute(board.route_name(route.index), any_payment(board, luck))
    for payment in position.route_payments(route.index)[:2]:
        yield ClaimRoute(board.route_name(route.index), payment)
    yield BuildStation(luck.choice(board.cities).id, any_payment(board, luck))
    yield PayTunnel(any_payment(board, luck))
    tickets = [board.ticket_name(ticket.index) for ticket in luck.sample(board.tickets, 2)]
    offer = position.offer(int(position.state["seat"]))
    yield KeepTickets(tuple(tickets))
    yield KeepTickets((tickets[0], *(ticket for ticket in offer if ticket != tickets[0])))
    if offer:
        yield KeepTickets(tuple(luck.sample(offer, luck.randint(1, len(offer)))))


def as_choice(action: Action) -> Action | frozenset[str]:
    """Tickets may be named in any order."""
    return frozenset(action.tickets) if isinstance(action, KeepTickets) else action


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_an_action_is_refused_just_if_it_is_not_offered(name: str, players: int) -> None:
    luck = Random(players)
    ids = rule_ids()
    reasons = set()
    for game in walk(Game(name, players, players + 10), luck):
        legal = {as_choice(action) for action in game.legal_actions()}
        assert bool(legal) != game.is_over
        for action in any_actions(game.position, luck):
            reason = game.why_not(action)
            assert (reason is None) == (as_choice(action) in legal), (action, reason)
            if reason is not None:
                assert reason.rule in ids
                assert "{" not in reason.text()
                reasons.add(reason.name)
                check_refused(game, action)
    assert len(reasons) >= 12


def check_refused(game: Game, action: Action) -> None:
    digest, events, moves = game.digest, game.events, game.moves
    with pytest.raises(IllegalActionError) as caught:
        game.play(action)
    assert caught.value.reason == game.why_not(action)
    assert str(caught.value) == f"can't {action}: {caught.value.reason}"
    assert (game.digest, game.events, game.moves) == (digest, events, moves)


@pytest.mark.parametrize(("name", "players"), MATCHES)
def test_every_offered_action_can_be_played(name: str, players: int) -> None:
    luck = Random(players)
    for plies in range(0, 60, 6):
        game = played(name, players, plies, plies)
        legal = game.legal_actions()
        assert len(set(legal)) == len(legal)
        for action in luck.sample(legal, min(4, len(legal))):
            assert game.why_not(action) is None
            other = Game.replay(game.record())
            assert other.digest == game.digest
            assert other.play(action)
            assert other.digest != game.digest


def test_text_and_typed_actions_are_the_same() -> None:
    typed, worded = Game("europe", 2, 5), Game("europe", 2, 5)
    for game in walk(typed, Random(5)):
        if game.moves:
            worded.play(game.moves[-1].action)
    assert worded.digest == typed.digest
    assert worded.events == typed.events


def test_the_same_seed_and_actions_make_the_same_game() -> None:
    one, other, third = (played("usa", 3, seed) for seed in (8, 8, 9))
    assert one.digest == other.digest
    assert one.digest != third.digest


@pytest.mark.parametrize("name", BOARDS)
def test_the_ids_of_an_action_name_that_action_and_no_other(name: str) -> None:
    game, luck, kinds = Game(name, 2, 6), Random(6), set()
    for _ in range(90):
        if game.is_over:
            break
        position, told = game.position, dict[tuple[int, ...], Action]()
        for action in game.legal_actions():
            ids = position.ids_of(action)
            assert position.action_of(ids) == action
            assert told.setdefault(tuple(ids), action) == action
            kinds.add(type(action))
        game.play(luck.choice(game.legal_actions()))
    assert len(kinds) >= 4
