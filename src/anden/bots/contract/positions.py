"""Positions that a bot rarely meets: found in games played at random, or laid out by hand."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from anden.boards import Board
from anden.game import Game
from anden.kernel import STATE
from anden.kernel.ids import Seat
from anden.kernel.layout import NO_CARD, NO_SEAT, NO_TICKET

from ..asking import ask
from ..random_bot import RandomBot

MAX_GAMES = 20  # played to find a position


@dataclass(frozen=True)
class Odd:
    """A position to act in; `key` says in the locales what is odd about it."""

    key: str
    players: int
    seed: int
    state: Any
    seat: Seat


def game_at(board: Board, players: int, seed: int, state: Any) -> Game:
    """A game in this state."""
    game = Game(board, players, seed)
    for name in STATE.names or ():
        game.position.state[name] = state[name]
    return game


@cache
def odd_positions(board: Board) -> tuple[Odd, ...]:
    """The deal for the first and the last to choose, each phase, the last turn, and extremes."""
    found = _find(board)
    turn, tunnel = found["bots.position_turn"], found.get("bots.position_tunnel")
    laid_out = [
        _changed("bots.position_pass", turn, _leave_nothing),
        _changed("bots.position_rich", turn, _take_deck),
    ]
    if tunnel is not None:
        laid_out.append(_changed("bots.position_withdraw", tunnel, _empty_hand))
    return (*found.values(), *laid_out)


def _find(board: Board) -> dict[str, Odd]:
    wanted = 6 + any(route.is_tunnel for route in board.routes)
    found: dict[str, Odd] = {}
    for seed in range(MAX_GAMES):
        players = board.players.min + seed % (board.players.max - board.players.min + 1)
        game = Game(board, players, seed)
        bot = RandomBot(seed)
        while game.to_act is not None and len(found) < wanted:
            key = _key(game)
            if key and key not in found:
                state = game.position.state.copy()
                found[key] = Odd(key, players, seed, state, game.to_act)
            game.play(ask(bot, game.view(game.to_act)))
        if len(found) == wanted:
            break
    return found


def _key(game: Game) -> str | None:
    """What is odd about the position, if anything is."""
    position = game.position
    if game.phase == "setup":
        is_last = position.to_act == position.players - 1
        return "bots.position_last_deal" if is_last else "bots.position_deal"
    if game.phase == "turn":
        if position.last_turns == 1:
            return "bots.position_last_turn"
        return "bots.position_turn" if position.turn > 2 * position.players else None
    if game.phase == "tunnel":
        return "bots.position_tunnel" if len(game.legal_actions()) > 1 else None
    is_card = game.phase == "second_card"
    return "bots.position_second_card" if is_card else "bots.position_keep"


def _changed(key: str, odd: Odd, change: Any) -> Odd:
    state = odd.state.copy()
    change(state, odd.seat)
    return Odd(key, odd.players, odd.seed, state, odd.seat)


def _other(state: Any, seat: Seat) -> int:
    return (seat + 1) % int(state["players"])


def _empty_hand(state: Any, seat: Seat) -> None:
    """The seat's cards go to the next one's hand."""
    other = _other(state, seat)
    state["hand"][other] += state["hand"][seat]
    state["hand_size"][other] += state["hand_size"][seat]
    for field in ("hand", "known", "hand_size"):
        state[field][seat] = 0


def _take_deck(state: Any, seat: Seat) -> None:
    """Deck and discards go to the seat's hand."""
    cards = state["deck"] + state["discards"]
    state["hand"][seat] += cards
    state["hand_size"][seat] += int(cards.sum())
    for field in ("deck", "discards", "deck_size"):
        state[field] = 0


def _leave_nothing(state: Any, seat: Seat) -> None:
    """The next seat has all cards and tickets there are: only a pass is left."""
    other = _other(state, seat)
    _empty_hand(state, seat)
    _take_deck(state, other)
    for card in state["row"]:
        if card != NO_CARD:
            state["hand"][other, card] += 1
            state["hand_size"][other] += 1
    state["row"] = NO_CARD
    _take_tickets(state, other)


def _take_tickets(state: Any, seat: Seat) -> None:
    drawn = sum(1 << int(ticket) for ticket in state["returned"] if ticket != NO_TICKET)
    state["tickets"][seat] |= state["ticket_pool"] | np.uint64(drawn)
    state["ticket_count"][seat] = int(state["tickets"][seat]).bit_count()
    state["ticket_pool"] = np.uint64(0)
    state["returned"] = NO_TICKET
    state["returned_by"] = NO_SEAT
    for field in ("pool_size", "returned_size", "returned_head"):
        state[field] = 0
